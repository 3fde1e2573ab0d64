"""Kernel of a regularised particle filter: how the copies of a resampled cloud spread, compiled.

Resampling copies particles. Where a sensor sees one entry accurately (a gyroscope: the rate) and little process noise enters
another (the angle), the copies of few ancestors soon fill the whole cloud, and its spread in the entry that no sensor sees
becomes too small. So each copy is drawn towards the mean μ of its mode and spread again, by a kernel of the mode's covariance C:

    x ← x + (a − 1)(x − μ) + g C^½ n,     a² = 1 − h²,     g² = h² + (n + 3)/N_eff

h = (4/((n + 2) N_eff))^(1/(n + 4)) is the width for Gaussian clouds of N_eff effective particles in n dimensions (Silverman 1986).
a keeps mean and covariance, which the kernel alone would widen each time (West 1993; Liu & West 2001). μ and C are themselves
known from N_eff particles only: a Gaussian distribution known from that number of samples has the predictive covariance
C (N_eff + 1)/(N_eff − n − 2) (Gelman et al. 2013, §3.6), and (n + 3)/N_eff is the excess. So the spread of the cloud contains the
error that the number of particles causes.

Modes: assembly branches, and in each of them modes that a gap in the values of an entry separates, have a kernel each. Particles
beyond a wide gap that are too few for a kernel stay where they are, with the noise of the heaviest mode. Where a mode is not like a
Gaussian one, by its kurtosis, h is smaller, down to 0: the kernel would blur its shape.

References
----------
Musso, Oudjane & Le Gland (2001), in Sequential Monte Carlo Methods in Practice, ch. 12; Liu & West (2001), same book, ch. 10;
Silverman (1986), Density Estimation for Statistics and Data Analysis; Gelman et al. (2013), Bayesian Data Analysis, 3rd ed.;
Mardia (1970), Biometrika 57, 519-530
"""

from __future__ import annotations

import math
from math import tau

from biela.integrate.access import Pointer, call_kernel, compiled, floats, integers, part
from biela.kernel.linear_algebra import cholesky

from .lanes import fill, load
from .record import BINS, MODES, at

SIGNS = 2
"""Signs of the assembly branch that separate modes."""
STRAY = MODES - 1
"""Label of particles far from any mode."""
VALLEY = 0.1
"""Density in a gap between two modes, over that of the lower one."""
EMPTY_BINS = BINS // 4
"""Empty bins between a mode and particles that do not belong to it."""
UNLIKE = 0.05
"""Difference of the kurtosis from that of a Gaussian cloud, over the latter, from which the kernel would blur a shape; and three
standard deviations of the difference by chance."""
WIDEST_GROWTH = 0.25
"""Most by which one resampling widens the covariance: many entries and few particles would let it grow without bounds."""
LEAST_EFFECTIVE = 20.0
"""Effective particles of a mode; at least twice the number of entries."""


@compiled
def regularise(run: Pointer) -> None:
    """Find SHIFT of every particle, and JITTER of every mode, from the weights before resampling."""
    find_deviations(run)
    modes = split_modes(run)
    heaviest = find_kernels(run, modes)
    shift_particles(run, heaviest)


@compiled
def find_deviations(run: Pointer) -> None:
    """Find entries of all particles minus the mean of the step, to SHIFT; angles the short way round; a mode for each branch."""
    W, n, first = run[at.LANES], run[at.N_D], run[at.N_D] - run[at.N_E]
    angle, places, p_places = integers(run, at.ANGLE), integers(run, at.PLACES), integers(run, at.P_PLACES)
    centre = part(run, at.OUT_MEAN, run[at.STEP])
    for group in range(run[at.GROUPS]):
        d, x, p = part(run, at.SHIFT, group), part(run, at.STATES, group), part(run, at.PARAMETERS, group)
        for k in range(n):
            for lane in range(W):
                value = x[places[k] * W + lane] if k < first else p[p_places[k - first] * W + lane]
                d[k * W + lane] = value - centre[k]
            if angle[k] != 0:
                for lane in range(W):
                    d[k * W + lane] -= tau * math.floor(d[k * W + lane] / tau + 0.5)
        sign = part(run, at.SIGN, group)
        for lane in range(W):
            branch = 0
            for b in range(min(run[at.N_B], SIGNS)):
                branch = 2 * branch + (sign[b * W + lane] < 0.0)
            d[n * W + lane] = branch
    if run[at.N_TANGENT]:
        find_rotations(run)


