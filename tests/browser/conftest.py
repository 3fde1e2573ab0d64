"""Browsers for the tests of pages; without one its tests are skipped, and say so."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import chromium
import firefox

KINDS = {"chromium": chromium, "firefox": firefox}


def _started(kind: str) -> Any:
    if KINDS[kind].EXECUTABLE is None:  # type: ignore[attr-defined]
        pytest.skip(
            f"no {kind} here: apt-get install {kind if kind == 'chromium' else 'firefox-esr'} to run the tests of pages"
        )
    return KINDS[kind].Browser()  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def browser() -> Iterator[chromium.Browser]:
    browser = _started("chromium")
    yield browser
    browser.close()


@pytest.fixture(scope="module", params=["chromium", pytest.param("firefox", marks=pytest.mark.slow(15))])
def any_browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Chromium, and Firefox in the long tests."""
    browser = _started(request.param)
    yield browser
    browser.close()
