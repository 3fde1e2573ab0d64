"""`biela modes MACHINE`."""

from __future__ import annotations

from biela.cli.options import AsJson, Changes, Machine, Uses, case_of
from biela.cli.registry import verb
from biela.cli.terminal import note, print_json, print_table


@verb("Compute")
def modes(name: Machine, changes: Changes = None, uses: Uses = None, as_json: AsJson = False) -> None:
    """Find the oscillations and decays of a machine about the position in which it comes to rest.

    $ biela modes quarter-car
    $ biela modes my.yaml --json
    """
    from biela.app.equilibrium import modes

    found = modes(case_of(name, changes))
    note(found.notes)
    if as_json:
        print_json(found.summary)
        return
    print(f"{found.summary['machine']}: {'stable' if found.summary['stable'] else 'unstable'}, slowest first")
    rows = [
        (f"{m['frequency']:.6g}", "Hz", f"{m['damping_ratio'] + 0.0:.4g}", f"{real + 0.0:+.4g} {imaginary:+.4g}i")
        for m in found.summary["modes"]
        for real, imaginary in (m["eigenvalue"],)
    ]
    print_table([("frequency", "", "damping ratio", "eigenvalue [1/s]"), *rows], "><>>")
