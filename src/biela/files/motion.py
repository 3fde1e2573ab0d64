"""Motions of machine files that take lists or other motions, and back to text; a motion from a text of the command line.

quintic: {before: 30 deg, after: 60 deg, duration: 1 s}
spline: {t: [0 s, 1 s, 2 s], y: [0 deg, 20 deg, 5 deg], degree: 5}
sequence: {motions: [{quintic: …}, {cycloid: …}], starts: [0 s, 1.5 s]}
scaled: {motion: {sine: …}, factor: 0.2}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from biela.errors import BielaError, DescriptionError
from biela.mechanism import motion as motions

if TYPE_CHECKING:
    from biela.files.values import Values

KINDS: dict[str, tuple[str, ...]] = {
    "quintic": ("after", "before", "start", "duration", "velocities", "accelerations"),
    "cycloid": ("after", "before", "start", "duration"),
    "fourier": ("period", "cosines", "sines", "offset"),
    "spline": ("t", "y", "degree", "ends"),
    "scaled": ("motion", "factor"),
    "clock": ("motion", "rate", "offset"),
    "sequence": ("motions", "starts"),
}
NEEDED = {
    "quintic": ("after", "duration"), "cycloid": ("after", "duration"), "fourier": ("period",), "spline": ("t", "y"),
    "scaled": ("motion", "factor"), "clock": ("motion",), "sequence": ("motions", "starts"),
}  # fmt: skip


def build(values: Values, path: Any, kind: str, sizes: dict[str, Any], unit: str, variables: tuple[str, ...]) -> Any:
    """A motion of one of these kinds; what is wrong is noted at its line."""
    from biela.files.values import Failed

    missing = [k for k in NEEDED[kind] if k not in sizes]
    if missing:
        values.document.blame(path, f"a {kind} needs `{missing[0]}`.")
        raise Failed

    def one(key: str, measure: str, default: Any = 0.0) -> Any:
        return values.number((*path, key), sizes[key], measure) if key in sizes else default

    def plain(key: str, measure: str, default: float = 0.0) -> float:
        return values.plain_number((*path, key), sizes[key], measure) if key in sizes else default

    def several(key: str, measure: str) -> list[Any]:
        given = sizes.get(key, [])
        if not isinstance(given, list):
            values.document.blame((*path, key), f"`{key}` of a {kind} is a list.")
            raise Failed
        return [values.number((*path, key, i), e, measure) for i, e in enumerate(given)]

    def inner(key: str, given: Any, *more: Any) -> Any:
        return values.motion((*path, key, *more), given, unit, variables)

    def per_second(n: int) -> str:
        return "any" if unit == "any" else f"{unit}{'/s' * n}"

    try:
        match kind:
            case "quintic":
                ends: dict[str, Any] = {
                    key: tuple(several(key, per_second(n)))
                    for key, n in (("velocities", 1), ("accelerations", 2))
                    if key in sizes
                }
                place = {"before": one("before", unit), "start": plain("start", "s")}
                return motions.quintic(one("after", unit), plain("duration", "s"), **place, **ends)
            case "cycloid":
                place = {"before": one("before", unit), "start": plain("start", "s")}
                return motions.cycloid(one("after", unit), plain("duration", "s"), **place)
            case "fourier":
                a, b = several("cosines", unit), several("sines", unit)
                return motions.fourier(plain("period", "s"), a, b, offset=one("offset", unit))
            case "spline":
                options = {"degree": int(plain("degree", "1", 3.0)), "ends": sizes.get("ends", "rest")}
                return motions.spline(several("t", "s"), several("y", unit), **options)  # type: ignore[arg-type]
            case "scaled":
                return motions.Scaled(inner("motion", sizes["motion"]), one("factor", "any"))
            case "clock":
                return motions.Clock(inner("motion", sizes["motion"]), plain("rate", "1", 1.0), plain("offset", "s"))
        parts = tuple(inner("motions", part, i) for i, part in enumerate(sizes["motions"]))
        starts = tuple(map(float, several("starts", "s")))
        if len(parts) != len(starts):
            raise DescriptionError("a sequence has as many starts as motions.")
        return motions.Sequence(parts, starts)
    except DescriptionError as error:
        values.document.blame(path, str(error))
        raise Failed from None


def text_of(f: Any, write: Any) -> dict[str, Any] | None:
    """The entry of a machine file for a motion of these kinds; None for others. `write` does the motions inside."""
    match f:
        case motions.Quintic():
            more = {
                "velocities": [f.velocity_before, f.velocity_after],
                "accelerations": [f.acceleration_before, f.acceleration_after],
            }
            place = {"after": f.after, "before": f.before, "start": f.start, "duration": f.duration}
            return {"quintic": {**place, **{k: v for k, v in more.items() if any(x != 0 for x in v)}}}
        case motions.Cycloid():
            return {"cycloid": {"after": f.after, "before": f.before, "start": f.start, "duration": f.duration}}
        case motions.Fourier():
            period = 2 * 3.141592653589793 / f.angular_frequency
            return {
                "fourier": {"period": period, "cosines": list(f.cosines), "sines": list(f.sines), "offset": f.offset}
            }
        case motions.Spline():
            return {"spline": {"t": list(f.t), "y": list(f.y), "degree": f.degree, "ends": f.ends}}
        case motions.Scaled():
            return {"scaled": {"motion": write(f.motion), "factor": f.factor}}
        case motions.Clock():
            return {"clock": {"motion": write(f.motion), "rate": f.rate, "offset": f.offset}}
        case motions.Sequence():
            return {"sequence": {"motions": [write(part) for part in f.parts], "starts": list(f.starts)}}
    return None


def motion_from_text(text: str, unit: str, what: str) -> Any:
    """A motion written as in a machine file: `30 deg + 6 deg*t`, `{quintic: {after: 60 deg, duration: 1 s}}`."""
    from biela.files.document import read_document
    from biela.files.law import TIME
    from biela.files.problem import FileError
    from biela.files.schema import _function
    from biela.files.values import Failed, Values

    try:
        document = read_document(f"motion: {text}", what)
        if document.problems:
            raise BielaError(f"{what} {text!r}: {document.problems[0].message}")
        values = Values(document)
        return values.motion(("motion",), _function(document.data["motion"]), unit, TIME)
    except FileError as error:
        raise BielaError(f"{what} {text!r}: {error.problems[0].message}") from None
    except ValueError as error:
        raise BielaError(f"{what} {text!r}: {error}") from None
    except Failed:
        raise BielaError(f"{what} {text!r}: {document.problems[-1].message}") from None
