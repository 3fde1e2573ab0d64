"""Which processor code is made for."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from biela.base.errors import DescriptionError
from biela.kernel import processor

x86 = pytest.mark.skipif(processor.is_arm(), reason="levels of x86-64")
HERE = [level for level in processor.LEVELS if processor._has(level)]
SCRIPT = """
import math
from biela.kernel import processor
from biela.kernel.kernel import compile_kernels
import casadi
x = casadi.SX.sym("x", 3)
f = casadi.Function("f", [x], [casadi.sin(x[0]) * x[1] + casadi.exp(x[2])], ["x"], ["y"])
kernel = compile_kernels(lambda: {"f": f}, key=None, names=["f"])["f"]
print(processor.description(), processor.lanes(), float(kernel([0.5, 2.0, 0.1])[0]), kernel.batch([[0.5, 2.0, 0.1]])[0, 0])
"""


@x86
@pytest.mark.parametrize("level", HERE)
def test_code_of_every_level_that_the_processor_reaches(level: str) -> None:
    environment = {**os.environ, "BIELA_TARGET": level}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True)
    name, lanes, one, many = done.stdout.split()
    assert name == level and int(lanes) == {"x86-64-v4": 8, "x86-64-v3": 8}.get(level, 4)
    assert float(one) == pytest.approx(2.0640219953, rel=1e-9) and float(many) == pytest.approx(float(one), rel=1e-15)


@x86
@pytest.mark.parametrize(("word", "reason"), [("x86-64-v9", "no such level"), ("aarch64", "not of that level")])
def test_levels_that_cannot_be_had(monkeypatch: pytest.MonkeyPatch, word: str, reason: str) -> None:
    monkeypatch.setenv("BIELA_TARGET", word)
    processor.chosen.cache_clear()
    try:
        with pytest.raises(DescriptionError, match=rf"BIELA_TARGET={word}.*{reason}.*Choose .*x86-64, or unset"):
            processor.chosen()
    finally:
        monkeypatch.undo()
        processor.chosen.cache_clear()


@x86
def test_levels_follow_the_instruction_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    def level(*features: str) -> str | None:
        monkeypatch.setattr(processor, "_host", lambda: dict.fromkeys(features, True))
        processor.level.cache_clear()
        return processor.level()

    monkeypatch.delenv("BIELA_TARGET", raising=False)
    try:
        assert level(*processor.V4) == "x86-64-v4"
        assert level(*processor.V3, "avx512f") == "x86-64-v3"
        assert level(*processor.V2) == "x86-64-v2"
        assert level("sse3") is None
    finally:
        processor.level.cache_clear()
