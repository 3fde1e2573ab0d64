"""Values of the components of a network, each read in its role; see `biela.network.registry`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from biela.errors import nearest
from biela.files import schema
from biela.files.document import Path_
from biela.files.expression import CONSTANTS, Node, Quantity
from biela.files.law import TIME, TextLaw
from biela.files.network_law import ElementLaw, FieldLaw, SignalElementLaw, SignalMatrix
from biela.files.parser import parse
from biela.files.values import Failed, Values
from biela.mechanism.parameter import Expression
from biela.network.registry import Role


class NetworkValues:
    """Reads values of components with the values of a machine file."""

    def __init__(self, values: Values):
        self.values, self.document = values, values.document
        self.named: list[tuple[Path_, str]] = []  # signals in laws

    @contextmanager
    def scope(self, own: Mapping[str, Quantity]) -> Iterator[None]:
        """While a component of the file is built: its parameters before those of the file."""
        outer = self.values.values
        self.values.values = {**outer, **own}
        try:
            yield
        finally:
            self.values.values = outer

    def refuse(self, path: Path_, message: str, text: str | None = None) -> Failed:
        self.document.blame(path, message, text)
        return Failed()

    def read(self, path: Path_, value: Any, role: Role, unit: str, size: int = 1) -> Any:
        """A value in its role.

        Parameters
        ----------
        unit : of numbers; `any` if it is not known
        size : number of ports of a field, for the names of its variables
        """
        v = self.values
        match role.kind:
            case "number":
                return v.number(path, self.scalar(path, value), unit)
            case "numbers":
                return self.numbers(path, value, unit, role.size)
            case "matrix":
                return self.rows(path, value, lambda p, x: v.number(p, self.scalar(p, x), unit))
            case "signal matrix":
                return self.signal_matrix(path, value)
            case "law":
                return self.law(path, value, role, unit)
            case "signal":
                return self.signal(path, value, unit)
            case "field energy":
                return FieldLaw([self.field_law(path, value, role, size)], one=True)
            case "field law":
                return self.field_laws(path, value, role, size)
            case "rotation":
                return v.rotation(path, v.checked(schema._rotation, value, path))
            case "points":
                return self.points(path, value, unit)
            case "record":
                return self.record(path, value, role)
            case "rules":
                return self.rules(path, value)
        return self.plain(path, value, role)

    # --------------------------------------------------------------------------------------------------- without laws

    def scalar(self, path: Path_, value: Any) -> Any:
        return self.values.checked(schema._value, value, path)

    def plain(self, path: Path_, value: Any, role: Role) -> Any:
        """Words, whole numbers, true and false."""
        if role.kind == "choice" and value not in role.words:
            raise self.refuse(path, f"give one of {', '.join(role.words)}.")
        if role.kind == "flag" and not isinstance(value, bool):
            raise self.refuse(path, "give true or false.")
        if role.kind == "count" and (isinstance(value, bool) or not isinstance(value, int)):
            raise self.refuse(path, "give a whole number.")
        if role.kind == "text" and not isinstance(value, str | int | float):
            raise self.refuse(path, "give a text.")
        if role.kind == "shape":
            ok = isinstance(value, list) and len(value) == 2 and all(isinstance(e, int) for e in value)
            if not ok:
                raise self.refuse(path, "give two whole numbers, [rows, columns].")
            return tuple(value)
        return str(value) if role.kind == "text" else value

    def numbers(self, path: Path_, value: Any, unit: str, size: int) -> Any:
        if not isinstance(value, list):
            if size:
                raise self.refuse(path, f"give {size} numbers in brackets.")
            return self.values.number(path, self.scalar(path, value), unit)
        if size and len(value) != size:
            raise self.refuse(path, f"give {size} numbers in brackets, not {len(value)}.")
        items = Values.several(value, lambda i: self.values.number((*path, i), self.scalar((*path, i), value[i]), unit))
        return tuple(items)

    def rows(self, path: Path_, value: Any, one: Callable[[Path_, Any], Any]) -> list[list[Any]]:
        """A matrix, entry by entry."""
        if not isinstance(value, list) or not value or not all(isinstance(row, list) and row for row in value):
            raise self.refuse(path, "give the rows of a matrix, such as [[2, -1], [-1, 2]].")
        if len({len(row) for row in value}) != 1:
            raise self.refuse(path, "the rows of the matrix are not equally long.")
        return Values.several(value, lambda i: Values.several(value[i], lambda k: one((*path, i, k), value[i][k])))

    def points(self, path: Path_, value: Any, unit: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.refuse(path, "give names and positions, such as {tip: [0, 0, 1]}.")
        names = list(value)
        found = Values.several(names, lambda i: self.values.vector((*path, names[i]), value[names[i]], unit))
        return dict(zip(names, map(tuple, found), strict=True))

    def record(self, path: Path_, value: Any, role: Role) -> Any:
        """An object of a component, from its fields."""
        if not isinstance(value, dict):
            raise self.refuse(path, f"give its data: {', '.join(role.roles)}.")
        self.known_keys(path, value, role.roles, ())
        keys = [k for k in value if k in role.roles]

        def field(i: int) -> Any:
            own = role.roles[keys[i]]
            return None if value[keys[i]] is None else self.read((*path, keys[i]), value[keys[i]], own, own.unit)

        found = Values.several(keys, field)
        assert role.build is not None
        made = self.values.attempt(path, lambda: role.build(**dict(zip(keys, found, strict=True))))  # type: ignore[misc]
        if made is None:
            raise Failed
        return made

    def known_keys(self, path: Path_, entry: Any, roles: Mapping[str, Role], required: tuple[str, ...]) -> None:
        """Note keys that are not known, and those that are missing."""
        for key in entry:
            if key not in roles and key != "type":
                self.document.blame((*path, key), f"{key!r} is not a key here.{nearest(str(key), list(roles))}", "")
        for key in required:
            if key not in entry or entry[key] is None:
                self.document.blame(path, f"{key!r} is missing: it has no default.", "")

    # ------------------------------------------------------------------------------------------------------- with laws

    def node(self, path: Path_, value: Any) -> Node:
        tree = self.values.tree(path, self.scalar(path, value))
        return tree if isinstance(tree, Node) else parse(str(float(value)))

    def used(self, path: Path_, node: Node, own: tuple[str, ...], signals: bool) -> dict[str, Quantity]:
        """The parameters in a law; names that mean nothing are noted. Signals are known once the network is complete."""
        used: dict[str, Quantity] = {}
        for name in sorted(node.names()):
            if name in own:
                continue
            if name in self.values.values:
                used[name] = self.values.values[name]
            elif name in self.values.broken:
                raise Failed
            elif not signals and ("." in name or name in TIME):
                raise self.refuse(path, f"{name!r} cannot be used here: it is a law of {', '.join(own)} alone.")
            elif "." not in name and name not in TIME:
                known = [*own, *self.values.section("parameters"), *CONSTANTS]
                raise self.refuse(path, f"{name!r} is neither a parameter nor a signal.{nearest(name, known)}")
            else:
                self.named.append((path, name))
        self.values.dimensions(path, node, used)
        return used

    def text_law(self, path: Path_, value: Any) -> TextLaw:
        """A law of signals and time."""
        node = self.node(path, value)
        return TextLaw(str(value), node, self.used(path, node, (), True))

    def law(self, path: Path_, value: Any, role: Role, unit: str) -> Any:
        """A number, or a law of one variable."""
        if isinstance(value, dict):
            return self.values.motion(path, self.values.checked(schema._function, value, path), "any", role.variables)
        node = self.values.tree(path, self.scalar(path, value))
        names = node.names() if isinstance(node, Node) else set()
        changing = [n for n in names if n in role.variables or "." in n or n in TIME]
        if not isinstance(node, Node) or not changing:
            return self.values.number(path, value, unit)
        alone = role.size == 1
        used = self.used(path, node, role.variables, not alone)
        return (ElementLaw if alone else SignalElementLaw)(str(value), node, role.variables, used)

    def signal(self, path: Path_, value: Any, unit: str) -> Any:
        """A number, a function of time, a law of signals; a list of them is a vector."""
        if isinstance(value, list):
            return SignalMatrix([[self.text_law((*path, i), x)] for i, x in enumerate(value)])
        if isinstance(value, dict):
            return self.values.motion(path, self.values.checked(schema._function, value, path), unit, TIME)
        tree = self.values.tree(path, self.scalar(path, value))
        names = tree.names() if isinstance(tree, Node) else set()
        if any("." in n for n in names):
            return self.text_law(path, value)
        if any(n in TIME for n in names):
            free = any(isinstance(q.value, Expression) for n, q in self.values.values.items() if n in names)
            return self.text_law(path, value) if free else self.values.function(path, value, TIME)
        return self.values.number(path, value, unit)

    def signal_matrix(self, path: Path_, value: Any) -> Any:
        """Rows of numbers, or of laws of signals."""
        rows = self.rows(path, value, lambda p, x: self.scalar(p, x))
        trees = [[self.values.tree((*path, i, k), x) for k, x in enumerate(row)] for i, row in enumerate(rows)]
        names = {n for row in trees for tree in row if isinstance(tree, Node) for n in tree.names()}
        if any("." in n or n in TIME for n in names):
            return SignalMatrix(self.rows(path, value, self.text_law))
        return self.rows(path, value, lambda p, x: self.values.number(p, x, "any"))

    def field_law(self, path: Path_, value: Any, role: Role, size: int) -> ElementLaw:
        variables = tuple(f"{role.variables[0]}_{k + 1}" for k in range(size))
        node = self.node(path, value)
        return ElementLaw(str(value), node, variables, self.used(path, node, variables, False))

    def field_laws(self, path: Path_, value: Any, role: Role, size: int) -> FieldLaw:
        if not isinstance(value, list) or len(value) != size:
            raise self.refuse(
                path, f"give {size} expressions of {role.variables[0]}_1 … in brackets, one for each port."
            )
        return FieldLaw(Values.several(value, lambda i: self.field_law((*path, i), value[i], role, size)), one=False)

    def rules(self, path: Path_, value: Any) -> Any:
        """Rules of a mode: {when: …, to: …, direction: rising}."""
        from biela.network.element import Rule

        if not isinstance(value, list) or not all(isinstance(e, dict) for e in value):
            raise self.refuse(path, "give a list of rules such as {when: shaft.flow - 100, to: 2, direction: rising}.")

        def one(i: int) -> Any:
            place, entry = (*path, i), value[i]
            wrong = [k for k in entry if k not in ("when", "to", "direction")]
            if wrong or "when" not in entry or "to" not in entry:
                raise self.refuse(place, "a rule has `when`, `to` and, if need be, `direction`.")
            to = self.signal((*place, "to"), entry["to"], "any")
            made = self.values.attempt(
                place,
                lambda: Rule(self.text_law((*place, "when"), entry["when"]), to, entry.get("direction", "rising")),
            )
            if made is None:
                raise Failed
            return made

        return tuple(Values.several(value, one))
