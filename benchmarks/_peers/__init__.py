"""The benchmark machines built in other engines: one file per engine, one description of the machines for all.

Every engine computes with one thread, which has to be settled before any numerical library is loaded: here.
"""

import os

for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"
