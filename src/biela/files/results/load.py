"""Results read back from netCDF files."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.array import Array
from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.base.door import Door
from biela.base.errors import BielaError, UnknownName, nearest
from biela.base.intake import MISSING, Unreadable
from biela.base.memory import TooLarge
from biela.files.results.foreign import read_tables

if TYPE_CHECKING:
    import xarray

    from biela.report.notebook import saved_html as _saved_html
    from biela.report.plot import plot as _plot


@dataclass(frozen=True)
class Saved(Mapping[str, Any]):
    """A result read back from a file: signals by name, with units and the settings of the run."""

    data: xarray.Dataset

    @property
    def t(self) -> Array:
        """Times [s]."""
        return np.asarray(self.data.variables["time"].values)

    def unit(self, name: str) -> str:
        """Return the unit of a signal."""
        return str(self._variable(name).attrs.get("units", ""))

    def __getitem__(self, name: str) -> Array:
        return np.asarray(self._variable(name).values)

    def _variable(self, name: str) -> Any:
        if not isinstance(name, str) or name not in self.data:
            raise UnknownName(f"no signal {name!r} in the file.{nearest(name, list(self))}")
        return self.data.variables[name]  # `data[name]` looks at all signals for each

    def __iter__(self) -> Iterator[str]:
        return (str(name) for name in self.data)

    def __len__(self) -> int:
        return len(self.data)

    @property
    def machine_file(self) -> str:
        """Text of the machine file that describes the machine and the run; empty if it could not be written."""
        return str(self.data.attrs.get("machine_file", ""))

    if TYPE_CHECKING:
        plot = _plot
        _repr_html_ = _saved_html
    else:
        plot = Door("biela.report.plot")
        _repr_html_ = Door("biela.report.notebook", "saved_html")

    def __repr__(self) -> str:
        return f"<result of {self.data.attrs.get('machine')!r}: {len(self.t)} outputs until {self.t[-1]:g} s, {len(self)} signals>"


@checked
def load(path: str | Path) -> Saved:
    """Read a result written by `History.save` (netCDF).

    Its digest is verified: what was changed or damaged is refused. A result of version 0.2 or older, or one that another program
    wrote again, has none, and a warning says so.

    Raises
    ------
    BielaError : if the file is not a result, or is damaged
    """
    import xarray

    path = Path(path)
    try:
        (variables, about), verified = read_tables(path)
        named = {name.replace(":", "/"): variable for name, variable in variables.items()}
        saved = Saved(xarray.Dataset(named, coords={"time": named.pop("time")}, attrs=about))
    except TooLarge:
        raise
    except (OSError, ValueError, KeyError, Unreadable) as error:
        if str(error) == MISSING:
            raise BielaError(f"there is no file {str(path)!r}.") from None
        said = (str(error).splitlines() or [type(error).__name__])[0].removesuffix(".")
        raise BielaError(f"{str(path)!r} is not a result of biela, or is damaged: {said}.") from None
    if not verified:
        warnings.warn(f"{str(path)!r} has no digest: damage to it would not be noticed.", stacklevel=2)
    return saved


guard(__name__)
