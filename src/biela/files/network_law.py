"""Laws of network elements in machine files: expressions of a variable of the element, of signals and of time.

effort: 120*flow*abs(flow)             R: effort of its flow
energy: 0.5*k*displacement_1**2 + …    C-field: energy of its displacements
rate: shaft.flow - `pump/rotor.flow`   integrator: signals of the network; paths with / stand in backquotes
"""

from __future__ import annotations

from typing import Any

from biela.files.law import TextFunction, TextLaw


class ElementLaw(TextFunction):
    """A law of one variable of its element."""

    def __call__(self, x: Any) -> Any:  # type: ignore[override]
        return self.value({self.variables[0]: x})


class SignalElementLaw(ElementLaw):
    """A law of one variable of its element, and of signals."""

    def __call__(self, x: Any, signals: Any) -> Any:  # type: ignore[override]
        return self.value({self.variables[0]: x}, signals)


class FieldLaw:
    """One or several laws of all variables of a field: `flow_1`, `flow_2`, …"""

    def __init__(self, laws: list[ElementLaw], one: bool):
        self.laws, self.one = laws, one

    def __call__(self, x: Any) -> Any:
        import casadi

        own = {name: x[k] for k, name in enumerate(self.laws[0].variables)}
        values = [law.value(own) for law in self.laws]
        return values[0] if self.one else casadi.vertcat(*values)

    def __repr__(self) -> str:
        return f"<{', '.join(law.text for law in self.laws)}>"


class SignalMatrix:
    """Laws of signals in rows: a vector where each row has one."""

    def __init__(self, rows: list[list[TextLaw]]):
        self.rows = rows

    def __call__(self, signals: Any) -> Any:
        import casadi

        return casadi.vertcat(*(casadi.horzcat(*(casadi.SX(law(signals)) for law in row)) for row in self.rows))

    def __repr__(self) -> str:
        return f"<laws of signals: {', '.join(law.text for row in self.rows for law in row)}>"
