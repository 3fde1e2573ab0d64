"""Semi-implicit (symplectic) Euler: velocity first, then the position with the new velocity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from biela.runtime.system import System

from . import record as at
from .compiled import Pointer, Routine, floats, routine
from .loop import first_stage
from .method import Method
from .record import Needs
from .tangent import retract


@routine
def semi_implicit_euler_step(run: Pointer) -> None:
    W, v0, s0 = run[at.LANES], run[at.LANES] * run[at.N_Q], run[at.LANES] * (run[at.N_Q] + run[at.N_V])
    t, h, ts = floats(run[at.T]), floats(run[at.HS]), floats(run[at.TS])
    x, xs, hx = floats(run[at.X]), floats(run[at.XS]), floats(run[at.HX])
    xi, k = floats(run[at.XI]), floats(run[at.K])

    # v⁺ = v + h v̇ and s⁺ = s + h ṡ, while q⁺ = q ⊕ h v⁺
    for i in range(v0, run[at.N]):
        xs[i] = x[i] + hx[i] * k[i]
    for i in range(v0, s0):
        xi[i - v0] = hx[i] * xs[i]
    retract(run)
    for lane in range(W):
        ts[lane] = t[lane] + h[lane]


@dataclass(frozen=True)
class SemiImplicitEuler(Method):
    """Semi-implicit Euler, order 1; symplectic where the accelerations depend on positions alone.

        v⁺ = v + h a(t, q, v)
        q⁺ = q ⊕ h v⁺              along the tangent: quaternions stay of unit length
        s⁺ = s + h ṡ(t, q, v)

    In independent coordinates, the dependent ones are rebuilt after each step.

    References
    ----------
    Hairer, Lubich & Wanner (2006), Geometric Numerical Integration, §I.1.2
    """

    step: float
    """[s]"""

    name: ClassVar[str] = "SemiImplicitEuler"
    order: ClassVar[int] = 1
    needs: ClassVar[Needs] = Needs(stages=1)
    routines: ClassVar[Mapping[int, Routine]] = {at.DO_BEGIN: first_stage, at.DO_STEP: semi_implicit_euler_step}

    def check(self, system: System) -> None:
        super().check(system)
        if system.has_quaternions:
            system.require(f"{self.name} with quaternions", "retract")
