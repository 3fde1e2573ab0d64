"""A file format: lines of a length and a mass, the links of a chain that hangs."""

from pathlib import Path
from typing import Any

import biela
from biela.files.format import Format, add


def read(path: Path, impossible: Any) -> biela.Case:
    """Read a chain, link by link."""
    m = biela.Mechanism(path.stem)
    last, end = m.ground, (0.0, 0.0, 0.0)
    for k, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        length, mass = map(float, line.split())
        link = m.body(f"link_{k}", mass=mass, com=(0.0, 0.0, -length))
        m.revolute(f"pin_{k}", last, link, parent_point=end, axis=(0, 1, 0))
        last, end = link, (0.0, 0.0, -length)
    return biela.Case.of(m, duration=1.0, file=str(path))


def write(case: biela.Case) -> tuple[str, list[str]]:
    """Return the lines of a chain."""
    links = [body for body in case.mechanism.bodies.values() if not body.is_ground]
    return "".join(f"{-float(link.com[2])} {float(link.mass)}\n" for link in links), ["a chain has links only."]


add(Format("plumb", (".plumb",), read_machine=read, write_machine=write))
