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
        pytest.skip(f"no {kind} here: apt-get install {kind if kind == 'chromium' else 'firefox-esr'} to run the tests of pages")
    return KINDS[kind].Browser()  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def running() -> Iterator[chromium.Browser]:
    """Chromium, started once: that takes longer than most tests of a page."""
    browser = _started("chromium")
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def browser(running: chromium.Browser) -> Iterator[chromium.Browser]:
    """Chromium with a page of this file's own; none afterwards, because a page plays on, and drawing takes a whole processor."""
    running.renew()
    yield running
    running.leave()


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def any_browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Chromium, and Firefox in the long tests."""
    if request.param == "chromium":
        yield request.getfixturevalue("browser")
        return
    browser = _started(request.param)
    yield browser
    browser.close()


@pytest.fixture(autouse=True)
def as_begun(request: pytest.FixtureRequest) -> None:
    """Each test begins with the same window, whichever came before."""
    names = [name for name in ("browser", "any_browser") if name in request.fixturenames]
    for browser in {id(found): found for found in map(request.getfixturevalue, names)}.values():
        if isinstance(browser, chromium.Browser):
            browser.as_begun()
