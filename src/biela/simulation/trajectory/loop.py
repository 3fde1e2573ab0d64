"""The compiled loop along a trajectory: position, velocity, acceleration and efforts at every sample, no Python between.

For each sample, from the one before:

    q ← q ⊕ (h v + h²/2 v̇)                                     prediction
    A ξ = −r,  q ← q ⊕ ξ   until |r| is small                    Newton's method; old factors of A while they serve
    A v = [−Φ_t; ẏ],   A v̇ = [γ; ÿ − J̇ v]                       with the factors at the solution
    Aᵀ [λ; w] = Q,   Aᵀ [·; P] = B,   Pᵀ u = w                   efforts; the smallest Σ weight · u² where there are many

A is square: of rows that repeat each other on closed loops one is chosen beforehand (`rows`), and all are looked at
for convergence. Mᵀ = A is stored row by row and factorised as P M = L U with the largest pivots.
"""

from __future__ import annotations

from biela.integrate.access import Pointer, call_kernel, compiled, floats, integers, part, reals, routine
from biela.integrate.record import Layout, addresses, kernel, number, outside, real
from biela.integrate.record import floats as vector
from biela.integrate.record import integers as indices
from biela.kernel.linear_algebra import factorise, solve, solve_transposed


class Tracking(Layout):
    """The record of a run along a trajectory. n_a actuators, n_y entries of the targets, n_d rows of outputs among all rows."""

    N_Q = number("coordinates", "n_q")
    N_V = number("velocities", "n_v")
    N_X = number("states", "n_x")
    EXTRA = number("place of the first state behind q and v", "n_q + n_v")
    N_HINTS = number("turns of cut joints", "n_hints")
    ROWS = number("rows of A: closures, then outputs", "rows")
    N_Y = number("entries of the targets", "n_y")
    N_A = number("actuators", "n_a")
    N_D = number("rows of the outputs", "n_d")
    FIRST = number("first sample of this call")
    LAST = number("sample behind its last")
    WANT_EFFORTS = number("1 if efforts are asked for")
    STATUS = number("how it ended")
    SAMPLE = number("where it ended")
    EVALUATIONS = number("calls of the position kernel")
    VALID = number("1 if LU holds factors that may serve")

    TOLERANCE = real("residual at which a sample counts as reached [rad, machine sizes]")
    MAX_STEP = real("longest step [rad, machine sizes]")
    MIN_PIVOT = real("smallest pivot of A relative to the largest at which a position is not singular")
    SIGN = real("sign of the determinant of A; 0 until it is known")

    POSITION = kernel("residuals, A, drift and hints")
    ACCELERATION = kernel("right-hand side of the accelerations")
    EFFORT = kernel("forces of the motion, and map of the actuators")
    RETRACT = kernel("q ⊕ ξ")

    T = vector("1", "time [s]")
    X = vector("n_x", "state")
    U = vector("n_u", "inputs")
    P = vector("n_p", "parameters")
    Y = vector("n_y", "targets")
    VDOT = vector("n_v", "accelerations")
    XI = vector("n_v", "tangent vector ξ")
    Q_NEW = vector("n_q", "q ⊕ ξ")
    RESIDUAL = vector("rows", "residuals")
    MATRIX = vector("rows*n_v", "A, column by column")
    DRIFT = vector("rows", "−Φ_t")
    HINTS = vector("n_hints", "turns of cut joints")
    GAMMA = vector("rows", "right-hand side of the accelerations")
    FORCE = vector("n_v", "forces Q of the motion")
    MAP = vector("n_v*n_a", "map B of the actuators")
    CHOSEN = indices("n_v", "rows of A that say all there is")
    UNIT = vector("n_v", "unit of each velocity: 1 for angles, the machine size for lengths")
    OUTPUT = indices("n_v", "places of the outputs among the chosen rows")
    WEIGHT = vector("n_a", "weights of the actuators")
    LU = vector("n_v*n_v", "factors of the chosen rows")
    PERM = indices("n_v", "row exchanges")
    RHS = vector("n_v", "right-hand side, then solution")
    Z = vector("n_v", "the same of the efforts")
    SMALL = vector("n_v*n_v", "matrix of the efforts")
    SMALL_PERM = indices("n_v", "its row exchanges")
    SHARE = vector("n_v*n_a", "shares Pᵀ of the actuators in the outputs")
    MU = vector("n_v", "forces on the outputs, then multipliers")

    TIMES = outside("samples [s]")
    TARGETS = outside("what the outputs shall be, sample by sample")
    RATES = outside("their rates")
    CURVES = outside("their accelerations")
    OUT_X = outside("states found")
    OUT_VDOT = outside("accelerations found")
    OUT_U = outside("efforts found")
    OUT_W = outside("forces on the outputs found")
    OUT_PIVOT = outside("smallest pivot of A relative to the largest")

    ARG = addresses("T", "X", "U", "P", meaning="arguments")
    ARG_Y = addresses("T", "X", "U", "P", "Y", meaning="with targets")
    ARG_VDOT = addresses("T", "X", "U", "P", "VDOT", meaning="with accelerations")
    ARG_XI = addresses("T", "X", "U", "P", "XI", meaning="with a tangent vector")
    TO_POSITION = addresses("RESIDUAL", "MATRIX", "DRIFT", "HINTS", meaning="results of the position kernel")
    TO_GAMMA = addresses("GAMMA", meaning="of the acceleration kernel")
    TO_EFFORT = addresses("FORCE", "MAP", meaning="of the effort kernel")
    TO_Q = addresses("Q_NEW", meaning="of the retraction")


