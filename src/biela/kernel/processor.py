"""Processor that machine code is made for: its name, its instruction sets, its level.

The levels are those of the x86-64 psABI (v2: SSE4.2; v3: AVX2 and FMA; v4: AVX-512) and, on ARM, the one 64-bit base.
`BIELA_TARGET=x86-64-v3` makes all code as for an ordinary processor of that level, whatever the one at hand can do
beyond it.
"""

from __future__ import annotations

import os
import platform
import sys
from functools import cache

import llvmlite.binding as llvm

from biela.base.errors import DescriptionError

VARIABLE = "BIELA_TARGET"
V2 = ("cx16", "sahf", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3")
V3 = (*V2, "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave")
V4 = (*V3, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
LEVELS: dict[str, tuple[str, ...]] = {"x86-64-v4": V4, "x86-64-v3": V3, "x86-64-v2": V2, "x86-64": ()}
"""Level → instruction sets, in LLVM's words; the best first."""
ARM = "aarch64"


@cache
def _host() -> dict[str, bool]:
    """Return the instruction sets of this processor; none where LLVM cannot tell."""
    try:
        return dict(llvm.get_host_cpu_features())
    except RuntimeError:
        return {}


def is_arm() -> bool:
    return platform.machine().lower() in ("arm64", "aarch64")


def _has(level: str) -> bool:
    return all(_host().get(feature) for feature in LEVELS[level])


@cache
def chosen() -> str | None:
    """Return the level that `BIELA_TARGET` asks for; None: this very processor."""
    word = os.environ.get(VARIABLE, "").strip().lower()
    if word in ("", "native"):
        return None
    here = [ARM] if is_arm() else [level for level in LEVELS if _has(level)]
    if word not in here:
        why = "this processor is not of that level" if word in (*LEVELS, ARM) else "no such level of processors"
        choice = f"Choose {', '.join(here)}, or unset {VARIABLE} for all that this processor can do."
        raise DescriptionError(f"{VARIABLE}={word}: {why}. {choice}")
    return word


@cache
def level() -> str | None:
    """Return the best level with shipped code that the processor reaches; None where it is below all of them."""
    if is_arm():
        return ARM
    levels = [name for name in LEVELS if LEVELS[name] and _has(name)]
    if (limit := chosen()) is not None:
        levels = [name for name in levels if list(LEVELS).index(name) >= list(LEVELS).index(limit)]
    return levels[0] if levels else None


@cache
def features() -> llvm.FeatureMap:
    """Return the instruction sets that code may use."""
    made = llvm.FeatureMap()
    limit = chosen()
    made.update(_host() if limit in (None, ARM) else dict.fromkeys(LEVELS[limit or ""], True))
    return made


@cache
def target() -> tuple[str, str]:
    """Return (processor, features) as LLVM's target machine takes them."""
    limit = chosen()
    cpu = llvm.get_host_cpu_name() if limit is None else "generic" if limit == ARM else limit
    return cpu, "" if limit == ARM else features().flatten()


@cache
def width() -> int:
    """Return the number of doubles in the widest register."""
    has = features()
    if has.get("avx512f") and has.get("avx512dq"):
        return 8
    return 4 if has.get("avx2") and has.get("fma") else 2


def lanes() -> int:
    """Return the number of lanes of a kernel's version with lanes: eight, in two registers where one holds four. While one register
    waits for results, the processor computes the other; and loops around kernels have half as much to do for each machine."""
    return max(8, width()) if width() > 2 else 2 * width()


@cache
def has_fma() -> bool:
    """Return whether the processor multiplies and adds in one rounding, as all 64-bit ARM do."""
    return is_arm() or bool(features().get("fma"))


def description() -> str:
    """Name the processor that code is made for: `x86-64-v3`, or `znver4-native`."""
    return chosen() or f"{target()[0]}-native"


def platform_name() -> str:
    """Name the system whose object files are linked: `linux`, `darwin`, `win32`."""
    return "linux" if sys.platform.startswith("linux") else sys.platform


def is_compact() -> bool:
    """Return whether kernels are linked together with their constants; LLVM's other linkers do not promise to place them near."""
    return platform_name() == "linux" and not is_arm()