@compiled
def find_rotations(run: Pointer) -> None:
    """Find tangent entries of SHIFT: x ⊖ x₀, x₀ the heaviest particle."""
    W, w, x, best = run[at.LANES], floats(run, at.WEIGHT), floats(run, at.STATES), 0
    for i in range(run[at.N]):
        if w[i] > w[best]:
            best = i
    origin, d, tangent = floats(run, at.ORIGIN), floats(run, at.D_LANES), integers(run, at.TANGENT)
    for i in range(run[at.N_X]):
        for lane in range(W):
            origin[i * W + lane] = x[((best // W) * run[at.N_X] + i) * W + best % W]
    for group in range(run[at.GROUPS]):
        load(run, group)
        call_kernel(run, at.DIFFERENCE, at.ARG_DIFFERENCE, at.TO_D)
        own = part(run, at.SHIFT, group)
        for j in range(run[at.N_TANGENT]):
            for lane in range(W):
                own[tangent[j] * W + lane] = d[tangent[j] * W + lane]


@compiled
def split_modes(run: Pointer) -> int:
    """Label particles on both sides of gaps, in the last row of SHIFT; the number of modes."""
    modes, mode = 1 << min(run[at.N_B], SIGNS), 0
    while mode < modes:
        entry = 0
        while entry < run[at.N_D]:
            cut, kind = find_gap(run, mode, entry)
            if kind == 0 or (kind == 1 and modes == STRAY):
                entry += 1
                continue
            # both sides are modes (1), or the particles above (2) or below (3) the gap are strays
            label(run, mode, entry, cut, modes if kind == 1 else STRAY, kind == 3)
            modes += kind == 1
        mode += 1
    return modes  # type: ignore[no-any-return]


@compiled
def label(run: Pointer, mode: int, entry: int, cut: float, new: int, below: bool) -> None:
    """Give particles of a mode above a cut in an entry (or below it) a new label."""
    W, n = run[at.LANES], run[at.N_D]
    for group in range(run[at.GROUPS]):
        d = part(run, at.SHIFT, group)
        for lane in range(W):
            if d[n * W + lane] == mode and (d[entry * W + lane] > cut) != below:
                d[n * W + lane] = new


@compiled
def find_gap(run: Pointer, mode: int, entry: int) -> tuple[float, int]:
    """Find a gap in the density of an entry in a mode: its middle and the kind of gap, see `split_modes`; 0: none."""
    N, W, n, w = run[at.N], run[at.LANES], run[at.N_D], floats(run, at.WEIGHT)
    bins, squares = part(run, at.HISTOGRAM, 0), part(run, at.HISTOGRAM, 1)
    low, high = 1e300, -1e300
    for i in range(N):
        d = part(run, at.SHIFT, i // W)
        if d[n * W + i % W] == mode and w[i] > 0.0:
            value = d[entry * W + i % W]
            low, high = min(low, value), max(high, value)
    if not high - low > 1e-12 * (abs(low) + abs(high)):
        return 0.0, 0
    width = (high - low) / BINS
    fill(floats(run, at.HISTOGRAM), 0.0, 2 * BINS)
    for i in range(N):
        d = part(run, at.SHIFT, i // W)
        if d[n * W + i % W] == mode:
            b = min(max(int((d[entry * W + i % W] - low) / width), 0), BINS - 1)
            bins[b] += w[i]
            squares[b] += w[i] * w[i]
    b, kind = deepest_gap(run)
    return low + (b + 0.5) * width, kind


@compiled
def deepest_gap(run: Pointer) -> tuple[float, int]:
    """Return the bin in the middle of a gap of HISTOGRAM, and its kind."""
    bins, squares = part(run, at.HISTOGRAM, 0), part(run, at.HISTOGRAM, 1)
    total = both = 0.0
    for b in range(BINS):
        total += bins[b]
        both += squares[b]
    enough = max(LEAST_EFFECTIVE, 2.0 * run[at.N_D])
    below = below_squares = peak_below = 0.0
    first_empty = best = -1
    lowest = VALLEY
    for b in range(1, BINS - 1):
        below, below_squares = below + bins[b - 1], below_squares + squares[b - 1]
        peak_below = max(peak_below, bins[b - 1])
        peak_above = 0.0
        for c in range(b + 1, BINS):
            peak_above = max(peak_above, bins[c])
        density = (bins[b - 1] + bins[b] + bins[b + 1]) / 3.0
        lower = min(peak_below, peak_above)
        above, above_squares = total - below - bins[b], both - below_squares - squares[b]
        left = below * below / below_squares if below_squares > 0.0 else 0.0
        right = above * above / above_squares if above_squares > 0.0 else 0.0
        if left >= enough and right >= enough and density < lowest * lower:
            lowest, best = density / lower, b
        # a run of empty bins, with a mode on one of its sides
        if bins[b] > 0.0:
            first_empty = -1
        elif first_empty < 0:
            first_empty = b
        if best < 0 and first_empty >= 0 and b - first_empty + 1 >= EMPTY_BINS and max(left, right) >= enough:
            return b - 0.5 * EMPTY_BINS, 2 if left >= right else 3
    return float(best), 1 if best >= 0 else 0


@compiled
def find_kernels(run: Pointer, modes: int) -> int:
    """Find MODE_MEAN and JITTER of each mode, and in MODE the share of deviations that is kept; return the heaviest mode."""
    n, weight, squares, keep = run[at.N_D], part(run, at.MODE, 0), part(run, at.MODE, 1), part(run, at.MODE, 2)
    fixed = floats(run, at.FIXED_JITTER)
    find_moments(run, modes)
    add_fourth_moments(run, modes)
    heaviest = 0
    for m in range(modes):
        heaviest = m if weight[m] > weight[heaviest] else heaviest
        effective = weight[m] * weight[m] / squares[m] if squares[m] > 0.0 else 1.0
        h2 = min((4.0 / ((n + 2.0) * effective)) ** (2.0 / (n + 4.0)), 1.0) * likeness(run, m, effective)
        keep[m] = math.sqrt(1.0 - h2)
        g2, C = h2 + min((n + 3.0) / effective, WIDEST_GROWTH), part(run, at.MOMENTS, m)
        for k in range(n):  # JITTER: a root of g² times the covariance, and of the jitter that was asked for
            for j in range(k + 1):
                C[k * n + j] *= g2
            C[k * n + k] += fixed[k] * fixed[k]
        cholesky(C, part(run, at.JITTER, m), n)
    return heaviest


@compiled
def find_moments(run: Pointer, modes: int) -> None:
    """Find weights, means and covariances C of the modes; to JITTER a root of C."""
    N, W, n, w = run[at.N], run[at.LANES], run[at.N_D], floats(run, at.WEIGHT)
    weight, squares = part(run, at.MODE, 0), part(run, at.MODE, 1)
    fill(weight, 0.0, modes)
    fill(squares, 0.0, modes)
    fill(floats(run, at.MODE_MEAN), 0.0, modes * n)
    fill(floats(run, at.MOMENTS), 0.0, modes * n * n)
    for i in range(N):
        d, lane = part(run, at.SHIFT, i // W), i % W
        m = int(d[n * W + lane])
        if m < modes:
            weight[m] += w[i]
            squares[m] += w[i] * w[i]
            mean, C = part(run, at.MODE_MEAN, m), part(run, at.MOMENTS, m)
            for k in range(n):
                wd = w[i] * d[k * W + lane]
                mean[k] += wd
                for j in range(k + 1):
                    C[k * n + j] += wd * d[j * W + lane]
    for m in range(modes):
        mean, C, share = part(run, at.MODE_MEAN, m), part(run, at.MOMENTS, m), 1.0 / max(weight[m], 1e-300)
        for k in range(n):
            mean[k] *= share
            for j in range(k + 1):
                C[k * n + j] = C[k * n + j] * share - mean[k] * mean[j]
            C[k * n + k] = max(C[k * n + k], 0.0)
        cholesky(C, part(run, at.JITTER, m), n)


@compiled
def add_fourth_moments(run: Pointer, modes: int) -> None:
    """Add Σ w (dᵀ C⁻¹ d)² of the modes, d the deviation from the mean, to MODE."""
    N, W, n, w, y = run[at.N], run[at.LANES], run[at.N_D], floats(run, at.WEIGHT), floats(run, at.WHITE)
    fourth = part(run, at.MODE, 3)
    fill(fourth, 0.0, modes)
    for i in range(N):
        d, lane = part(run, at.SHIFT, i // W), i % W
        m = int(d[n * W + lane])
        if m < modes and w[i] > 0.0:
            mean, L, distance = part(run, at.MODE_MEAN, m), part(run, at.JITTER, m), 0.0
            for k in range(n):
                y[k] = 0.0
                if L[k * n + k] > 0.0:
                    total = d[k * W + lane] - mean[k]
                    for j in range(k):
                        total -= L[k * n + j] * y[j]
                    y[k] = total / L[k * n + k]
                    distance += y[k] * y[k]
            fourth[m] += w[i] * distance * distance


@compiled
def likeness(run: Pointer, m: int, effective: float) -> float:
    """Rate the likeness of a mode to a Gaussian one, from 0 to 1, by its kurtosis.

    Σ w (dᵀ C⁻¹ d)² of N_eff particles in r dimensions is r (r + 2) ± √(8 r (r + 2)/N_eff) (Mardia 1970).
    """
    n, L, r = run[at.N_D], part(run, at.JITTER, m), 0.0
    for k in range(n):
        r += L[k * n + k] > 0.0
    weight = part(run, at.MODE, 0)[m]
    if r == 0.0 or not weight > 0.0:
        return 0.0
    gaussian = r * (r + 2.0)
    tolerance = UNLIKE + 3.0 * math.sqrt(8.0 / (gaussian * effective))
    return max(0.0, 1.0 - abs(part(run, at.MODE, 3)[m] / (weight * gaussian) - 1.0) / tolerance)  # type: ignore[no-any-return]


@compiled
def shift_particles(run: Pointer, heaviest: int) -> None:
    """Set SHIFT = (a − 1)(x − μ) of the particle's mode; strays stay, with the noise of the heaviest one."""
    W, n, keep = run[at.LANES], run[at.N_D], part(run, at.MODE, 2)
    for group in range(run[at.GROUPS]):
        d = part(run, at.SHIFT, group)
        for lane in range(W):
            m = int(d[n * W + lane])
            stray = m == STRAY
            m = heaviest if stray else m
            mean, share = part(run, at.MODE_MEAN, m), 0.0 if stray else keep[m] - 1.0
            for k in range(n):
                d[k * W + lane] = share * (d[k * W + lane] - mean[k])
            d[n * W + lane] = m
