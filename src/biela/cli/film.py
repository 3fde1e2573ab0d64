"""`biela film RESULT FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from biela.cli.options import argument, between, option
from biela.cli.registry import verb


@verb("Results and other files")
def film(
    result: Annotated[Path, argument("RESULT", "A result.nc, or the folder of a run.")],
    target: Annotated[Path, argument("FILE", "Film to write: .mp4 or .gif.")],
    width: Annotated[int, option("Width of the film [pixels].", check=between(64, 4096))] = 1280,
    height: Annotated[int, option("Height of the film [pixels].", check=between(64, 4096))] = 720,
    rate: Annotated[float, option("Pictures per second.", check=between(1, 120))] = 25.0,
    speed: Annotated[float | None, option("Simulated seconds per second of the film.",
        default="real time, at least 2 s and at most 60 s of film")] = None,
) -> None:  # fmt: skip
    """Write a film of a result, in 3-D, without a browser or a display.

    $ biela film out/excavator dig.mp4
    $ biela film out/my/result.nc my.gif --width 640 --height 360 --speed 0.5
    """
    from biela.app.film import film

    made = film(result, target, size=(width // 2 * 2, height // 2 * 2), rate=rate, speed=speed)
    print(f"wrote {made}")