at = Tracking()

DONE, TOO_FAR, NOT_CONVERGED, SINGULAR, OTHER_SIDE, CONTRADICTION, LOST_ACTUATION = range(7)
"""Reasons why a loop ended."""
ROUNDING = 1e-15
"""Residual that another step does not reduce."""
MOST_ITERATIONS = 12
"""Largest number of Newton steps for a sample."""


@compiled
def take_matrix(run: Pointer) -> float:
    """Factorise the chosen rows of A; return what `factorise` returns."""
    n, rows = run[at.N_V], run[at.ROWS]
    A, M, chosen = floats(run, at.MATRIX), floats(run, at.LU), integers(run, at.CHOSEN)
    for j in range(n):
        for c in range(n):
            M[j * n + c] = A[j * rows + chosen[c]]
    return factorise(M, integers(run, at.PERM), n)  # type: ignore[no-any-return]


@compiled
def largest_residual(run: Pointer, chosen_only: bool) -> float:
    r, chosen = floats(run, at.RESIDUAL), integers(run, at.CHOSEN)
    worst = 0.0
    if chosen_only:
        for c in range(run[at.N_V]):
            worst = max(worst, abs(r[chosen[c]]))
    else:
        for i in range(run[at.ROWS]):
            worst = max(worst, abs(r[i]))
            if r[i] != r[i]:
                return 1e300
    return worst


@compiled
def move(run: Pointer) -> None:
    """q ← q ⊕ XI, with the turns of cut joints counted."""
    call_kernel(run, at.RETRACT, at.ARG_XI, at.TO_Q)
    x, q = floats(run, at.X), floats(run, at.Q_NEW)
    for i in range(run[at.N_Q]):
        x[i] = q[i]


@compiled
def look(run: Pointer) -> None:
    """Evaluate residuals and A at the present position; hints follow."""
    call_kernel(run, at.POSITION, at.ARG_Y, at.TO_POSITION)
    run[at.EVALUATIONS] += 1
    x, hints = floats(run, at.X), floats(run, at.HINTS)
    for i in range(run[at.N_HINTS]):
        x[run[at.EXTRA] + i] = hints[i]


