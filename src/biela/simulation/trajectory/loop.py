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

from biela.kernel.call import call_kernel, floats, integers
from biela.kernel.linear_algebra import factorise, solve, solve_transposed
from biela.kernel.routine import Pointer, compiled, routine

# fmt: off
# places in the table of a run
(N_Q, N_V, N_X, N_HINTS, ROWS, N_Y, N_U, N_P, N_A, N_D, FIRST, LAST, STATUS, SAMPLE, ITERATIONS, EVALUATIONS, WANT_EFFORTS,
 POSITION, ACCELERATION, EFFORT, RETRACT,                               # kernels
 ARG, ARG_Y, ARG_VDOT, ARG_XI, TO_POSITION, TO_GAMMA, TO_EFFORT, TO_Q, WORK,  # tables of addresses
 T, X, U, PARAMETERS, Y, VDOT, XI, QNEW,                                      # arguments, one sample
 RESIDUAL, MATRIX, DRIFT, HINTS, GAMMA, FORCE, MAP,                     # results of kernels
 CHOSEN, UNIT, OUTPUT, WEIGHT,                                          # chosen rows, units of v, outputs among the rows
 LU, PERM, RHS, Z, SMALL, SMALL_PERM, SHARE, MU, VALID,                 # linear algebra
 TIMES, TARGETS, RATES, CURVES,                                         # what is asked, sample by sample
 OUT_X, OUT_VDOT, OUT_U, OUT_W, OUT_PIVOT, OUT_SIGN,                    # what is found
 OPTION) = range(69)
# fmt: on
TOLERANCE, LONGEST, PIVOT = range(3)
"""Options: largest residual, longest step, smallest pivot of A beside the largest."""

DONE, TOO_FAR, NOT_CONVERGED, SINGULAR, OTHER_SIDE, CONTRADICTION, LOST_ACTUATION = range(7)
"""Why a loop ended."""
ROUNDING = 1e-15
"""Residual below which another step gains nothing."""
MOST = 12
"""Newton steps for a sample."""


@compiled
def take_matrix(run: Pointer) -> float:
    """Factors of the chosen rows of A; what `factorise` returns."""
    n, rows = run[N_V], run[ROWS]
    A, M, chosen = floats(run[MATRIX]), floats(run[LU]), integers(run[CHOSEN])
    for j in range(n):
        for c in range(n):
            M[j * n + c] = A[j * rows + chosen[c]]
    return factorise(M, integers(run[PERM]), n)  # type: ignore[no-any-return]


@compiled
def largest_residual(run: Pointer, chosen_only: bool) -> float:
    r, chosen = floats(run[RESIDUAL]), integers(run[CHOSEN])
    worst = 0.0
    if chosen_only:
        for c in range(run[N_V]):
            worst = max(worst, abs(r[chosen[c]]))
    else:
        for i in range(run[ROWS]):
            worst = max(worst, abs(r[i]))
            if r[i] != r[i]:
                return 1e300
    return worst


@compiled
def move(run: Pointer) -> None:
    """q ← q ⊕ XI, with the turns of cut joints counted."""
    call_kernel(run[RETRACT], run[ARG_XI], run[TO_Q], run[WORK])
    x, q = floats(run[X]), floats(run[QNEW])
    for i in range(run[N_Q]):
        x[i] = q[i]


@compiled
def look(run: Pointer) -> None:
    """Residuals and A where the machine is; hints follow."""
    call_kernel(run[POSITION], run[ARG_Y], run[TO_POSITION], run[WORK])
    run[EVALUATIONS] += 1
    x, hints = floats(run[X]), floats(run[HINTS])
    first = run[N_Q] + run[N_V]
    for i in range(run[N_HINTS]):
        x[first + i] = hints[i]


@compiled
def find_position(run: Pointer) -> int:
    """Newton's method from the prediction. The factors in LU serve as long as each step gains a digit."""
    n, option = run[N_V], floats(run[OPTION])
    r, rhs, xi, unit = floats(run[RESIDUAL]), floats(run[RHS]), floats(run[XI]), floats(run[UNIT])
    chosen = integers(run[CHOSEN])
    before = 1e300
    for iteration in range(MOST):
        look(run)
        worst = largest_residual(run, True)
        if worst <= option[TOLERANCE] and (worst <= ROUNDING or worst > 0.1 * before):
            # rows that were not chosen repeat the others, unless the task contradicts itself
            return DONE if largest_residual(run, False) <= 1e4 * option[TOLERANCE] else CONTRADICTION
        if not worst < 1e300:
            return NOT_CONVERGED
        if iteration > 1 and worst > 2.0 * before:
            return NOT_CONVERGED
        if run[VALID] == 0 or (iteration > 0 and worst > 0.1 * before):
            if not abs(take_matrix(run)) > 0.0:
                return SINGULAR
            run[VALID] = 1
        before = worst
        for c in range(n):
            rhs[c] = -r[chosen[c]]
        solve_transposed(floats(run[LU]), integers(run[PERM]), n, floats(run[RHS]))
        longest = 0.0
        for i in range(n):
            longest = max(longest, abs(rhs[i]))
            xi[i] = unit[i] * rhs[i]
        if not longest <= option[LONGEST]:
            return TOO_FAR
        move(run)
        run[ITERATIONS] += 1
    return NOT_CONVERGED


