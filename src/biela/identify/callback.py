"""Functions of our own inside CasADi's optimisation problems, with exact Jacobians."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def callback(name: str, n: int, m: int, function: Callable[[Array], Array], jacobian: Callable[[Array], Array]) -> Any:
    """A CasADi function of our own, with its Jacobian."""
    import casadi as ca

    class Jacobian(ca.Callback):  # type: ignore[misc]
        def __init__(self, label: str) -> None:
            ca.Callback.__init__(self)
            self.construct(label, {})

        def get_n_in(self) -> int:
            return 2

        def get_n_out(self) -> int:
            return 1

        def get_sparsity_in(self, i: int) -> Any:
            return ca.Sparsity.dense(n, 1) if i == 0 else ca.Sparsity(m, 1)

        def get_sparsity_out(self, i: int) -> Any:
            return ca.Sparsity.dense(m, n)

        def eval(self, arguments: Any) -> Any:
            return [ca.DM(jacobian(np.array(arguments[0]).ravel()))]

    class Value(ca.Callback):  # type: ignore[misc]
        def __init__(self) -> None:
            ca.Callback.__init__(self)
            self.construct(name, {})

        def get_n_in(self) -> int:
            return 1

        def get_n_out(self) -> int:
            return 1

        def get_sparsity_in(self, i: int) -> Any:
            return ca.Sparsity.dense(n, 1)

        def get_sparsity_out(self, i: int) -> Any:
            return ca.Sparsity.dense(m, 1)

        def eval(self, arguments: Any) -> Any:
            return [ca.DM(function(np.array(arguments[0]).ravel()))]

        def has_jacobian(self) -> bool:
            return True

        def get_jacobian(self, label: str, inames: Any, onames: Any, opts: Any) -> Any:
            self.derivative = Jacobian(label)
            return self.derivative

    return Value()
