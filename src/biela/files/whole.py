"""The machine of a file as a whole: connected, with networks that can be solved, and with every signal that the file names.

A file with mistakes is checked as far as it could be read, so that all of them are named at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from biela.base.errors import BielaError, nearest
from biela.mechanism.mechanism import Mechanism

if TYPE_CHECKING:
    from biela.files.build import _Builder


def check_whole(reader: _Builder, networks: Callable[[], None] | None) -> None:
    """Note what is wrong with the machine; `networks` derives those of the file."""
    if reader.document.problems:
        _look_at_what_could_be_read(reader)
        return
    try:
        _ = reader.m.topology
    except BielaError as error:
        reader.document.blame(("joints",) if "joints" in reader.data else (), str(error), "")
        return
    if networks is not None:
        networks()
    if not reader.document.problems:
        _refuse_unknown_signals(reader, reader.m)


def _refuse_unknown_signals(reader: _Builder, machine: Mechanism) -> None:
    """Blame signals in laws and plots that do not exist; the table of them is made only if one is named."""
    named = [(path, name) for path, name in reader.used_signals if name.partition(".")[0] not in reader.broken]
    if not named:
        return
    from biela.state.functions import functions_of
    from biela.state.state import signal_names

    try:
        known = list(signal_names(functions_of(machine)))
    except BielaError as error:
        if machine is reader.m:
            reader.document.blame((), str(error), "")
        return
    for path, name in named:
        if name not in known:
            reader.document.blame(path, f"no signal {name!r}.{nearest(name, known)}")


def _look_at_what_could_be_read(reader: _Builder) -> None:
    """Blame bodies that no joint of the file ties to the ground, and signals that do not exist whatever the mistakes are."""
    bodies = ["ground", *reader.section("bodies")]
    entries = [entry if isinstance(entry, dict) else {} for entry in reader.section("joints").values()]
    ties = [(_body(entry.get("parent")), _body(entry.get("child"))) for entry in entries]
    if all(end in bodies for tie in ties for end in tie):  # otherwise nobody knows what a joint was meant to hold
        for name in _loose(bodies, ties):
            reader.document.blame(("bodies", name), f"no chain of joints ties {name!r} to the ground: add the missing joint.", "")
    if reader.used_signals and not reader.section("networks"):
        twin = reader.m.edit()
        held = [(joint.parent.body.name, joint.child.body.name) for joint in twin.joints.values()]
        while loose := _loose(list(twin.bodies), held):
            held.append(("ground", loose[0]))
            twin.free(f"{loose[0]}_held", twin.ground, loose[0])
        _refuse_unknown_signals(reader, twin)


def _body(place: Any) -> str:
    """Return the body of a place, as the file writes it."""
    place = place.get("body") if isinstance(place, dict) else place
    return str(place).partition(".")[0]


def _loose(bodies: list[str], ties: list[tuple[str, str]]) -> list[str]:
    """Return bodies that are not tied to the ground."""
    held, grown = {"ground"}, True
    while grown:
        found = {end for tie in ties for end in tie if set(tie) & held}
        grown, held = not found <= held, held | found
    return [name for name in bodies if name not in held]
