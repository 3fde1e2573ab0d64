"""`biela tyre MACHINE`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from biela.cli.options import Machine, Picture, Uses, case_of, option
from biela.cli.registry import verb


@verb("Results and other files")
def tyre(
    name: Machine,
    which: Annotated[str, option("Name of the tyre.", "--tyre", default="the first one")] = "",
    uses: Uses = None,
    out: Picture = Path("tyre.png"),
) -> None:
    """Draw the force curves of a tyre of a car.

    $ biela tyre renault-clio --out tyre.svg
    """
    from biela.base.errors import BielaError, UnknownName, nearest
    from biela.report.tyre_curves import tyre_curves
    from biela.vehicle.tyre import Tyre

    tyres = {k: x for k, x in case_of(name).build().loads.items() if isinstance(x, Tyre)}
    if not tyres:
        raise BielaError(f"{name!r} has no tyres.")
    if which and which not in tyres:
        raise UnknownName(f"{name!r} has no tyre {which!r}.{nearest(which, list(tyres))}")
    print(f"wrote {tyre_curves(tyres[which or next(iter(tyres))], out or Path('tyre.png'))}")
