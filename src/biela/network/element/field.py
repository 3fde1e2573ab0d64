"""Fields: elements of several ports whose laws couple them."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import Any

import numpy as np

from biela.base.checked import is_real, shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.mechanism.parameter import Expression, Scalar, nominal
from biela.network.domain import Domain
from biela.network.element.base import Element, Law, Node, Variables, Wish, storage_wish


@dataclass(frozen=True, eq=False)
class Field(Element):
    """Field of n ports, I, C or R: a matrix (positive definite; R: positive semidefinite symmetric part), or a scalar energy
    (I, C), or a vector law (R: efforts of the flows)."""

    vector = False
    matrix: Any = None
    _: KW_ONLY
    energy: Law | None = None
    law: Any = None
    initial: Any = None
    active: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if sum(x is not None for x in (self.matrix, self.energy, self.law)) != 1:
            raise DescriptionError(f"{self.label}: give either a matrix, or an energy, or a law.")
        if self.matrix is not None:
            M = np.array(self.matrix, dtype=object)
            if M.ndim != 2 or M.shape[0] != M.shape[1]:
                raise DescriptionError(f"{self.label}: the matrix has shape {M.shape}; it must be square.")
            numbers = np.array([[float(nominal(x)) for x in row] for row in M])
            if not np.all(np.isfinite(numbers)):
                raise DescriptionError(f"{self.label}: the matrix is not finite.")
            object.__setattr__(self, "size", len(M))
            smallest = float(np.linalg.eigvalsh(0.5 * (numbers + numbers.T)).min())
            scale = float(np.abs(numbers).max())
            storing = self.integral is not None
            if storing and np.abs(numbers - numbers.T).max() > 1e-9 * scale:
                raise DescriptionError(f"{self.label}: the matrix is not symmetric, so it would not conserve energy.")
            if not self.active and (smallest <= 1e-14 * scale if storing else smallest < -1e-12 * scale):
                why = f"the matrix has the eigenvalue {smallest:g}, so the element would feed energy"
                raise DescriptionError(f"{self.label}: {why}. If that is meant, say active=True.")
        entries = self.initial if isinstance(self.initial, tuple | list) else np.ravel(np.array(self.initial, object))
        if self.initial is not None and not all(isinstance(x, Expression) or is_real(x) for x in entries):
            raise DescriptionError(f"{self.label}: initial is {shown(self.initial)}; give a list of {self.size} numbers.")
        if self.initial is not None and len(entries) != self.size:
            raise DescriptionError(f"{self.label}: {len(entries)} initial values for {self.size} ports.")

    @property
    def implied(self) -> tuple[str, ...]:
        return () if self.matrix is None else ("size",)

    def port_domains(self) -> tuple[Domain | str | None, ...]:
        return (self.domain,) * self.size


class StoringField(Field):
    """Field of storages. State: one stored quantity per port, `initial`."""

    @property
    def wish(self) -> Wish:
        return storage_wish(bool(self.integral))

    def starts(self, component: int) -> list[Scalar]:
        return [0.0] * self.size if self.initial is None else list(self.initial)

    def define(self, w: Variables, node: Node) -> None:
        """Define each port in integral or derivative causality: there the stored quantity follows from the given output."""
        from biela.network import solve

        inertia = isinstance(self, IField)
        states = iter(w.own[id(node)])
        derived = [w.derived.get((id(node), port)) for port in range(self.size)]
        s = xp.stack(*(next(states) if d is None else d[1] for d in derived))
        if self.matrix is not None:
            M = w.matrix(node, np.array(self.matrix, dtype=object))
            output = xp.stack(*solve.eliminate(M, s, lambda i: repr(node))) if inertia else M @ s
            H = 0.5 * xp.dot(s, output)
        elif self.energy is not None:
            H = w.scalar(node, lambda: self.energy(s))  # type: ignore[misc]
            output = xp.derivative(H, s).T
        else:
            output, H = w.call(node, lambda: self.law(s)), None
        if output.numel() != self.size:
            raise DescriptionError(f"law of {node!r} returned {output.numel()} numbers, not {self.size}.")
        power = 0
        for port in range(self.size):
            e, f, into = w.port(node, port)
            power += into * e * f
            target, sign, rate = (f, into, e) if inertia else (e, 1.0, into * f)
            if derived[port] is None:
                w.put(target, sign * output[port], node.path)
                w.set_rate(s[port], rate)
            else:
                z = w.symbol(f"z_{node.path}_{port + 1}")
                w.unknowns.append((s[port], output[port] - sign * target, node.path))
                w.dependents.append((z, s[port], node))
                w.put(e if inertia else f, z if inertia else into * z, node.path)
        w.storages[node.path] = (s, H if H is not None else w.account(node, "energy", power))


class IField(StoringField):
    """f = M⁻¹ p, or f = ∂H/∂p of `energy`."""

    kind = "I-field"
    integral = False
    quantity = "momentum"


class CField(StoringField):
    """e = K q (stiffness matrix), or e = ∂H/∂q of `energy`."""

    kind = "C-field"
    integral = True
    quantity = "displacement"


class RField(Field):
    """e = R f, or e = law(f)."""

    kind = "R-field"
    accounted = 1.0

    def define(self, w: Variables, node: Node) -> None:
        n = self.size
        ports = [w.port(node, p) for p in range(n)]
        unknown = {p: w.symbol(f"{node.path}.flow_{p + 1}") for p in range(n) if not w.gives(node, p)}
        vector = xp.stack(*(unknown.get(p, into * f) for p, (_, f, into) in enumerate(ports)))
        if self.matrix is not None:
            output = w.matrix(node, np.array(self.matrix, dtype=object)) @ vector
        else:
            output = w.call(node, lambda: self.law(vector))
        if output.numel() != n:
            raise DescriptionError(f"law of {node!r} returned {output.numel()} numbers, not {n}.")
        for p, (e, f, into) in enumerate(ports):
            if p in unknown:
                w.unknowns.append((unknown[p], output[p] - e, node.path))
                w.put(f, into * unknown[p], node.path)
            else:
                w.put(e, output[p], node.path)
