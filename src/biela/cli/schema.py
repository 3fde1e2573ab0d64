"""`biela schema`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from biela.base.atomic import write_whole
from biela.cli.options import Uses, option
from biela.cli.registry import verb


@verb("Results and other files")
def schema(
    out: Annotated[Path | None, option("Write to a file instead of printing.", metavar="FILE")] = None, uses: Uses = None
) -> None:
    """Print the JSON Schema of machine files, with which editors complete and check them.

    $ biela schema > biela.schema.json
    """
    from biela.files.schema import json_schema

    text = json.dumps(json_schema(), indent=2)
    print(text if out is None else f"wrote {write_whole(out, text + chr(10))}")
