"""An FMU in a run: what it gets, what it gives, and how both are interpolated; and how two sides come to agree."""

from __future__ import annotations

import numpy as np

from biela.base.array import Array
from biela.mechanism.foreign import Placed
from biela.network.fmi.component import SAMPLED
from biela.network.fmi.standard import MODEL_EXCHANGE
from biela.network.fmi.unit import FmuProcess
from biela.simulation.plan import Plan
from biela.state.network_start import state_place

MEMORY = 5
"""How many tries Anderson acceleration remembers."""


class Partner:
    """An FMU in a run: its process, its places in the state of the machine, and what it gave last."""

    def __init__(self, placed: Placed, plan: Plan, unit: FmuProcess):
        self.placed, self.coupling, self.unit = placed, placed.coupling, unit
        machine, start = plan.machine, plan.functions.layout.networks.start
        scope, c = placed.scope, placed.coupling

        def place(element: str, quantity: str = "value") -> int:
            return int(start) + state_place(machine, f"{scope}{element}.{quantity}")

        self.places = np.array([[place(o.element, f"value_{k}") for k in (1, 2, 3)] for o in c.outputs], int)
        self.signals = [f"{scope}{i.element}.value" for i in c.inputs]
        self.energy = [(place(f"{b.name}_energy"), place(f"{b.name}_created")) for b in c.borders]
        self.sampled = c.exchange == SAMPLED
        self.y = np.array([o.variable.start for o in c.outputs])
        self.size = np.array([abs(o.variable.nominal) or 1e-6 for o in c.outputs])
        self.slope = np.zeros((len(c.outputs), 2))
        self.flown = [0.0] * len(c.borders)
        self.u: Array = np.zeros(len(c.inputs))
        self.taken, self.due = 0, 0.0
        self.parts = 2 * ((c.parts + 1) // 2)
        self.seen: dict[int, float] = {}
        self.exact = c.kind == MODEL_EXCHANGE or c.description.interpolates

    @property
    def scale(self) -> Array:
        """What counts as one in its outputs."""
        self.size = np.maximum(self.size, np.abs(self.y))
        return np.asarray(self.coupling.tolerance * self.size)

    def read(self, signals: dict[str, float]) -> Array:
        """Its inputs, in its own units."""
        pairs = zip(self.coupling.inputs, self.signals, strict=True)
        return np.array([i.variable.from_si(signals[name]) for i, name in pairs])

    def write(self, x: Array, y: Array, slope: Array, bend: Array) -> None:
        """Put parabolas into the state of the machine, in SI units: value, slope and bend of each output."""
        for k, o in enumerate(self.coupling.outputs):
            f = o.variable.factor
            x[self.places[k]] = o.variable.to_si(y[k]), f * slope[k], f * bend[k]

    def account(self, x: Array, before: Array, path: Array, rows: Array, h: float) -> None:
        """Add to what the exchange has created: what the machine saw less what the FMU gave.

        path : inputs as (n, 3) coefficients; rows : outputs at the beginning and at the end of each part
        """
        parts = len(rows) - 1
        d, edges = h / parts, h * np.arange(parts + 1) / parts
        for (energy, created), border, n in zip(self.energy, self.coupling.borders, range(len(self.flown)), strict=True):
            y = np.array([self.coupling.outputs[border.output].variable.to_si(v) for v in rows[:, border.output]])
            bend = (y[0] - 2 * y[parts // 2] + y[-1]) * 2 / h**2 if parts > 1 else 0.0
            variable, c = self.coupling.inputs[border.input].variable, path[border.input]
            a, b = edges[:-1], edges[1:]
            u = variable.to_si(c[0] + c[1] * (a + b) / 2 + c[2] * (a * a + a * b + b * b) / 3)
            given = border.sign * float(np.sum(u * (d * (y[:-1] + y[1:]) / 2 - bend * d**3 / 6)))
            seen = float(x[energy] - before[energy])
            x[created] = before[created] + seen - given
            self.flown[n] += abs(seen)


def parabola(y0: Array, middle: Array, end: Array, h: float) -> Array:
    """Coefficients (n, 3) of the parabolas through values at 0, h/2 and h."""
    return np.stack([y0, (4 * middle - 3 * y0 - end) / h, 2 * (y0 - 2 * middle + end) / h**2], axis=1)


def along(c: Array, tau: float) -> Array:
    """Parabolas at a time."""
    return np.asarray(c[:, 0] + tau * (c[:, 1] + tau * c[:, 2]))


class Anderson:
    """A fixed point g(y) = y from earlier tries: the combination of them whose differences g(y) − y cancel best."""

    def __init__(self) -> None:
        self.tries: list[tuple[Array, Array]] = []

    def next(self, y: Array, g: Array, scale: Array) -> Array:
        """The next y to try."""
        self.tries = [*self.tries, (y, g)][-MEMORY - 1 :]
        if len(self.tries) == 1:
            return g
        F = np.array([(b - a) / scale for a, b in self.tries])
        G = np.array([b for _, b in self.tries])
        weights, *_ = np.linalg.lstsq(np.diff(F, axis=0).T, F[-1], rcond=1e-10)
        mixed = G[-1] - np.diff(G, axis=0).T @ weights
        return np.asarray(mixed if np.all(np.isfinite(mixed)) else g)
