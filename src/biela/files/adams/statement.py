"""The text of an Adams dataset → its statements.

    JOINT/3, REVOLUTE          a word, a number, then flags and arguments
    , I = 102, J = 202         a line that begins with a comma continues the statement
    !    adams_view_name='hip' a comment; Adams View puts the name of the next statement there

The first line is a title. Words may be cut short (`REQ/1, D, I=5`) and mean the first one in the tables below that begins so.
"""

from __future__ import annotations

import math
import re
from dataclasses import field

from biela.base.dataclass import dataclass
from biela.base.errors import nearest
from biela.files.problem import Problem

SECTIONS: dict[str, tuple[str, str]] = {
    "UNITS": ("", "FORCE MASS LENGTH TIME SYSTEM UCF"),
    "ACCGRAV": ("", "IGRAV JGRAV KGRAV GC"),
    "PART": ("GROUND", "MASS CM IP IM QG REULER ZG XG VX VY VZ WX WY WZ VM WM EXACT MATERIAL"),
    "MARKER": ("FLOATING USEXP", "PART QP REULER ZP XP POINT_MASS FLEX_BODY NODE_ID"),
    "JOINT": ("CONVEL CYLINDRICAL FIXED HOOKE PLANAR RACKPIN REVOLUTE SCREW SPHERICAL TRANSLATIONAL UNIVERSAL",
              "I J PD PITCH IC ICTRAN ICROT DELTA_V FRICTION MAXIT"),
    "JPRIM": ("ATPOINT INLINE INPLANE ORIENTATION PARALLEL_AXES PERPENDICULAR", "I J"),
    "COUPLER": ("", "JOINTS TYPE SCALES FUNCTION ROUTINE"),
    "GEAR": ("", "JOINTS CV"),
    "GCON": ("", "FUNCTION I J"),
    "MOTION": ("TRANSLATION ROTATION DISPLACEMENT VELOCITY ACCELERATION X Y Z B1 B2 B3", "JOINT FUNCTION I J ICDISP ICVEL ROUTINE"),
    "SPRINGDAMPER": ("TRANSLATION ROTATION", "I J K C LENGTH FORCE KT CT ANGLE TORQUE"),
    "SFORCE": ("TRANSLATIONAL ROTATIONAL ACTIONONLY", "I J FUNCTION ARRAY ROUTINE"),
    "VFORCE": ("", "I JFLOAT RM FX FY FZ FUNCTION ROUTINE"),
    "VTORQUE": ("", "I JFLOAT RM TX TY TZ FUNCTION ROUTINE"),
    "GFORCE": ("", "I JFLOAT RM FX FY FZ TX TY TZ FUNCTION ROUTINE"),
    "BUSHING": ("", "I J K C FORCE KT CT TORQUE"),
    "FIELD": ("", "I J CRATIO CMATRIX KMATRIX LENGTH FORCE FUNCTION ROUTINE"),
    "SPLINE": ("LINEAR_EXTRAPOLATE", "X Y Z FILE BLOCK CHANNEL"),
    "VARIABLE": ("", "FUNCTION IC AUTOBALANCE ROUTINE"),
    "REQUEST": ("DISPLACEMENT VELOCITY ACCELERATION FORCE",
                "I J RM COMMENT TITLE CNAMES CUNITS RESULTS_NAME F1 F2 F3 F4 F5 F6 F7 F8 FUNCTION ROUTINE VARIABLE"),
    "GRAPHICS": ("ARC BOX CIRCLE CURVE CYLINDER ELLIPSOID EXTERNAL FORCE FRUSTUM OUTLINE SPDP",
                 "CM CORNER X Y Z XSCALE YSCALE ZSCALE LENGTH RADIUS SIDES SEG TOP BOTTOM I J COILS DA DB DC LC LD LA LB LTIP "
                 "ETYPE EID EMARKER RM CID CRM FILE ELEMENT SCALE XS YS ZS RANGLE PART"),
}  # fmt: skip
"""Statements that are taken over → their flags and their arguments. Where a short word fits several, the first counts."""
SETTINGS = ("OUTPUT RESULTS DEBUG EQUILIBRIUM IC INTEGRATOR KINEMATICS LSOLVER PREFERENCES DYNAMICS EIGENSOLVER").split()
"""Statements that say how Adams computes and prints: nothing of the machine is in them."""
OTHERS = (
    "ARRAY BEAM CONTACT CURVE CVCV DIFF FLEX_BODY FEMDATA FRICTION GSE GEAR LSE MATRIX MFORCE NFORCE PINPUT POINT_MASS POUTPUT "
    "PTCV SENSOR STRING SURFACE TFSISO TIRE TYRE PLANT FE_PART FE_LOAD FE_NODE MATERIAL CLEARANCE UCON NLFE PSVAR"
).split()
"""Statements of Adams that are not taken over."""
FUNCTIONS = {"FUNCTION", "FX", "FY", "FZ", "TX", "TY", "TZ", *(f"F{k}" for k in range(1, 9))}
"""Arguments that hold an expression: a comma in front of a line only continues it."""
_LEAD = "\x01"
"""Stands for the comma with which a line continues its statement."""
_NAME = re.compile(r"adams_view_name\s*=\s*['\"]([^'\"]+)['\"]", re.IGNORECASE)


