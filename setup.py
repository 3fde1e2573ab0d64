"""Build step of biela: compile the time loops that come with it. Everything else is in `pyproject.toml`.

A wheel gets the archives of all processors, an editable install those of this processor and of pages. The same source gives the
same bytes; `python -m biela.kernel.ship --check` compares.
"""

import os
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SOURCE = Path(__file__).parent / "src"


class BuildLoops(build_py):
    """Copy the Python files, then compile the routines among them."""

    def run(self) -> None:
        super().run()
        package = SOURCE / "biela" if self.editable_mode else Path(self.build_lib) / "biela"
        command = [sys.executable, "-m", "biela.kernel.ship", "--into", str(package / "kernel" / "loops")]
        path = os.pathsep.join([str(SOURCE), *filter(None, sys.path)])  # what the build requires is here alone
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run(command if self.editable_mode else [*command, "--all"], env=environment, check=True)


setup(cmdclass={"build_py": BuildLoops})
