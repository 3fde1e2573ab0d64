"""Bad arguments for every public call: each works, or ends in an error that names the culprit.

The calls are found by introspection (`tests/faults/calls.py`): functions, classes, methods and operators of everything that they
return. A raw error is one of Python or of a library, with words that do not name an argument.
"""

from __future__ import annotations

import os
import tempfile

from calls import attack as attacked
from calls import chosen

BAD_CALLS = 5000


def attack(quick: bool, seed: int) -> tuple[int, list[str]]:
    """Every call several times; some of the calls that take no time if it is to be quick."""
    before, tried, found = os.getcwd(), 0, list[str]()
    number = BAD_CALLS // 10 if quick else BAD_CALLS
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # what a call writes does not stay
        try:
            while tried < number:  # not every kind of damage fits every argument
                more, lines = attacked(chosen(number - tried, seed + tried, slow=not quick))
                tried, found = tried + more, found + lines
        finally:
            os.chdir(before)
    return tried, found
