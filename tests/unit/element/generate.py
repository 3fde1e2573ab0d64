"""What is written from the declarations: the stub of the methods of `Mechanism`, and the reference page of elements.

`python tests/unit/element/generate.py` writes both.
"""

from __future__ import annotations

import inspect
import textwrap
from pathlib import Path
from typing import Any

from biela.element.declaration import Declaration, declared
from biela.element.method import signature
from biela.element.reference import page
from biela.mechanism import mechanism as _declares_all_elements  # noqa: F401
from biela.mechanism import verbs

FILE = Path(verbs.__file__).with_suffix(".pyi")
PAGE = Path(__file__).parents[3] / "docs" / "reference" / "elements.md"
HEAD = '''# fmt: off
"""Written by tests/unit/element/generate.py from the declarations of the elements: run it after one has changed."""

from collections.abc import Callable
from typing import Any

'''


def _method(declaration: Declaration) -> str:
    own = signature(declaration, "Joint" if declaration.section == "joints" else "")
    words, star = ["self"], False
    for name, p in list(own.parameters.items())[1:]:
        if p.kind is p.VAR_POSITIONAL:
            words.append(f"*{name}: {p.annotation}")
            star = True
            continue
        if p.kind is p.KEYWORD_ONLY and not star:
            words.append("*")
            star = True
        default = "" if p.default is p.empty else f" = {p.default!r}"
        words.append(f"{name}: {p.annotation}{default}")
    start, end = f"    def {declaration.word}(", f") -> {own.return_annotation}:"
    about = f'"""{declaration.about}"""'
    indent: dict[str, Any] = {"subsequent_indent": "        ", "break_long_words": False, "break_on_hyphens": False}
    lines = [start + ", ".join(words) + end]
    if len(lines[0]) > 128:
        lines = [start, *textwrap.wrap(", ".join(words), 120, initial_indent="        ", **indent), f"    {end}"]
    return "\n".join([*lines, *textwrap.wrap(about, 120, initial_indent="        ", **indent)]) + "\n"


def text() -> str:
    """The stub, as the declarations say it now."""
    found = [
        d
        for section in ("joints", "couplings", "loads", "actuators", "sensors")
        for d in declared(section).values()
        if d.own and d.word not in verbs.WRITTEN_BY_HAND
    ]
    homes = {"biela.mechanism.parts": {"Joint", "Parts", "Place", "Triple"}, "biela.mechanism.parameter": {"Scalar"}}
    for d in found:
        if d.section != "joints":
            homes.setdefault(inspect.getmodule(d.cls).__name__, set()).add(d.cls.__name__)  # type: ignore[union-attr]
    imports = "".join(f"from {home} import {', '.join(sorted(names))}\n" for home, names in sorted(homes.items()))
    body = "\n".join(_method(d) for d in found)
    return f"{HEAD}{imports}\nWRITTEN_BY_HAND: tuple[str, ...]\n\nclass Verbs(Parts):\n{body}"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
    PAGE.write_text(page(), "utf-8")
