"""A browser for the tests of pages; without Chromium they are skipped, and say so."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from chromium import EXECUTABLE, Browser


@pytest.fixture
def browser() -> Iterator[Browser]:
    if EXECUTABLE is None:
        pytest.skip("no Chromium here: apt-get install chromium to run the tests of pages")
    browser = Browser()
    yield browser
    browser.close()
