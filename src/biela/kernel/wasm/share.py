"""Values that are never needed at the same time share a local of their function, so that few numbers name all of them.

The quick selection of instructions gives every value a local of its own. Most functions then have more than 128,
and each use of one takes a byte more: about a seventh of the code of a large machine.
"""

from __future__ import annotations

import re
from collections import Counter

from biela.kernel.wasm.binary import BinaryReader, unsigned, vector

GET = 0x20
ONE_BYTE_LOCALS = 128  # locals whose numbers take one byte
NUMBER = rb"[\x80-\xff]*+[\x00-\x7f]"
OTHER = (
    rb"[\x00\x01\x05\x0b\x0f\x1a\x1b\x45-\xc4]"  # nothing follows
    rb"|[\x02\x04\x0c\x0d\x10\x23-\x26\x3f-\x42]" + NUMBER + rb"|[\x11\x28-\x3e]" + NUMBER + NUMBER +
    rb"|\x44.{8}|\x43.{4}|\xfc[\x00-\x07]|\xfc\x0a..|\xfc\x0b."
)  # fmt: skip
"""Instructions that name no local. There is no loop among them."""
USE = re.compile(rb"((?:" + OTHER + rb")*+)(?:([\x20-\x22])(" + NUMBER + rb")|\Z)", re.DOTALL)
"""Other instructions, then one that reads or writes a local, or the end."""


def shared(body: bytes, kind: bytes) -> bytes:
    """Return the body of a function with fewer locals; as it is if it has few, a loop or an instruction that is not known here.

    Without loops, instructions are only ever executed in the order in which they stand. A value is then alive at most from the
    first to the last instruction that names its local, and two locals whose spans do not overlap can be one.

    body : declaration of locals, and instructions; kind : type of the function, as bytes
    """
    given, reader = BinaryReader(kind, 1).number(), BinaryReader(body)
    types = bytearray(given)
    for _ in range(reader.number()):
        count = reader.number()
        types += bytes([body[reader.at]]) * count
        reader.at += 1
    if len(types) <= ONE_BYTE_LOCALS:
        return body
    uses = [m.groups() for m in USE.finditer(body, reader.at)]
    if sum(len(part) for use in uses for part in use if part) != len(body) - reader.at:
        return body
    slots, owners = _slots([(use, name) for _, use, name in uses], bytes(types), given)
    # locals of one type stand together, the most used first; rare types before the others
    counts = Counter(slots)
    groups = {t: sorted((s for s, own in enumerate(owners) if own == t), key=lambda s: -counts[s]) for t in set(owners)}
    order = sorted(groups, key=lambda t: len(groups[t]))
    names = {s: unsigned(given + k) for k, s in enumerate(s for t in order for s in groups[t])}
    out = [vector(unsigned(len(groups[t])) + bytes([t]) for t in order)]
    for (before, use, name), slot in zip(uses, slots, strict=True):
        out += (before, use or b"", (name or b"") if slot is None else names[slot])
    return b"".join(out)


def _slots(uses: list[tuple[bytes | None, bytes | None]], types: bytes, given: int) -> tuple[list[int | None], list[int]]:
    """Return the new local of each use, None for arguments, and the type of each new local."""
    last = {name: k for k, (_, name) in enumerate(uses)}
    slots, owners = list[int | None](), list[int]()
    held: dict[bytes, int | None] = {}
    spare: dict[int, list[int]] = {t: [] for t in types}
    for k, (use, name) in enumerate(uses):
        if name is None or use is None:  # the end
            slots.append(None)
            continue
        zero = False
        if name not in held:
            number = BinaryReader(name).number()
            kind, zero = types[number], use[0] == GET  # read before it was written: zero, and alone
            if number < given:
                held[name] = None
            elif spare[kind] and not zero:
                held[name] = spare[kind].pop()
            else:
                held[name] = len(owners)
                owners.append(kind)
        slot = held[name]
        slots.append(slot)
        if last[name] == k and slot is not None and not zero:
            spare[owners[slot]].append(slot)
    return slots, owners
