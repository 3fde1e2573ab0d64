"""Laws of network elements in machine files: expressions of a variable of the element, of signals and of time.

effort: 120*flow*abs(flow)             R: effort of its flow
energy: 0.5*k*displacement_1**2 + …    C-field: energy of its displacements
rate: shaft.flow - `pump/rotor.flow`   integrator: signals of the network; paths with / stand in backquotes
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from biela.files.expression import ExpressionNode, UnitValue
from biela.files.law import TIME, TextLaw


class ElementLaw:
    """A law of one variable of its element."""

    def __init__(self, text: str, node: ExpressionNode, variables: tuple[str, ...], parameters: Mapping[str, UnitValue]):
        self.text, self.node, self.variables, self.parameters = text, node, variables, parameters

    def value(self, own: Mapping[str, Any], signals: Any = None) -> Any:
        """Return its value; free parameters become symbols where the law is called."""

        def lookup(name: str) -> UnitValue:
            if name in own:
                return UnitValue(own[name], None)
            if name in self.parameters:
                return self.parameters[name]
            return UnitValue(signals.time if name in TIME else signals[name], None)

        return self.node.value(lookup).value

    def __call__(self, x: Any) -> Any:
        return self.value({self.variables[0]: x})

    def __repr__(self) -> str:
        return f"<law of {', '.join(self.variables)}: {self.text}>"


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
