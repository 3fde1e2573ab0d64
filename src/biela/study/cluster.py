"""Blocks on a Dask cluster: workers on this computer, a scheduler that runs somewhere, or jobs of a queueing system.

The study travels as text; every worker compiles its machine once, through its own kernel cache. Workers write their blocks into the
folder of the study where they see it (a shared file system); otherwise blocks come back and are written here, one by one. Dask
gives blocks of workers that died to others.
"""

from __future__ import annotations

import itertools
import json
import logging
import shutil
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from biela import __version__
from biela.dataclass import dataclass
from biela.errors import BielaError
from biela.study.block import Block, Work
from biela.study.definition import Study
from biela.study.engine import Meter, Report
from biela.study.store import FolderStore, Store, blocks_of
from biela.study.vary import StudyError

AHEAD = 4
"""Blocks per worker that are handed out at once."""
JOBS = {
    "slurm": ("SLURMCluster", "sbatch"), "pbs": ("PBSCluster", "qsub"), "sge": ("SGECluster", "qsub"),
    "lsf": ("LSFCluster", "bsub"),
}  # fmt: skip
"""Queueing system → its class in dask-jobqueue, and the command that submits a job."""
PATIENCE = 60.0
"""Time to wait for a scheduler or for the first worker [s]."""


@dataclass(frozen=True)
class Cluster:
    """Where workers are.

    Attributes
    ----------
    workers : their number: on this computer, or jobs of a queueing system
    address : of a scheduler that runs, such as tcp://node1:8786
    queue : "slurm", "pbs", "sge" or "lsf": workers are jobs of this system
    options : of a job, as dask-jobqueue calls them: queue, cores, memory, walltime …
    say : called with the address of the dashboard
    """

    workers: int = 2
    address: str = ""
    queue: str = ""
    options: Mapping[str, Any] | None = None
    say: Any = None

    def __post_init__(self) -> None:
        if not isinstance(self.workers, int) or self.workers < 1:
            raise StudyError(f"workers is {self.workers!r}: give one or more.")
        if self.queue and self.queue not in JOBS:
            raise StudyError(f"no queueing system {self.queue!r}: they are {', '.join(JOBS)}.")

    def run(self, study: Work, store: Store, todo: Sequence[int], report: Report | None = None) -> None:
        """Compute blocks. An interruption leaves what is done; blocks under way are given up."""
        with self._client() as client:
            from distributed import as_completed

            parcel = client.scatter(study.to_text() if isinstance(study, Study) else study, broadcast=True)
            folder = str(store.folder.resolve()) if isinstance(store, FolderStore) else ""
            meter, waiting = Meter(study, store, todo, report), iter(todo)
            workers = max(len(client.scheduler_info()["workers"]), self.workers)

            def submit(count: int) -> list[Any]:
                numbers = list(itertools.islice(waiting, count))
                return [client.submit(_task, k, parcel, store.block, folder, pure=False, retries=3) for k in numbers]

            pending = as_completed(submit(AHEAD * workers))
            for future in pending:
                number, entry, block = self._result(future)
                meter.count(store.write(number, block) if block is not None else entry)
                future.release()
                for more in submit(1):
                    pending.add(more)

    @staticmethod
    def _result(future: Any) -> tuple[int, dict[str, Any], Block | None]:
        try:
            return future.result()  # type: ignore[no-any-return]
        except BielaError:
            raise
        except Exception as error:  # whatever Dask, the network or a worker that died raises
            raise BielaError(
                f"the cluster gave up a block ({type(error).__name__}: {error}). Run the same command again: it goes on from there."
            ) from None

    @contextmanager
    def _client(self) -> Iterator[Any]:
        try:
            import distributed
        except ImportError:
            raise BielaError("--workers and --cluster need Dask: install biela with the extra `cluster`.") from None
        cluster = self._cluster(distributed)
        try:
            client = distributed.Client(self.address or cluster, timeout=PATIENCE)
        except (OSError, ValueError) as error:  # nobody there, or no address at all
            raise BielaError(f"no scheduler answers at {self.address!r} ({error}): check --cluster ADDRESS.") from None
        try:
            if self.say is not None:
                self.say(client.dashboard_link)
            self._await_worker(client, cluster)
            _refuse_other_versions(client)
            yield client
        finally:
            client.close()
            if cluster is not None:
                cluster.close()

    def _await_worker(self, client: Any, cluster: Any) -> None:
        """Wait for the first worker: long where jobs wait in a queue, unless the queue took none of them."""
        while True:
            try:
                client.wait_for_workers(1, timeout=PATIENCE)
                return
            except TimeoutError:
                if not self.queue:
                    raise BielaError(
                        f"the cluster at {self.address!r} has no workers: start some, then run the command again."
                    ) from None
                if not any(getattr(job, "job_id", None) for job in cluster.workers.values()):
                    raise BielaError(
                        f"--{self.queue}: the queue took none of the jobs. This is what they look like:\n{cluster.job_script()}"
                    ) from None

    def _cluster(self, distributed: Any) -> Any:
        """A cluster of our own; None where one runs already."""
        if self.address:
            return None
        if not self.queue:
            return distributed.LocalCluster(
                self.workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address=":0",
                silence_logs=logging.CRITICAL,
            )
        try:
            import dask_jobqueue
        except ImportError:
            raise BielaError(f"--{self.queue} needs dask-jobqueue: install biela with the extra `cluster`.") from None
        kind, command = JOBS[self.queue]
        if shutil.which(command) is None:
            raise BielaError(
                f"--{self.queue}: there is no command {command!r} here. Run biela where jobs are submitted, or use --workers."
            )
        try:
            cluster = getattr(dask_jobqueue, kind)(**dict(self.options or {}))
        except (TypeError, ValueError) as error:  # options that it does not know, or misses
            said = str(error).partition("\n")[0].rstrip(".:")
            raise BielaError(
                f"--{self.queue} refuses its options ({said}): give some such as queue=normal,cores=8,memory=16GB."
            ) from None
        cluster.scale(self.workers)
        return cluster


