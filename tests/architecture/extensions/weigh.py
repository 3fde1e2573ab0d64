"""A command: `biela weigh MACHINE`. Its use case could stand in a file of its own; this one is a single line."""

from biela.cli import verb
from biela.cli.options import Machine, case_of


@verb("Compute")
def weigh(name: Machine) -> None:
    """Print the mass of a machine."""
    print(f"{sum(float(body.mass) for body in case_of(name).mechanism.bodies.values()):.6g} kg")