class AdamsError(Exception):
    """Error of a statement, with the remedy."""


@dataclass
class Statement:
    """One statement."""

    word: str
    number: int  # its identifier; 0 for statements that have none
    line: int
    text: str
    name: str = ""  # given by Adams View
    flags: list[str] = field(default_factory=list)  # as Adams spells them in full
    arguments: dict[str, str] = field(default_factory=dict)  # texts by names, as Adams spells these in full
    unknown: list[str] = field(default_factory=list)  # neither flags nor arguments

    def __str__(self) -> str:
        return f"{self.word}/{self.number}" if self.number else self.word

    def problem(self, message: str) -> Problem:
        return Problem(self.line, str(self), "", message)

    def has(self, *keys: str) -> bool:
        return any(key in self.arguments for key in keys)

    def get(self, key: str) -> str:
        """Return the text of an argument that must be there."""
        if key not in self.arguments or not self.arguments[key].strip():
            raise AdamsError(f"{key} is missing: add `, {key} = …`.")
        return self.arguments[key]

    def numbers(self, key: str, default: tuple[float, ...] | None = None, count: int = 0) -> tuple[float, ...]:
        """Return numbers of an argument; `90D` are degrees."""
        if key not in self.arguments and default is not None:
            return default
        values = tuple(number(word, key) for word in self.get(key).replace(":", ",").split(",") if word.strip())
        if (count and len(values) != count) or not values:
            raise AdamsError(f"{key} has {len(values)} numbers: give {count or 'at least one'}.")
        return values

    def value(self, key: str, default: float | None = None) -> float:
        return self.numbers(key, None if default is None else (default,), 1)[0]

    def id(self, key: str, default: int | None = None) -> int:
        """Return the identifier of another statement."""
        x = self.value(key, None if default is None else float(default))
        if x != int(x) or x < 0:
            raise AdamsError(f"{key} is {x:g}: give the number of a statement.")
        return int(x)


def number(word: str, what: str) -> float:
    """Return a number of a dataset; a D behind it makes it degrees."""
    text = word.strip().upper()
    degrees = text.endswith("D")
    try:
        x = float(text[:-1] if degrees else text)
    except ValueError:
        raise AdamsError(f"{what} is {word.strip()!r}: give a number, such as 12.5 or 90D.") from None
    if not math.isfinite(x):
        raise AdamsError(f"{what} is {word.strip()!r}: give a finite number.")
    return math.radians(x) if degrees else x


