"""The reference page of elements, from their declarations: what each does, what it is described by, and in which units."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

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
    return [f"### {declaration.word}", "", inspect.getdoc(declaration.cls) or "", "", *_table(own)]


def _table(data: Iterable[Datum]) -> list[str]:
    keys, rows = {d.argument: d.key for d in data}, []
    for name, role, default, _ in arguments(tuple(data)):
        key = "" if keys[name] == name else f" ({keys[name]})"
        value = "required" if default is inspect.Parameter.empty else "" if default is None else f"`{default}`"
        rows.append(f"| `{name}`{key} | {role.about or role.kind} | {shown_unit(role)} | {value} |")
    return ["| | | unit | default |", "|---|---|---|---|", *rows, ""] if rows else []
