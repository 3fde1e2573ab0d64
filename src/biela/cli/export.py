"""`biela export MACHINE FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from biela.cli.options import (  # isort: skip
    Atol, Changes, Duration, Formulation, Machine, Method, Rtol, Seconds, Several, Step, Uses, argument, between,
    option,
)  # fmt: skip
from biela.cli.registry import verb
from biela.cli.terminal import note
from biela.files.format import in_words


# long: most of it are options
@verb("Results and other files")
def export(
    name: Machine,
    target: Annotated[Path, argument("FILE", (
        f"File to write. A machine: {in_words('write_machine')}, .fmu (FMI), .glb (glTF), .html or .wasm (live page, module). "
        f"A result: {in_words('write_run')}, .html or .glb (it moves). With --c a folder."))],
    c: Annotated[bool, option("Write a folder of C99: header, source, example, Makefile, CMake.")] = False,
    method: Method = None, step: Step = None, formulation: Formulation = None, rtol: Rtol = None, atol: Atol = None,
    duration: Duration = None,
    single: Annotated[bool, option("Compute in single precision.")] = False,
    processor: Annotated[str | None, option(
        "Also compile the C for a processor without operating system: thumbv7em, cortex-m4, aarch64, riscv64.", "--target", "NAME"
    )] = None,
    filter: Annotated[str | None, option("With --c: also a Kalman filter of the sensors: extended, error-state.",
        metavar="NAME")] = None,
    noise: Annotated[float | None, option("Filter: noise on accelerations [rad/s^1.5].", default="none", check=between(0))] = None,
    spread: Annotated[Several, option("Filter: standard deviation at the start, such as A=0.1.", metavar="ENTRY=NUMBER")] = None,
    parameters: Annotated[Several, option("Filter: free parameter to estimate with the state.", "--parameter", "NAME")] = None,
    sensors: Annotated[Several, option("Filter: sensor to read.", "--sensor", "NAME", default="all with noise")] = None,
    longest_step: Annotated[float | None, Seconds("Filter: longest step of its integrator [s].", "10 ms")] = None,
    integrator: Annotated[str | None, option("Filter: rk4, or implicit for stiff machines.", default="rk4")] = None,
    gate: Annotated[float | None, option("Filter: drop readings this many deviations off.", default="none",
        check=between(1))] = None,
    scale: Annotated[float | None, option("Filter: factor on the noise of all readings.", default="1", check=between(1e-3))] = None,
    fmi: Annotated[int | None, option("Version of the standard for .fmu files: 2 or 3.", default="2")] = None,
    platforms: Annotated[str | None, option("Platforms of an FMU, with commas: linux64, win64, linux-arm64, mac64, mac-arm64.",
        default="linux64")] = None,
    sources: Annotated[bool, option("Put the C code into the FMU, too.")] = False,
    portable: Annotated[bool, option("Do without AVX2 and FMA, for processors from before 2013.")] = False,
    changes: Changes = None, uses: Uses = None,
) -> None:  # fmt: skip
    """Write a machine, or a result in another format; the ending of the file selects the format.

    $ biela export excavator excavator.xml
    $ biela export out/my/result.nc signals.csv
    $ biela export out/my/result.nc motion.glb
    $ biela export double-crank crank --c --filter extended --noise 0.02
    """
    from biela.app.export import export

    written = export(
        name, target, changes or (), c=c, method=method, step=step, formulation=formulation, rtol=rtol, atol=atol,
        duration=duration, single=single, target=processor, fmi=fmi, platforms=platforms, sources=sources, portable=portable,
        filter=filter, noise=noise, spread=spread, parameters=parameters, sensors=sensors, longest_step=longest_step,
        integrator=integrator, gate=gate, scale=scale,
    )  # fmt: skip
    note(written.notes)
    print(f"wrote {written.path}")
