"""Whatever biela writes goes through `atomic.write_whole`: no other file of the package opens one to write."""

from __future__ import annotations

import ast
import re

import pytest
from test_folder_order import PACKAGE

OWNERS = ("base/atomic.py", "kernel/cache.py")
"""The owner, and the kernel cache, which checks its entries and builds damaged ones again."""
METHODS = {"write_text", "write_bytes", "touch", "rename", "symlink_to", "hardlink_to", "to_netcdf", "tofile"}
"""Methods that write or move a file."""
TABLES = {"to_csv": 0, "to_parquet": 0, "to_html": 0, "savefig": 0, "write_table": 1}
"""Methods that write a file if they are given more than so many arguments, unless those are one of `MEMORY`."""
MEMORY = {"picture", "image"}
SUSPECT = re.compile(r"open\(|\.replace\(|dump\(|\.save\w*\(|" + "|".join([*METHODS, *TABLES]))


def _writes(call: ast.Call) -> bool:
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    owner = getattr(function.value, "id", "") if isinstance(function, ast.Attribute) else ""
    if name in ("open", "fdopen"):
        if owner == "os":
            return "O_WRONLY" in ast.unparse(call) and "devnull" not in ast.unparse(call)
        given = [a.value for a in (*call.args, *(k.value for k in call.keywords)) if isinstance(a, ast.Constant)]
        return any(re.fullmatch(r"r?b?t?[wxa+][bt+]*", text) for text in given if isinstance(text, str))
    if name in TABLES:
        return len([a for a in call.args if getattr(a, "id", "") not in MEMORY]) > TABLES[name]
    if name == "replace":  # of a path: a text has two arguments, a data class keywords
        return owner == "os" or (len(call.args) == 1 and not call.keywords)
    return name in METHODS or (owner in ("np", "json", "pickle") and name in ("save", "savez", "savetxt", "dump"))


def test_only_the_owner_writes() -> None:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        place, text = path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8")
        if place not in OWNERS and SUSPECT.search(text):
            calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and _writes(node)]
            found += [f"{place}:{call.lineno}: {ast.unparse(call)[:80]}" for call in calls]
    assert not found, "write with biela.base.atomic.write_whole"


WRITERS = (
    "open(p, 'w')", "p.open(mode='wb')", "p.write_text(s)", "p.replace(q)", "t.to_csv(p)", "f.savefig(p, dpi=1)",
    "np.savez(p, x)", "os.open(p, os.O_WRONLY)", "json.dump(x, f)", "pq.write_table(t, p)", "os.replace(p, q)",
)  # fmt: skip
OTHERS = ("open(p)", "s.replace('a', 'b')", "t.to_csv(index=False)", "f.savefig(picture)", "json.dumps(x)")


@pytest.mark.parametrize("text", WRITERS + OTHERS)
def test_the_walk_sees_writers_and_leaves_others_alone(text: str) -> None:
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call) and _writes(call) == (text in WRITERS)


LITERAL = {"identify.py": "name", "__init__.py": "file"}
"""Names that the package itself gives, by file."""


def _is_checked(part: ast.expr, file: str) -> bool:
    """Whether a part of a path is a text of ours, or went through `file_name`."""
    if isinstance(part, ast.JoinedStr):
        return all(_is_checked(value, file) for value in part.values)
    if isinstance(part, ast.FormattedValue):
        return _is_checked(part.value, file)
    if isinstance(part, ast.Call):
        return getattr(part.func, "id", "") == "file_name"
    return isinstance(part, ast.Constant) or (isinstance(part, ast.Name) and (part.id.isupper() or LITERAL.get(file) == part.id))


def _is_folder(part: ast.expr) -> bool:
    text = ast.unparse(part)
    return bool(re.match(r"Path\(|out\b", text) or re.search(r"(folder|directory|place|\.parent)$", text))


ROOMS_THAT_WRITE = ("simulation", "identify", "estimate", "files", "library", "report", "figures", "app", "studio", "cli")


def test_no_name_becomes_a_path_unchecked() -> None:
    found = []
    for room in ROOMS_THAT_WRITE:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            text = path.read_text("utf-8")
            if " / " not in text or "Path" not in text:
                continue
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and _is_folder(node.left):
                    if not _is_checked(node.right, path.name):
                        found.append(f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}: {ast.unparse(node)}")
    assert not found, "let names become part of a path through biela.base.atomic.file_name"
