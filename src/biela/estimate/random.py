"""Random numbers of particles, by counting: number k of a seed is always the same, in whatever order numbers are drawn.

So a run repeats to the last bit on any number of threads. The generator is SplitMix64 (Steele, Lea & Flood 2014): an
equidistributed counter, mixed. Normal numbers follow by Box and Muller's transformation, in a kernel of several lanes.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from biela.integrate.access import Pointer, call_kernel, compiled, floats, part
from biela.kernel.kernel import Kernel, compile_kernels

from .record import at

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1, MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
S30, S27, S31, S11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
PER_STEP, PER_PARTICLE = 1 << 40, 128
NOISE, JITTER, CHOICE = 0, 1 << 38, 1 << 39
"""Offsets of the numbers of a step, by their use: process noise, jitter, resampling."""


@compiled
def uniform(seed: int, counter: int) -> float:
    """Return the number `counter` of a seed, between 0 and 1, never either."""
    z = np.uint64(seed) + np.uint64(counter + 1) * GOLDEN
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    z = z ^ (z >> S31)
    return (float(np.int64(z >> S11)) + 0.5) * 1.1102230246251565e-16  # 2⁻⁵³


@compiled
def draw_normals(run: Pointer, group: int, purpose: int, count: int) -> None:
    """Draw `count` normal numbers for each lane of a group, to NORMAL."""
    W, seed = run[at.LANES], run[at.SEED]
    n, u, w = floats(run, at.NORMAL), part(run, at.UNIFORM, 0), part(run, at.UNIFORM, 1)
    first, second = part(run, at.PAIR, 0), part(run, at.PAIR, 1)
    base = run[at.COUNTER] * PER_STEP + purpose
    for j in range((count + 1) // 2):
        for lane in range(W):
            k = base + (group * W + lane) * PER_PARTICLE + 2 * j
            u[lane] = uniform(seed, k)
            w[lane] = uniform(seed, k + 1)
        call_kernel(run, at.NORMALS, at.ARG_NORMALS, at.TO_PAIR)
        for lane in range(W):
            n[2 * j * W + lane] = first[lane]
            n[(2 * j + 1) * W + lane] = second[lane]


@cache
def normals_kernel() -> Kernel:
    """Return the kernel of two normal numbers from two uniform ones: √(−2 ln u) (cos 2πw, sin 2πw)."""

    def build() -> dict[str, Any]:
        import casadi as ca

        u, w = ca.SX.sym("u"), ca.SX.sym("w")
        r = ca.sqrt(-2 * ca.log(u))
        return {"normals": ca.Function("normals", [u, w], [r * ca.cos(2 * ca.pi * w), r * ca.sin(2 * ca.pi * w)])}

    return compile_kernels(build, key="normal numbers of Box and Muller", names=["normals"])["normals"]
