"""numba without the settings of the present folder.

numba reads `.numba_config.yaml` where a command runs. Such a file may come with somebody's machine: it can switch compilation
off, or name a folder of cached code, which numba unpickles. Import this module wherever numba compiles; `NUMBA_…` variables of the
environment count as before.
"""

from __future__ import annotations

from numba.core import config

config._config_fname = ""  # no such file
config.reload_config()