@compiled
def find_position(run: Pointer) -> int:
    """Apply Newton's method from the prediction. The factors in LU serve as long as each step gains a digit."""
    n, option = run[at.N_V], reals(run)
    r, rhs, xi, unit = floats(run, at.RESIDUAL), floats(run, at.RHS), floats(run, at.XI), floats(run, at.UNIT)
    chosen = integers(run, at.CHOSEN)
    before = 1e300
    for iteration in range(MOST_ITERATIONS):
        look(run)
        worst = largest_residual(run, True)
        if worst <= option[at.TOLERANCE] and (worst <= ROUNDING or worst > 0.1 * before):
            # rows that were not chosen repeat the others, unless the task contradicts itself
            return DONE if largest_residual(run, False) <= 1e4 * option[at.TOLERANCE] else CONTRADICTION
        if not worst < 1e300:
            return NOT_CONVERGED
        if iteration > 1 and worst > 2.0 * before:
            return NOT_CONVERGED
        if run[at.VALID] == 0 or (iteration > 0 and worst > 0.1 * before):
            if not abs(take_matrix(run)) > 0.0:
                return SINGULAR
            run[at.VALID] = 1
        before = worst
        for c in range(n):
            rhs[c] = -r[chosen[c]]
        solve_transposed(floats(run, at.LU), integers(run, at.PERM), n, floats(run, at.RHS))
        longest = 0.0
        for i in range(n):
            longest = max(longest, abs(rhs[i]))
            xi[i] = unit[i] * rhs[i]
        if not longest <= option[at.MAX_STEP]:
            return TOO_FAR
        move(run)
    return NOT_CONVERGED


@compiled
def find_motion(run: Pointer, k: int) -> None:
    """Find velocity and acceleration with the factors in LU."""
    n, n_q, rows = run[at.N_V], run[at.N_Q], run[at.ROWS]
    own = rows - run[at.N_D]  # first row of the outputs
    M, perm = floats(run, at.LU), integers(run, at.PERM)
    rhs, unit, x, vdot = floats(run, at.RHS), floats(run, at.UNIT), floats(run, at.X), floats(run, at.VDOT)
    drift, gamma, chosen = floats(run, at.DRIFT), floats(run, at.GAMMA), integers(run, at.CHOSEN)
    rate, curve = part(run, at.RATES, k), part(run, at.CURVES, k)
    for c in range(n):
        i = chosen[c]
        rhs[c] = drift[i] if i < own else rate[i - own]
    solve_transposed(M, perm, n, rhs)
    for i in range(n):
        x[n_q + i] = unit[i] * rhs[i]
    call_kernel(run, at.ACCELERATION, at.ARG, at.TO_GAMMA)
    for c in range(n):
        i = chosen[c]
        rhs[c] = gamma[i] if i < own else gamma[i] + curve[i - own]
    solve_transposed(M, perm, n, rhs)
    for i in range(n):
        vdot[i] = unit[i] * rhs[i]


@compiled
def find_efforts(run: Pointer, k: int) -> int:
    """Find forces w of the outputs, and the efforts u of the actuators that give them."""
    n, own, n_a = run[at.N_V], run[at.ROWS] - run[at.N_D], run[at.N_A]
    M, perm, chosen = floats(run, at.LU), integers(run, at.PERM), integers(run, at.CHOSEN)
    z, Q, B, PT = floats(run, at.Z), floats(run, at.FORCE), floats(run, at.MAP), floats(run, at.SHARE)
    slot, w = integers(run, at.OUTPUT), floats(run, at.MU)
    call_kernel(run, at.EFFORT, at.ARG_VDOT, at.TO_EFFORT)
    n_d = 0
    for c in range(n):
        if chosen[c] >= own:
            slot[n_d] = c
            n_d += 1
    for i in range(n):
        z[i] = Q[i]
    solve(M, perm, n, z)
    out_w = part(run, at.OUT_W, k)
    for j in range(n_d):
        w[j] = z[slot[j]]
        out_w[chosen[slot[j]] - own] = w[j]
    if n_a == 0:
        return DONE
    for a in range(n_a):
        for i in range(n):
            z[i] = B[a * n + i]
        solve(M, perm, n, z)
        for j in range(n_d):
            PT[j * n_a + a] = z[slot[j]]
    return share_effort(run, k, n_d)  # type: ignore[no-any-return]


