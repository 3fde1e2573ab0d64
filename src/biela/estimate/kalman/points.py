"""Points of a Kalman filter that has no derivatives: spread about the mean, moved, compared, and counted in the readings."""

from __future__ import annotations

from collections.abc import Callable

from biela.estimate.implicit import integrate_each
from biela.estimate.lanes import fill, load
from biela.estimate.propagate import integrate, perturb, predict
from biela.estimate.record import BAD_COVARIANCE, LEFT_THE_CHART, at
from biela.integrate.access import Pointer, call_kernel, compiled, floats, integers, part
from biela.kernel.linear_algebra import cholesky

from .update import spread_mean


@compiled
def find_differences(run: Pointer) -> None:
    """Find d_i = x_i ⊖ x_0 of all points, to POINTS."""
    n, n_e, W, N = run[at.N_D], run[at.N_E], run[at.LANES], run[at.N]
    d, origin, x = floats(run, at.D_LANES), floats(run, at.ORIGIN), floats(run, at.STATES)
    p0, places = floats(run, at.PARAMETERS), integers(run, at.P_PLACES)
    for i in range(run[at.N_X]):
        for lane in range(W):
            origin[i * W + lane] = x[i * W]
    for group in range(run[at.GROUPS]):
        load(run, group)
        call_kernel(run, at.DIFFERENCE, at.ARG_DIFFERENCE, at.TO_D)
        p = part(run, at.PARAMETERS, group)
        for lane in range(min(W, N - group * W)):
            point = part(run, at.POINTS, group * W + lane)
            for k in range(n - n_e):
                point[k] = d[k * W + lane]
            for e in range(n_e):
                point[n - n_e + e] = p[places[e] * W + lane] - p0[places[e] * W]


def spreading(axis: Callable[[Pointer, int], int], deviations: Callable[[Pointer, int], float]) -> Callable[[Pointer, bool], bool]:
    """Make a compiled `spread_points(run, advance)`: point 0 in the middle, point i by `deviations(run, i)` along `axis(run, i)`.

    The points are closed, and moved through the step where that is asked, else their readings are predicted. Their differences
    d_i = x_i ⊖ x_0 go to POINTS.
    """

    @compiled
    def spread_points(run: Pointer, advance: bool) -> bool:
        n, W, N = run[at.N_D], run[at.LANES], run[at.N]
        L, delta, lost = floats(run, at.ROOT), floats(run, at.DELTA), integers(run, at.LOST)
        if not cholesky(floats(run, at.COVARIANCE), L, n):
            run[at.STATUS] = BAD_COVARIANCE
            return False
        for group in range(run[at.GROUPS]):
            spread_mean(run, group)
            load(run, group)
            for lane in range(W):
                i = min(group * W + lane, N - 1)
                size, column = (0.0, 0) if i == 0 else (deviations(run, i), axis(run, i))
                for k in range(n):
                    delta[k * W + lane] = size * L[k * n + column]
            perturb(run, group)
            if advance:
                load(run, group)
                if run[at.IMPLICIT]:  # so far apart that valves and pumps differ: each has Jacobians and steps of its own
                    integrate_each(run, group)
                else:
                    integrate(run)
                fill(delta, 0.0, n * W)
                perturb(run, group)
        for i in range(N):
            if lost[i] != 0:
                lost[i] = 0
                run[at.STATUS] = LEFT_THE_CHART
                return False
        find_differences(run)
        if not advance:
            for group in range(run[at.GROUPS]):
                predict(run, group)
        return True

    return spread_points


@compiled
def count_reading(run: Pointer, i: int, weight: float, mean: Pointer) -> None:
    """Add the readings of a point to S and C."""
    n, n_y, W = run[at.N_D], run[at.N_Y], run[at.LANES]
    points, y, S, C = floats(run, at.POINTS), floats(run, at.Y), floats(run, at.S), floats(run, at.C)
    row, lane = (i // W) * run[at.N_R], i % W
    for j in range(n_y):
        e = weight * (y[(row + j) * W + lane] - mean[j])
        for other in range(n_y):
            S[j * n_y + other] += e * (y[(row + other) * W + lane] - mean[other])
        for k in range(n):
            C[k * n_y + j] += e * points[i * n + k]
