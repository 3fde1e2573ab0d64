"""The reference page of elements, from their declarations: what each does, what it is described by, and in which units."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from biela.element.declaration import Declaration, declared
from biela.element.method import arguments, shown_unit
from biela.element.role import Datum, data_of

TITLES = {
    "joints": "Joints", "couplings": "Couplings", "loads": "Loads", "actuators": "Actuators", "drives": "Drives",
    "sensors": "Sensors", "motions": "Functions of time", "shapes": "Shapes",
}  # fmt: skip
HEAD = """# Elements

The heading of an element is its method on `Mechanism` and its `type` in machine files. The names in its table are arguments of
the method and keys in files; a key that differs follows in parentheses. In units of functions of time, y is the unit of the value.
"""


def page(own: bool = True) -> str:
    """Markdown of all elements of biela, or of those that users declared."""
    lines = [HEAD]
    for section, title in TITLES.items():
        found = [d for d in declared(section).values() if d.own is own]
        if not found:
            continue
        lines += [f"## {title}", ""]
        common = getattr(found[0].cls, "common", ())
        inline = [d.role.build for d in found[0].data if d.role.kind == "inline"]
        shared = (*common, *(d for build in inline for d in data_of(build)))
        if shared:
            lines += [f"All {section} have:", "", *_table(shared)]
        lines += [line for d in found for line in _element(d, common)]
    return "\n".join(lines).rstrip() + "\n"


def _element(declaration: Declaration, common: tuple[Datum, ...]) -> list[str]:
    own = [d for d in declaration.data if d not in common and d.role.kind != "inline"]
    example = example_of(declaration)
    shown = ["```yaml", example, "```", ""] if example else []
    return [f"### {declaration.word}", "", inspect.getdoc(declaration.cls) or "", "", *_table(own), *shown]


@cache
def examples() -> str:
    """Return a machine file with every element of biela."""
    return Path(__file__).with_name("examples.yaml").read_text("utf-8")


def example_of(declaration: Declaration) -> str:
    """Return an entry of a machine file with an element, under the name of its section; empty for those of users."""
    word = "" if declaration.section == "drives" else rf"\{{(?:type: )?{declaration.word}[,:}}]"
    for section, block in re.findall(r"^(\w+):\n((?:  .*\n)+)", examples(), re.MULTILINE):
        if declaration.section in (section, "motions") and (line := re.search(rf"^  .*{word}.*$", block, re.MULTILINE)):
            return f"{section}:\n{line[0]}"
    return ""


def entry(declaration: Declaration) -> str:
    """Return the page of an element in a terminal: meaning, keys with units and defaults, an example."""
    place = f"the {declaration.section} of a {'car' if 'tyre' in declaration.section else 'machine'} file"
    return terminal_page(f"{declaration.word}, of {place}", declaration.cls, declaration.data, example_of(declaration))


def terminal_page(title: str, described: Any, data: Iterable[Datum], example: str = "") -> str:
    """Title, documentation and keys of what a file may hold, for a terminal."""
    kept = tuple(d for d in data if d.role.kind != "inline")
    keys = {d.argument: d.key for d in kept}
    given = [(keys[name], role, _default(default, "default {}")) for name, role, default, _ in arguments(kept)]
    rows = [(key, shown_unit(role), value, role.about or role.kind) for key, role, value in given]
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(3)]
    table = ["  ".join(f"{cell:<{w}}" for cell, w in zip(row, (*widths, 0), strict=True)).rstrip() for row in rows]
    shown = (f"    {line}" for line in example.splitlines())
    return "\n".join([title, "", inspect.getdoc(described) or "", "", *table, "", *shown]).rstrip()


def _default(value: object, form: str) -> str:
    return "required" if value is inspect.Parameter.empty else "" if value is None else form.format(value)


def _table(data: Iterable[Datum]) -> list[str]:
    keys, rows = {d.argument: d.key for d in data}, []
    for name, role, default, _ in arguments(tuple(data)):
        key = "" if keys[name] == name else f" ({keys[name]})"
        rows.append(f"| `{name}`{key} | {role.about or role.kind} | {shown_unit(role)} | {_default(default, '`{}`')} |")
    return ["| | | unit | default |", "|---|---|---|---|", *rows, ""] if rows else []
