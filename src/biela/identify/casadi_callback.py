"""Functions of our own inside CasADi's optimisation problems, with exact Jacobians."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def callback(name: str, n: int, m: int, function: Callable[[Array], Array], jacobian: Callable[[Array], Array]) -> Any:
    """A CasADi function of n numbers that returns m, with its (m, n) Jacobian."""
    import casadi as ca

    class Callback(ca.Callback):  # type: ignore[misc]
        def __init__(self, label: str, inputs: list[Any], output: Any, rule: Callable[[Array], Array]) -> None:
            ca.Callback.__init__(self)
            self.inputs, self.output, self.rule = inputs, output, rule
            self.construct(label, {})

        def get_n_in(self) -> int:
            return len(self.inputs)

        def get_sparsity_in(self, i: int) -> Any:
            return self.inputs[i]

        def get_sparsity_out(self, i: int) -> Any:
            return self.output

        def eval(self, arguments: Any) -> Any:
            return [ca.DM(self.rule(np.array(arguments[0]).ravel()))]

        def has_jacobian(self) -> bool:
            return self.rule is function

        def get_jacobian(self, label: str, inames: Any, onames: Any, opts: Any) -> Any:
            results = ca.Sparsity(m, 1)  # CasADi also passes the function's results, which the Jacobian does not need
            self.derivative = Callback(label, [*self.inputs, results], ca.Sparsity.dense(m, n), jacobian)
            return self.derivative

    return Callback(name, [ca.Sparsity.dense(n, 1)], ca.Sparsity.dense(m, 1), function)