def versions() -> tuple[str, str]:
    """Versions of biela and of Python, on which digits depend."""
    return __version__, ".".join(map(str, sys.version_info[:2]))


def _refuse_other_versions(client: Any) -> None:
    """Workers with another biela or Python, or none, before they get any work."""
    own = versions()
    for address, found in client.run(versions, on_error="return").items():
        has = (
            f"biela {found[0]} and Python {found[1]}"
            if isinstance(found, tuple)
            else f"no biela that it can use ({found})"
        )
        if found != own:
            raise BielaError(
                f"the worker at {address} has {has}, this computer biela {own[0]} and Python {own[1]}: install the same on both."
            )


@lru_cache(maxsize=4)
def _study(text: str) -> Study:
    return Study.of_text(text)


def _task(number: int, parcel: Any, size: int, folder: str) -> tuple[int, dict[str, Any], Block | None]:
    """A block on a worker: written there if the folder is seen, else sent back."""
    study: Work = _study(parcel) if isinstance(parcel, str) else parcel
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        block = study.compute(*blocks_of(len(study), size)[number])
    if folder and _same_study(study, Path(folder), size):
        return number, FolderStore(study, Path(folder), size).write(number, block), None
    return number, {}, block


def _same_study(study: Work, folder: Path, size: int) -> bool:
    """Whether the folder that a worker sees is the one of the study."""
    try:
        found = FolderStore.about(folder)
    except BielaError:
        return False
    return found is not None and found["block"] == size and _compared(found["study"]) == _compared(study.about())


def _compared(about: Mapping[str, Any]) -> Any:
    """What travels with a study: all but the words about its drawing."""
    return json.loads(json.dumps({key: value for key, value in about.items() if key != "drawn"}))


def options_of(text: str) -> dict[str, Any]:
    """Options of a job: `queue=normal,cores=8,memory=16GB`."""
    options: dict[str, Any] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals:
            raise StudyError(
                f"{text!r}: write NAME=VALUE, separated by commas, such as queue=normal,cores=8,memory=16GB."
            )
        try:
            options[name.strip()] = json.loads(value)
        except ValueError:
            options[name.strip()] = value.strip()
    return options
