"""`biela list`."""

from __future__ import annotations

from biela.cli.registry import verb


@verb("Describe machines", "list")
def list_machines() -> None:
    """List the ready machines."""
    from biela import library

    width = max(map(len, library.names()))
    for name, description in library.descriptions().items():
        print(f"{name:<{width}}  {description}")
