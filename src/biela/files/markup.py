"""XML of robot files: elements that know what was read of them, so that whatever was not can be listed.

A reader asks an element for attributes (`get`) and for texts (`findtext`). At the end `not_imported` walks through the tree:
attributes that nobody asked for, and elements of which nobody read anything, are named. Values that an element inherits from a
default class count as its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, overload
from xml.etree import ElementTree

from biela.base.errors import BielaError
from biela.files.problem import FileError, Problem

MAX_DEPTH = 200
"""Elements of a file inside each other."""
SHOWN_OWNERS = 4
"""Elements with the same attribute that a note names; the others are counted."""
LABELS = ("name", "class", "childclass")
"""Attributes that say what an element is called, not what it is."""


class Markup:
    """An element of an XML file."""

    def __init__(self, tag: str, attributes: Mapping[str, str], parent: Markup | None = None):
        self.tag, self.attributes, self.parent = tag, dict(attributes), parent
        self.parts: list[Markup] = []
        self.content = ""
        self._asked: set[str] = set()
        self._seen = False

    @overload
    def get(self, key: str) -> str | None: ...

    @overload
    def get(self, key: str, default: str) -> str: ...

    def get(self, key: str, default: str | None = None) -> str | None:
        """Return an attribute, which counts as read; a name says nothing else about the element."""
        if key not in LABELS:
            self._asked.add(key)
        return self.attributes.get(key, default)  # type: ignore[arg-type]

    def __contains__(self, key: str) -> bool:
        """Return whether it has an attribute, which is then read."""
        return key in self.attributes

    def __getitem__(self, key: str) -> str:
        return str(self.get(key))

    @property
    def text(self) -> str | None:
        """Its text, which counts as read."""
        self._seen = True
        return self.content or None

    def __iter__(self) -> Iterator[Markup]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)

    def find(self, path: str) -> Markup | None:
        """Return the first element at a path of tags, `axis/limit`."""
        return next(iter(self.findall(path)), None)

    def findall(self, path: str) -> list[Markup]:
        """Return all elements at a path of tags."""
        found = [self]
        for tag in path.split("/"):
            found = [part for one in found for part in one.parts if part.tag == tag]
        return found

    def findtext(self, path: str) -> str | None:
        """Return the text of the first element at a path; "" of an empty one."""
        found = self.find(path)
        return None if found is None else found.text or ""

    def iter(self, tag: str) -> Iterator[Markup]:
        """Yield all elements of a tag inside it, itself included."""
        if self.tag == tag:
            yield self
        for part in self.parts:
            yield from part.iter(tag)

    def seen(self, *keys: str) -> Markup:
        """Note that it was read, and these of its attributes."""
        self._seen = True
        self._asked.update(keys)
        return self

    def skip(self) -> None:
        """Note that it was read with all that is in it, or that it has nothing to say."""
        self.seen(*self.attributes)
        for part in self.parts:
            part.skip()

    def inherit(self, values: Mapping[str, str]) -> Markup:
        """Take over attributes of a default class that it does not give itself."""
        self.attributes = {**values, **self.attributes}
        return self

    @property
    def touched(self) -> bool:
        """True if anything of it was read."""
        return self._seen or bool(self._asked) or any(part.touched for part in self.parts)

    def unread(self) -> Iterator[tuple[Markup, str]]:
        """Yield attributes that nobody asked for; "" for an element of which nothing was read."""
        if not self.touched:
            yield self, ""
            return
        for key in self.attributes:
            if key not in self._asked and key not in LABELS:
                yield self, key
        for part in self.parts:
            yield from part.unread()

    @property
    def label(self) -> str:
        """Its tag and name, or that of the nearest named element around it."""
        if "name" in self.attributes:
            return f"{local(self)} {self.attributes['name']!r}"
        around = self.parent
        while around is not None and "name" not in around.attributes:
            around = around.parent
        inside = "" if around is None or around.parent is None else f" of {local(around)} {around.attributes['name']!r}"
        return f"{local(self)}{inside}"


def local(element: Markup) -> str:
    """Return the tag without its namespace."""
    return element.tag.rpartition("}")[2].rpartition(":")[2]


def not_imported(root: Markup, reasons: Mapping[str, str]) -> list[str]:
    """List what was not read of a file: all of one reason in one line, what has none one by one.

    reasons : attribute, tag.attribute or <tag> → why it is not imported in general
    """
    together: dict[str, dict[str, None]] = {}
    single: dict[str, list[str]] = {}
    for element, key in root.unread():
        tag = local(element)
        if why := reasons.get(f"{tag}.{key}", reasons.get(key, "")) if key else reasons.get(f"<{tag}>", ""):
            what = f"{key} of {tag}" if key else f"<{tag}>"
            together.setdefault(why, {})[what] = None
        else:
            single.setdefault(key or f"<{tag}>", []).append(element.label if key else _owner(element))
    lines = []
    for what, owners in single.items():
        names = list(dict.fromkeys(owner for owner in owners if owner))
        more = f" and {len(names) - SHOWN_OWNERS} more" if len(names) > SHOWN_OWNERS else ""
        of = f" of {', '.join(names[:SHOWN_OWNERS])}{more}" if names else ""
        lines.append(f"not imported: {what}{of}.")
    lines += [f"not imported ({why}): {', '.join(whats)}." for why, whats in together.items()]
    return lines


def _owner(element: Markup) -> str:
    """Return the named element around one that was not read."""
    label = element.label
    return label.partition(" of ")[2] if "name" not in element.attributes else label.partition(" ")[2]


class _Tree:
    """Builds a tree of limited depth."""

    def __init__(self) -> None:
        self.root: Markup | None = None
        self.open: list[Markup] = []
        self.texts: list[list[str]] = []

    def start(self, tag: str, attributes: dict[Any, Any]) -> None:
        if len(self.open) >= MAX_DEPTH:
            raise BielaError(f"elements are nested more than {MAX_DEPTH} deep.")
        element = Markup(tag, attributes, self.open[-1] if self.open else None)
        if self.open:
            self.open[-1].parts.append(element)
        self.root = element if self.root is None else self.root
        self.open.append(element)
        self.texts.append([])

    def data(self, text: str) -> None:
        if self.open:
            self.texts[-1].append(text)

    def end(self, tag: str) -> None:
        self.open.pop().content = "".join(self.texts.pop()).strip()

    def close(self) -> Markup:
        assert self.root is not None
        return self.root


def parse(text: str, file: str) -> Markup:
    """Read the tree of an XML text; entities, which can describe more than fits in a computer, are refused."""
    if re.search(r"<!\s*(DOCTYPE|ENTITY)", text):
        raise FileError(file, [Problem(0, "", "<!DOCTYPE", "document types and entities of XML are not read: remove them.")])
    try:
        parser = ElementTree.XMLParser(target=_Tree())
        parser.feed(text)
        return parser.close()  # type: ignore[return-value]
    except BielaError as error:
        raise FileError(file, [Problem(0, "", "", str(error))]) from None
    except ElementTree.ParseError as error:
        line = error.position[0]
        lines = ["", *text.splitlines()]
        shown = lines[line].strip() if line < len(lines) else ""
        raise FileError(file, [Problem(line, "", shown, f"not valid XML: {str(error).split(':')[0]}.")]) from None
