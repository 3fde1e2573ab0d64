"""Studies of many machines: what varies, what is measured, where it is computed and kept, and what it says.

A study is a table of samples, a machine with free parameters in place of what varies, and measures of its signals. It is cut into
blocks; a block is computed in SIMD lanes, by this process or by workers of a cluster, and stored whole or not at all. Nothing that
is stored depends on who computed it, or in which order.

Knows machine files, cases and batches. Must not know how results are drawn or where a command line puts them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from biela.base.lazy import lazy

if TYPE_CHECKING:
    from biela.study.definition import Study as Study
    from biela.study.measure import Measure as Measure
    from biela.study.result import Sweep as Sweep
    from biela.study.result import open_sweep as open_sweep
    from biela.study.run import sweep as sweep
    from biela.study.samples import Samples as Samples

__getattr__, __dir__, __all__ = lazy(__name__)  # noqa: PLE0605