def statements(text: str, problems: list[Problem]) -> tuple[str, list[Statement]]:
    """Return the title and statements of a dataset; what cannot be read is added to the problems."""
    lines = text.splitlines()
    first = re.match(r"\s*([A-Za-z_]+)\s*/", lines[0]) if lines else None
    title = "" if not lines or (first and first[1].upper() in SECTIONS) else lines[0]
    found: list[tuple[int, str, str]] = []
    name = ""
    skipped = 1 if title or not lines else 0
    for number_, raw in enumerate(lines[skipped:], skipped + 1):
        named = _NAME.search(raw)
        name = named[1] if named else name
        line = raw.split("!")[0].strip().rstrip("&").rstrip()
        if not line:
            continue
        if line[0] in ",&" and found:
            found[-1] = (found[-1][0], found[-1][1] + _LEAD + line[1:], found[-1][2])
        elif line.upper() == "END" or line.upper().startswith("END/"):
            break
        else:
            found.append((number_, line, name))
            name = ""
    made = (_statement(*one, problems) for one in found)
    return title.split(":", 1)[-1].strip(), [statement for statement in made if statement is not None]


def _statement(line: int, text: str, name: str, problems: list[Problem]) -> Statement | None:
    head = re.match(r"\s*([A-Za-z_]+)\s*/\s*(\d*)\s*", text)
    shown = text.replace(_LEAD, ", ")
    if head is None:
        said = "this is not a statement: write WORD/number, or begin the line with a comma to continue one."
        problems.append(Problem(line, "", shown, said))
        return None
    known, given = [*SECTIONS, *SETTINGS, *OTHERS], head[1].upper()
    word = _full(given, known)
    if word is None:
        said = f"there is no statement {given!r} in Adams.{nearest(given, known)} Correct the word, or remove the statement."
        problems.append(Problem(line, "", shown, said))
        return None
    statement = Statement(word, int(head[2] or 0), line, shown, name)
    if word in SECTIONS:
        _fill(statement, text[head.end() :])
    return statement


def _full(short: str, known: list[str]) -> str | None:
    """Return the word that a shorter one stands for: itself, or the first that begins so."""
    return short if short in known else next((word for word in known if word.startswith(short)), None)


def _fill(statement: Statement, rest: str) -> None:
    """Set the flags and arguments of a statement."""
    flags, keys = (words.split() for words in SECTIONS[statement.word])
    last = ""
    for led, piece in _pieces(rest):
        words = piece.strip()
        key = re.match(r"([A-Za-z_]\w*)\s*=(?!=)\s*(.*)", words, re.DOTALL)
        full = _full(key[1].upper(), keys) if key else None
        if key and full:
            last = full
            statement.arguments[last] = key[2].strip()
        elif key and not last:
            statement.unknown.append(words)
        elif last in FUNCTIONS and words.upper() in flags:
            statement.flags.append(words.upper())
        elif not last or last not in FUNCTIONS and re.fullmatch(r"[A-Za-z_]\w*", words):
            flag = _full(words.upper(), flags) if words else None
            if flag is not None:
                statement.flags.append(flag)
                last = ""
            elif key or (words and last not in ("COMMENT", "TITLE", "TYPE", "EXACT", "CNAMES", "CUNITS")):
                statement.unknown.append(words)
            elif words:
                statement.arguments[last] += f",{words}"
        elif key and last not in FUNCTIONS:
            statement.unknown.append(words)
        elif words and last:
            statement.arguments[last] += (" " if led and last in FUNCTIONS else ",") + words


def _pieces(rest: str) -> list[tuple[bool, str]]:
    """Return the text between commas that stand outside parentheses, and whether a new line began there."""
    found: list[tuple[bool, str]] = [(False, "")]
    depth = 0
    for letter in rest:
        depth += (letter == "(") - (letter == ")")
        if depth > 0:
            found[-1] = (found[-1][0], found[-1][1] + ("" if letter == _LEAD else letter))
        elif letter in (",", "\\", _LEAD):
            found.append((letter == _LEAD, ""))
        else:
            found[-1] = (found[-1][0], found[-1][1] + letter)
    return found