@compiled
def share_effort(run: Pointer, k: int, n_d: int) -> int:
    """Find the efforts u of the actuators with Pᵀ u = w, of the smallest Σ weight · u²."""
    n_a, out_u = run[at.N_A], part(run, at.OUT_U, k)
    PT, S, w, weight = floats(run, at.SHARE), floats(run, at.SMALL), floats(run, at.MU), floats(run, at.WEIGHT)
    # S = Pᵀ if there are as many actuators as outputs, else Pᵀ W⁻¹ P
    for i in range(n_d):
        for j in range(n_d):
            if n_a == n_d:
                S[i * n_d + j] = PT[i * n_a + j]
            else:
                total = 0.0
                for a in range(n_a):
                    total += PT[i * n_a + a] * PT[j * n_a + a] / weight[a]
                S[i * n_d + j] = total
    quality = factorise(S, integers(run, at.SMALL_PERM), n_d)
    option = reals(run)
    if not abs(quality) > option[at.MIN_PIVOT]:
        return LOST_ACTUATION
    solve(S, integers(run, at.SMALL_PERM), n_d, w)
    for a in range(n_a):
        if n_a == n_d:
            out_u[a] = w[a]
        else:
            total = 0.0
            for j in range(n_d):
                total += PT[j * n_a + a] * w[j]
            out_u[a] = total / weight[a]
    return DONE


@routine
def track_samples(run: Pointer) -> None:
    """Track samples FIRST to LAST − 1; X, V, VDOT and LU are those of the sample before FIRST. STATUS tells how it ended."""
    n, n_q, n_x, n_y = run[at.N_V], run[at.N_Q], run[at.N_X], run[at.N_Y]
    times, t, x, y = floats(run, at.TIMES), floats(run, at.T), floats(run, at.X), floats(run, at.Y)
    xi, vdot, option = floats(run, at.XI), floats(run, at.VDOT), reals(run)
    pivots = floats(run, at.OUT_PIVOT)
    run[at.STATUS] = DONE
    for k in range(run[at.FIRST], run[at.LAST]):
        run[at.SAMPLE] = k
        h = times[k] - t[0]
        t[0] = times[k]
        target = part(run, at.TARGETS, k)
        for i in range(n_y):
            y[i] = target[i]
        longest, unit = 0.0, floats(run, at.UNIT)
        for i in range(n):
            xi[i] = h * (x[n_q + i] + 0.5 * h * vdot[i])
            longest = max(longest, abs(xi[i]) / unit[i])
        if not longest <= option[at.MAX_STEP]:
            run[at.STATUS] = TOO_FAR
            return
        if h != 0.0:
            move(run)
        status = find_position(run)
        if status != DONE:
            run[at.STATUS] = status
            return
        quality = take_matrix(run)
        run[at.VALID] = 1
        if not abs(quality) > option[at.MIN_PIVOT]:
            run[at.STATUS] = SINGULAR
            return
        sign = 1.0 if quality > 0 else -1.0
        if option[at.SIGN] == 0.0:
            option[at.SIGN] = sign
        elif option[at.SIGN] != sign:
            run[at.STATUS] = OTHER_SIDE
            return
        pivots[k] = abs(quality)
        find_motion(run, k)
        out_x, out_a = part(run, at.OUT_X, k), part(run, at.OUT_VDOT, k)
        for i in range(n_x):
            out_x[i] = x[i]
        for i in range(n):
            out_a[i] = vdot[i]
        if run[at.WANT_EFFORTS]:
            status = find_efforts(run, k)
            if status != DONE:
                run[at.STATUS] = status
                return
    run[at.SAMPLE] = run[at.LAST]
