"""FMUs of other tools as components of networks, and all that biela knows of the FMI standard.

| file | subject |
|---|---|
| standard | vocabulary of FMUs that are read and that are written (`biela.export`) |
| description | what an FMU contains and says of itself |
| unit, child | an FMU that runs, in a process of its own |
| component | FMUs as components: ports that carry power, and signals |

Knows the FMI standard and FMPy. Must not know mechanisms, nor how a run exchanges values (`biela.simulation.exchange`).
"""

from biela.network.fmi.component import *  # noqa: F403