@compiled
def find_motion(run: Pointer, k: int) -> None:
    """Velocity and acceleration with the factors in LU."""
    n, n_q, rows = run[N_V], run[N_Q], run[ROWS]
    own = rows - run[N_D]  # first row of the outputs
    M, perm = floats(run[LU]), integers(run[PERM])
    rhs, unit, x, vdot = floats(run[RHS]), floats(run[UNIT]), floats(run[X]), floats(run[VDOT])
    drift, gamma, chosen = floats(run[DRIFT]), floats(run[GAMMA]), integers(run[CHOSEN])
    rate, curve = floats(run[RATES] + 8 * k * run[N_D]), floats(run[CURVES] + 8 * k * run[N_D])
    for c in range(n):
        i = chosen[c]
        rhs[c] = drift[i] if i < own else rate[i - own]
    solve_transposed(M, perm, n, rhs)
    for i in range(n):
        x[n_q + i] = unit[i] * rhs[i]
    call_kernel(run[ACCELERATION], run[ARG], run[TO_GAMMA], run[WORK])
    for c in range(n):
        i = chosen[c]
        rhs[c] = gamma[i] if i < own else gamma[i] + curve[i - own]
    solve_transposed(M, perm, n, rhs)
    for i in range(n):
        vdot[i] = unit[i] * rhs[i]


@compiled
def find_efforts(run: Pointer, k: int) -> int:
    """Forces w of the outputs, and the efforts u of the actuators that give them."""
    n, own, n_a = run[N_V], run[ROWS] - run[N_D], run[N_A]
    M, perm, chosen, slot = floats(run[LU]), integers(run[PERM]), integers(run[CHOSEN]), integers(run[OUTPUT])
    z, Q, B, PT, S = floats(run[Z]), floats(run[FORCE]), floats(run[MAP]), floats(run[SHARE]), floats(run[SMALL])
    weight, w = floats(run[WEIGHT]), floats(run[MU])
    call_kernel(run[EFFORT], run[ARG_VDOT], run[TO_EFFORT], run[WORK])
    n_d = 0
    for c in range(n):
        if chosen[c] >= own:
            slot[n_d] = c
            n_d += 1
    for i in range(n):
        z[i] = Q[i]
    solve(M, perm, n, z)
    out_w, out_u = floats(run[OUT_W] + 8 * k * run[N_D]), floats(run[OUT_U] + 8 * k * n_a)
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
    quality = factorise(S, integers(run[SMALL_PERM]), n_d)
    option = floats(run[OPTION])
    if not abs(quality) > option[PIVOT]:
        return LOST_ACTUATION
    solve(S, integers(run[SMALL_PERM]), n_d, w)
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
def follow(run: Pointer) -> None:
    """Samples FIRST to LAST − 1; X, V, VDOT and LU are those of the sample before FIRST. STATUS tells how it ended."""
    n, n_q, n_x, n_y = run[N_V], run[N_Q], run[N_X], run[N_Y]
    times, t, x, y = floats(run[TIMES]), floats(run[T]), floats(run[X]), floats(run[Y])
    xi, vdot, option = floats(run[XI]), floats(run[VDOT]), floats(run[OPTION])
    pivots, signs = floats(run[OUT_PIVOT]), floats(run[OUT_SIGN])
    run[STATUS] = DONE
    for k in range(run[FIRST], run[LAST]):
        run[SAMPLE] = k
        h = times[k] - t[0]
        t[0] = times[k]
        target = floats(run[TARGETS] + 8 * k * n_y)
        for i in range(n_y):
            y[i] = target[i]
        longest, unit = 0.0, floats(run[UNIT])
        for i in range(n):
            xi[i] = h * (x[n_q + i] + 0.5 * h * vdot[i])
            longest = max(longest, abs(xi[i]) / unit[i])
        if not longest <= option[LONGEST]:
            run[STATUS] = TOO_FAR
            return
        if h != 0.0:
            move(run)
        status = find_position(run)
        if status != DONE:
            run[STATUS] = status
            return
        quality = take_matrix(run)
        run[VALID] = 1
        if not abs(quality) > option[PIVOT]:
            run[STATUS] = SINGULAR
            return
        sign = 1.0 if quality > 0 else -1.0
        if signs[0] == 0.0:
            signs[0] = sign
        elif signs[0] != sign:
            run[STATUS] = OTHER_SIDE
            return
        pivots[k] = abs(quality)
        find_motion(run, k)
        out_x, out_a = floats(run[OUT_X] + 8 * k * n_x), floats(run[OUT_VDOT] + 8 * k * n)
        for i in range(n_x):
            out_x[i] = x[i]
        for i in range(n):
            out_a[i] = vdot[i]
        if run[WANT_EFFORTS]:
            status = find_efforts(run, k)
            if status != DONE:
                run[STATUS] = status
                return
    run[SAMPLE] = run[LAST]
