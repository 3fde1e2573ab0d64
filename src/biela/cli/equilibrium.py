"""`biela equilibrium MACHINE`."""

from __future__ import annotations

from biela.cli.options import AsJson, Changes, Machine, ShownUnits, Uses, case_of
from biela.cli.registry import verb
from biela.cli.terminal import note, print_json, print_table


@verb("Compute")
def equilibrium(
    name: Machine, changes: Changes = None, uses: Uses = None, units: ShownUnits = None, as_json: AsJson = False
) -> None:
    """Find the position in which a machine comes to rest.

    $ biela equilibrium quarter-car
    $ biela equilibrium my.yaml --set load=800kg
    """
    from biela.app.equilibrium import equilibrium
    from biela.element.display import read_units, table

    case = case_of(name, changes)
    found = equilibrium(case)
    note(found.notes)
    if as_json:
        print_json(found.summary)
        return
    shown, links = table(read_units(units) if units else case.units), found.result.state.mechanism.topology.links
    si = [c.unit for link in links for c in link.joint.type.coordinates]
    print(f"{case.name} rests in a {'stable' if found.result.stable else 'unstable'} position")
    rows = []
    for (coordinate, value), unit in zip(found.summary["coordinates"].items(), si, strict=True):
        shown_unit, factor = shown.get(unit, (unit, 1.0))
        rows.append((coordinate, f"{factor * value:.8g}", "" if shown_unit == "1" else shown_unit))
    print_table([*rows, ("largest acceleration left", f"{found.result.residual:.2g}", "rad/s², m/s²")], "<><")
