"""Forms of the studio: a command with its settings as fields, and how messages name a field."""

from __future__ import annotations

from collections.abc import Sequence

from biela.app.folder import Json
from biela.base.dataclass import dataclass
from biela.base.surface import Command, Setting

NOT_OFFERED = frozenset(("out", "uses", "as_json", "cluster", "slurm", "pbs"))
"""Settings that a window cannot give: the studio gives the first three, and the others lead to code from elsewhere, since
a Dask scheduler and the script of a job say what runs."""


@dataclass(frozen=True)
class FormField:
    """Setting of a command, as the command line declares it.

    flag : its word on the command line; empty if it is read by its place
    kind : "number", "text", "flag", "file" or "folder"
    """

    name: str
    flag: str
    kind: str
    help: str
    several: bool = False
    metavar: str = ""
    default: str = ""
    needed: bool = False

    @property
    def label(self) -> str:
        """Name of its field."""
        return self.flag.lstrip("-").replace("-", " ") or self.metavar.lower() or self.name

    def about(self) -> Json:
        """Return the data from which a page draws the field."""
        return {k: getattr(self, k) for k in ("name", "label", "kind", "help", "several", "default", "needed")}


@dataclass(frozen=True)
class CommandForm:
    """Form of a command that works on a machine file."""

    name: str
    help: str
    options: Sequence[FormField]

    def about(self) -> Json:
        """Return the data from which a page draws the form."""
        offered = [option.about() for option in self.options if option.name not in NOT_OFFERED]
        return {"name": self.name, "help": self.help, "options": offered}


def as_field(setting: Setting | Command, label: str = "") -> str:
    """Spell a setting as a field of a form, `“unit” A=deg`, and a command by its verb."""
    if isinstance(setting, Command):
        return f"“{setting.verb}”"
    name = f"“{label or setting.name.replace('_', ' ')}”"
    return " ".join([name, "; ".join(setting.words())]).rstrip()
