"""A value of a file → what its role means; see `biela.element.role`. One method for each kind of role."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from biela.base.errors import BielaError, DescriptionError, nearest
from biela.base.surface import setting
from biela.element.declaration import Declaration, declared
from biela.element.role import Datum, Role, data_of, unit_on
from biela.element.schema import alone
from biela.element.units import typed
from biela.element.uses import used
from biela.files import schema
from biela.files.document import Entry, Path_, read_document
from biela.files.expression import CONSTANTS, ExpressionError, ExpressionNode, UnitValue
from biela.files.law import TIME, ElementLaw, FieldLaw, SignalElementLaw, SignalMatrix, TextLaw
from biela.files.parser import parse
from biela.files.problem import FileError
from biela.files.values import Failed, Values
from biela.mechanism.frame import Frame, rotation_matrix
from biela.mechanism.parameter import Expression, Scalar, nominal

if TYPE_CHECKING:
    from biela.network.element import Rule

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
NUMBER = Role("number")


class Reader(Values):
    """Reads entries and values by their roles."""

    def uses(self) -> None:
        """Refuse files of elements that nobody has allowed: a machine file alone never runs code."""
        content = self.data.get("uses") or []
        for name in content if isinstance(content, list) else [content]:
            if not isinstance(name, str):
                self.document.blame(("uses",), "name a Python file of elements: uses: my_elements.py.")
            elif not used(name):
                said = f"the machine needs elements from {name!r}, and a machine file alone never runs code"
                raise self.refuse(("uses",), f"{said}: allow it with {setting('uses', [name])}.")

    def read(self, path: Path_, value: Any, role: Role, unit: str = "", size: int = 1) -> Any:
        """Return a value in its role, numbers in the given unit; `size` counts the ports of a field, for the names of variables."""
        self.form(role, value, path)
        method: Callable[..., Any] | None = getattr(self, f"read_{role.kind.replace(' ', '_')}", None)
        return value if method is None else method(path, value, role, unit or role.unit, size)

    def entry(self, data: Iterable[Datum], entry: Any, path: Path_, name: str | None = None, *, bare: bool = False) -> Entry | None:
        """Return the data that an entry gives, by key; None with all problems noted at their lines.

        name : of the object, which is not blamed again where it is needed; bare : the entry is its only datum, without a key
        """
        if not isinstance(entry, dict):
            self.document.blame(path, f"{path[-1]!r} needs its data as `key: value` lines or {{key: value}}.")
            self.broken.add(name or "")
            return None
        known = _by_key(data)
        for key in entry:
            if key not in known and key != "type":
                self.document.blame((*path, key), _unknown(str(key), list(known)), "")
        count, failed, found = len(self.document.problems), False, {}
        units = self._joint_units(entry)
        for key, (role, default) in known.items():
            if key not in entry:
                if default is inspect.Parameter.empty and role.kind != "coordinate":
                    self.document.blame((*path, key), f"{key!r} is missing: add it.", "")
                continue
            if entry[key] is None and default is None:
                continue
            try:
                found[key] = self.read(path if bare else (*path, key), entry[key], role, units(role.unit))
                self.refuse_beyond((*path, key), found[key], role)
            except Failed:
                failed = True
            except ExpressionError as error:
                self.document.blame(path if bare else (*path, key), str(error))
        if failed or len(self.document.problems) > count:
            if name:
                self.broken.add(name)
            return None
        return found

    def _joint_units(self, entry: Mapping[str, Any]) -> Callable[[str], str]:
        """Return units with q and f replaced by those of the joint's coordinate; `any` if the joint is not known."""
        kind, which = self.joint_type(str(entry.get("joint", ""))), entry.get("coordinate")
        table: dict[str, str] = {}
        if kind is not None:
            names = [c.name for c in kind.coordinates]
            i = names.index(which) if which in names else which if isinstance(which, int) else 0
            if (which is None and len(names) == 1) or (which is not None and 0 <= i < len(kind.rates)):
                rate, effort = kind.rates[i].unit, kind.efforts[i].unit
                table = {"q": rate.removesuffix("/s"), "f": typed(effort)}
        return lambda unit: unit_on(unit, table) if table or unit_on(unit, {"q": "", "f": ""}) == unit else "any"

    def motion(self, path: Path_, value: Any, unit: str, variables: tuple[str, ...]) -> Any:
        """Return a function of one variable: a number, an expression, or {sine: …}; `y` in units of its data means `unit`."""
        if isinstance(value, dict):
            return self.variant(path, value, "motions", unit, variables)
        if not self.tree(path, value, variables).names() & set(variables):
            return declared("motions")["constant"].cls(self.number(path, value, unit))
        return self.function(path, value, variables)

    def component(self, path: Path_, value: Any, unit: str) -> Any:
        """Return a component of a wrench, or an input: a number, a function of time, or a law."""
        unit = typed(unit)
        if isinstance(value, dict):
            return self.motion(path, value, unit, TIME)
        names = self.tree(path, value, TIME).names()
        if not any(n in TIME or "." in n for n in names):
            return self.number(path, value, unit)
        free = any(isinstance(self.values[n].value, Expression) for n in names if n in self.values)
        return self.law(path, value) if free or any("." in n for n in names) else self.function(path, value, TIME)

    def read_number(self, path: Path_, value: object, role: Role, unit: str, size: int) -> Any:
        return self.number(path, value, unit, role.per_angle)

    def read_fixed(self, path: Path_, value: object, role: Role, unit: str, size: int) -> float:
        return self.plain_number(path, value, unit)

    def read_numbers(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> Any:
        wanted = f"give {role.size} numbers in brackets"
        if not isinstance(value, list):
            if role.size:
                raise self.refuse(path, f"{wanted}.")
            return self.read(path, value, NUMBER, unit)
        if role.size and len(value) != role.size:
            raise self.refuse(path, f"{wanted}, not {len(value)}.")
        return tuple(self.several(value, lambda i: self.read((*path, i), value[i], NUMBER, unit)))

    def read_fixed_list(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> list[float]:
        if not isinstance(value, list):
            raise self.refuse(path, f"`{path[-1]}` is a list of numbers.")
        return self.several(value, lambda i: self.plain_number((*path, i), value[i], unit))

    def read_outline(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> list[list[float]]:
        if not isinstance(value, list) or not all(isinstance(p, list) for p in value):
            raise self.refuse(path, "an outline is a list of corners: [[0, 0], [1, 0], [1, 0.2]].")
        return self.several(value, lambda i: self.read_fixed_list((*path, i), value[i], role, unit, size))

    def read_coefficients(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> list[Scalar]:
        if not isinstance(value, list) or not value:
            raise self.refuse(path, "a polynomial is the list of its coefficients: {polynomial: [60 deg, 2 rad/s]}.")
        units = ["any" if unit == "any" else f"{unit}{'/s' * i}" for i in range(len(value))]
        return self.several(value, lambda i: self.read((*path, i), value[i], NUMBER, units[i]))

    def read_readings(self, path: Path_, value: object, role: Role, unit: str, size: int) -> float | list[float]:
        if not isinstance(value, list):
            return self.plain_number(path, value, unit)
        return self.read_fixed_list(path, value, role, unit, size)

    def rows(self, path: Path_, value: Any, one: Callable[[Path_, Any], Any]) -> list[list[Any]]:
        """Return a matrix, entry by entry."""
        self.form(Role("matrix"), value, path)
        if len({len(row) for row in value}) != 1:
            raise self.refuse(path, "the rows of the matrix are not equally long.")
        return self.several(value, lambda i: self.several(value[i], lambda k: one((*path, i, k), value[i][k])))

    def read_matrix(self, path: Path_, value: object, role: Role, unit: str, size: int) -> list[list[Scalar]]:
        return self.rows(path, value, lambda p, x: self.number(p, x, unit))

    def read_vector(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> list[Any]:
        return self.several(value, lambda i: self.number((*path, i), value[i], unit))

    def read_six(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> Any:
        if not isinstance(value, list):
            return self.number(path, value, "any")
        units = [u for u in unit.split() for _ in range(len(value) // 2)]
        return self.several(value, lambda i: self.number((*path, i), value[i], units[i]))

    def read_direction(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> Sequence[float]:
        if isinstance(value, str):
            sign = -1.0 if value.startswith("-") else 1.0
            return tuple(sign * x + 0.0 for x in AXES[value.lstrip("+-")])
        entries = [float(nominal(x)) for x in self.read_vector(path, value, role, "any", size)]
        if not any(entries):
            raise self.refuse(path, "it is zero: give a direction.")
        return entries

    def read_rotation(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> Any:
        if isinstance(value[0], list):
            rows: Any = [[nominal(x) for x in self.read_vector((*path, i), row, role, "1", size)] for i, row in enumerate(value)]
        else:
            rows = [nominal(x) for x in self.read_vector(path, value, role, "rad", size)]
        rotation_matrix(rows, str(path[-2]) if len(path) > 1 else "it")
        return rows

    def read_inertia(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> Any:
        if isinstance(value, dict):
            from biela.files.shapes import InertiaShape, read_solid

            if "mesh" in value:
                return read_solid(self, path, value)
            return self.variant(path, value, "inertias", unit, build=InertiaShape)
        if isinstance(value[0], list):
            return [self.read_vector((*path, i), row, role, unit, size) for i, row in enumerate(value)]
        moments = self.read_vector(path, value, role, unit, size)
        return [[moments[i] if i == j else 0.0 for j in range(3)] for i in range(3)]

    def read_place(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> Frame:
        own = self.needed(self.entry(data_of(schema.Place), value, path)) if isinstance(value, dict) else {"body": value}
        body, where = own["body"], (*path, "body") if isinstance(value, dict) else path
        if body.partition(".")[0] in self.broken:
            raise Failed
        bodies = ["ground", *self.section("bodies")]
        if body.partition(".")[0] not in bodies:
            raise self.refuse(where, f"no body {body!r}.{nearest(body, bodies)}")
        try:
            frame: Frame = self.m._frame(body, "")
        except BielaError as error:
            raise self.refuse(where, str(error).removeprefix(": ")) from None
        if isinstance(value, str):
            return frame
        R = rotation_matrix(own.get("rotation", frame.rotation), f"frame on {body!r}")
        return Frame(frame.body, str(path[-1]), tuple(own.get("position", (0.0, 0.0, 0.0))), R)

    def read_joint(self, path: Path_, value: object, role: Role, unit: str, size: int) -> str:
        if value in self.broken:
            raise Failed
        joints = self.section("joints")
        if value not in joints:
            raise self.refuse(path, f"no joint {value!r}.{nearest(str(value), list(joints))}")
        return str(value)

    def read_terms(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> list[tuple[str | int | Scalar, ...]]:
        if any(t["joint"] in self.broken for t in value):
            raise Failed
        factors = [self.number((*path, i, "factor"), t["factor"], "any") for i, t in enumerate(value)]
        places = [tuple(t[k] for k in ("joint", "coordinate") if k in t) for t in value]
        return [(*place, factor) for place, factor in zip(places, factors, strict=True)]

    def read_text(self, path: Path_, value: object, role: Role, unit: str, size: int) -> str:
        return str(value)

    def read_file(self, path: Path_, value: str, role: Role, unit: str, size: int) -> str:
        """Return a file that the machine file names, from the folder of the machine file; it is only read."""
        return str(Path(self.document.file).parent.joinpath(value))

    def read_signal_name(self, path: Path_, value: str, role: Role, unit: str, size: int) -> str:
        self.used_signals.append((path, value))
        return value

    def read_signal_names(self, path: Path_, value: list[str], role: Role, unit: str, size: int) -> list[str]:
        self.used_signals += [((*path, i), name) for i, name in enumerate(value)]
        return value

    def read_signal_law(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> Any:
        return self.law(path, value)

    def read_surface(self, path: Path_, value: object, role: Role, unit: str, size: int) -> Any:
        return self.function(path, value, role.variables)

    def read_motion(self, path: Path_, value: object, role: Role, unit: str, size: int) -> Any:
        return self.motion(path, value, unit, role.variables)

    read_curve = read_motion

    def read_motions(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> list[Callable[..., object]]:
        if not isinstance(value, list) or not value:
            raise self.refuse(path, "give a list of motions: [{step: …}, {sine: …}].")
        motion = Role("motion", unit, role.variables or TIME)
        return self.several(value, lambda i: self.read((*path, i), value[i], motion))

    def read_components(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> list[object]:
        return [self.component((*path, i), e, unit) for i, e in enumerate(value)]

    def read_share(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> Any:
        if isinstance(value, dict) and set(value) == {"state"}:
            return value["state"]
        return self.motion(path, value, "1", TIME)

    def variant(self, path: Path_, value: Entry, section: str, unit: str, variables: Sequence[str] = (), build: Any = None) -> Any:
        """Return one of several objects, {word: data}; `y` in units of its data means `unit`."""
        word, sizes = next(iter(value.items()))
        declaration = declared(section)[word]
        inside, bare = (*path, word), alone(declaration)
        given = {d.key: d.role for d in declaration.data} if bare is None else {bare.key: bare.role}
        data = sizes if bare is None else {bare.key: sizes}
        names = [key for key in given if key in data]

        def one(i: int) -> Any:
            role, place = given[names[i]], inside if bare is not None else (*inside, names[i])
            own = "any" if unit == "any" and role.unit[0] == "y" else unit_on(role.unit, {"y": unit})
            if role.kind in ("motion", "motions"):
                role = Role(role.kind, own, tuple(variables))
            value = self.read(place, data[names[i]], role, own)
            self.refuse_beyond(place, value, role)
            return value

        found = dict(zip(names, self.several(names, one), strict=True))
        try:
            return (build or Declaration.made)(declaration, found)
        except DescriptionError as error:
            raise self.refuse(inside, str(error)) from None

    def read_points(self, path: Path_, value: object, role: Role, unit: str, size: int) -> Entry:
        if not isinstance(value, dict):
            raise self.refuse(path, "give names and positions, such as {tip: [0, 0, 1]}.")
        return self._named(path, value, lambda p, x: tuple(self.read(p, x, Role("vector", unit))))

    def read_record(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> Any:
        """Return an object, from its fields."""
        assert role.build is not None
        if not isinstance(value, dict):
            raise self.refuse(path, f"give its data: {', '.join(role.roles)}.")
        defaults = {n: p.default for n, p in inspect.signature(role.build).parameters.items()}
        data = [Datum(k, k, k, own, defaults.get(k), False) for k, own in role.roles.items()]
        # null: none of it, where there would be one; a choice has no such entry
        none = {k: None for k, x in value.items() if x is None and k in role.roles and role.roles[k].kind != "choice"}
        given = {k: x for k, x in value.items() if k not in none}
        found = self.needed(self.entry([d for d in data if d.key not in none], given, path))
        return self.needed(self.attempt(path, lambda: role.build(**found, **none)))  # type: ignore[misc]

    def read_records(self, path: Path_, value: Entry, role: Role, unit: str, size: int) -> Entry:
        return self._named(path, value, lambda p, x: self.read_record(p, x, role, unit, size))

    def read_signals(self, path: Path_, value: Entry, role: Role, unit: str, size: int) -> Entry:
        return self._named(path, value, lambda p, x: self.read(p, x, Role("signal", unit)))

    def read_settings(self, path: Path_, value: Entry, role: Role, unit: str, size: int) -> Entry:
        """Return numbers, with any unit, and expressions of parameters; other texts, true and false as they are."""

        def one(p: Path_, x: Any) -> Any:
            if isinstance(x, str):
                try:
                    known = all(name in self.values or name in CONSTANTS for name in parse(x).names())
                except ExpressionError:
                    known = False
            else:
                known = not isinstance(x, bool)
            return self.number(p, x, unit) if known else x

        return self._named(path, value, one)

    def _named(self, path: Path_, value: Entry, one: Callable[[Path_, Any], Any]) -> Entry:
        keys = list(value)
        return dict(zip(keys, self.several(keys, lambda i: one((*path, keys[i]), value[keys[i]])), strict=True))

    def read_shape(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> Any:
        if not (isinstance(value, list) and len(value) == 2 and all(isinstance(e, int) for e in value)):
            raise self.refuse(path, "give two whole numbers, [rows, columns].")
        return tuple(value)

    def node(self, path: Path_, value: Any) -> ExpressionNode:
        """Return an expression as its tree."""
        self.form(NUMBER, value, path)
        return self.tree(path, value)

    def used(self, path: Path_, node: ExpressionNode, own: tuple[str, ...], signals: bool) -> dict[str, UnitValue]:
        """Return the parameters in a law of a component; names that mean nothing are noted."""
        used: dict[str, UnitValue] = {}
        for name in sorted(node.names()):
            if name in own:
                continue
            if name in self.values:
                used[name] = self.values[name]
            elif name in self.broken:
                raise Failed
            elif not signals and ("." in name or name in TIME):
                raise self.refuse(path, f"{name!r} cannot be used here: it is a law of {', '.join(own)} alone.")
            elif "." not in name and name not in TIME:
                known = [*own, *self.section("parameters"), *CONSTANTS]
                raise self.refuse(path, f"{name!r} is neither a parameter nor a signal.{nearest(name, known)}")
            else:
                self.named.append((path, name))
        self.dimensions(path, node, used)
        return used

    def text_law(self, path: Path_, value: Any) -> TextLaw:
        """Return a law of signals and time."""
        node = self.node(path, value)
        return TextLaw(str(value), node, self.used(path, node, (), True))

    def read_law(self, path: Path_, value: object, role: Role, unit: str, size: int) -> Any:
        """Return a number, or a law of one variable."""
        if isinstance(value, dict):
            return self.read(path, value, Role("motion", "any", role.variables))
        node = self.node(path, value)
        if not any(n in role.variables or "." in n or n in TIME for n in node.names()):
            return self.number(path, value, unit)
        alone = role.size == 1
        used = self.used(path, node, role.variables, not alone)
        return (ElementLaw if alone else SignalElementLaw)(str(value), node, role.variables, used)

    def read_signal(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> Any:
        """Return a number, a function of time, a law of signals; a list of them is a vector."""
        if isinstance(value, list):
            return SignalMatrix([[self.text_law((*path, i), x)] for i, x in enumerate(value)])
        if isinstance(value, dict):
            return self.read(path, value, Role("motion", unit, TIME))
        names = self.node(path, value).names()
        if any("." in n for n in names):
            return self.text_law(path, value)
        if any(n in TIME for n in names):
            free = any(isinstance(q.value, Expression) for n, q in self.values.items() if n in names)
            return self.text_law(path, value) if free else self.function(path, value, TIME)
        return self.number(path, value, unit)

    def read_signal_matrix(self, path: Path_, value: object, role: Role, unit: str, size: int) -> Any:
        """Return rows of numbers, or of laws of signals."""
        names = {n for row in self.rows(path, value, self.tree) for tree in row for n in tree.names()}
        if any("." in n or n in TIME for n in names):
            return SignalMatrix(self.rows(path, value, self.text_law))
        return self.rows(path, value, lambda p, x: self.number(p, x, "any"))

    def _field_law(self, path: Path_, value: Any, role: Role, size: int) -> ElementLaw:
        variables = tuple(f"{role.variables[0]}_{k + 1}" for k in range(size))
        node = self.node(path, value)
        return ElementLaw(str(value), node, variables, self.used(path, node, variables, False))

    def read_field_energy(self, path: Path_, value: object, role: Role, unit: str, size: int) -> FieldLaw:
        return FieldLaw([self._field_law(path, value, role, size)], one=True)

    def read_field_law(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> FieldLaw:
        if not isinstance(value, list) or len(value) != size:
            raise self.refuse(path, f"give {size} expressions of {role.variables[0]}_1 … in brackets, one for each port.")
        return FieldLaw(self.several(value, lambda i: self._field_law((*path, i), value[i], role, size)), one=False)

    def read_rules(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> tuple[Rule, ...]:
        """Return rules of a mode: {when: …, to: …, direction: rising}."""
        from biela.network.element import Rule

        if not isinstance(value, list) or not all(isinstance(e, dict) for e in value):
            raise self.refuse(path, "give a list of rules such as {when: shaft.flow - 100, to: 2, direction: rising}.")

        def one(i: int) -> Any:
            place, entry = (*path, i), value[i]
            wrong = [k for k in entry if k not in ("when", "to", "direction")]
            if wrong or "when" not in entry or "to" not in entry:
                raise self.refuse(place, "a rule has `when`, `to` and, if need be, `direction`.")
            to = self.read((*place, "to"), entry["to"], Role("signal", "any"))
            when = self.text_law((*place, "when"), entry["when"])
            return self.needed(self.attempt(place, lambda: Rule(when, to, entry.get("direction", "rising"))))

        return tuple(self.several(value, one))


def _by_key(data: Iterable[Datum]) -> dict[str, tuple[Role, Any]]:
    """Return role and default of each key, those of inline objects among them."""
    known: dict[str, tuple[Role, Any]] = {}
    for d in data:
        if d.role.kind == "inline":
            known |= {key: (role, None) for key, role in d.role.roles.items()}
        else:
            known[d.key] = d.role, inspect.Parameter.empty if d.required else d.default
    return known


def _unknown(key: str, known: list[str]) -> str:
    if ")" in key:
        return f"{key!r} is not a key here: inside {{ }} an expression with a comma stands in quotes."
    if key[:1].isdigit():
        return f"{key!r} is not a key here: decimals stand after a point (0.6 kg), since YAML cuts what is in braces at commas."
    hint = nearest(key, known)
    return f"{key!r} is not a key here.{hint}" + (f" Known: {', '.join(known)}." if len(known) > 12 and not hint else "")


def motion_from_text(text: str, unit: str, what: str) -> Any:
    """Return a motion from a text of the command line: `30 deg + 6 deg*t`, `{quintic: {after: 60 deg, duration: 1 s}}`."""
    try:
        document = read_document(f"motion: {text}", what)
        if document.problems:
            raise BielaError(f"{what} {text!r}: {document.problems[0].message}")
        return Reader(document).read(("motion",), document.data["motion"], Role("motion", unit, TIME))
    except FileError as error:
        raise BielaError(f"{what} {text!r}: {error.problems[0].message}") from None
    except Failed:
        raise BielaError(f"{what} {text!r}: {document.problems[-1].message}") from None
