"""Blocks on a Dask cluster: workers on this computer, a scheduler that runs somewhere, or jobs of a queueing system.

The study travels as text; every worker compiles its machine once, through its own kernel cache. Workers write their blocks into the
folder of the study where they see it (a shared file system); otherwise blocks come back and are written here, one by one. Dask
gives blocks of workers that died to others.
"""

from __future__ import annotations

import itertools
import json
import logging
import os
import shutil
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from types import ModuleType
from typing import Any, TypeAlias

from biela import __version__
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.base.surface import setting
from biela.study.block import Block, Work
from biela.study.definition import Study
from biela.study.run import Meter, Report
from biela.study.store import FolderStore, Store, blocks_of
from biela.study.vary import Json, StudyError

Client: TypeAlias = Any
"""`distributed.Client`; Dask is imported only where a cluster is used."""
Jobs: TypeAlias = Any
"""Cluster that biela starts, of distributed or dask_jobqueue; None where one runs already."""
Future: TypeAlias = Any
"""`distributed.Future`."""
Finished: TypeAlias = tuple[int, Json, Block | None]
"""Number of a block, what its file says if the worker wrote it, and otherwise the block."""
BLOCKS_AHEAD = 4
"""Look-ahead: blocks per worker that are handed out at once."""
JOBS = {
    "slurm": ("SLURMCluster", "sbatch", "squeue --jobs {}"), "pbs": ("PBSCluster", "qsub", "qstat -x {}"),
    "sge": ("SGECluster", "qsub", "qstat -j {}"), "lsf": ("LSFCluster", "bsub", "bjobs {}"),
}  # fmt: skip
"""Queueing system → its class in dask-jobqueue, the command that submits a job, and the one that shows the state of jobs."""
QUIET = {
    "distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "2s", "distributed.worker.memory.monitor-interval": "1s",
}  # fmt: skip
"""Settings of workers that biela starts. By default Dask polls each of them, and the scheduler, more than a hundred times per
second, which takes 4 % of a core for each worker and 5 % for the scheduler; blocks last a second."""
KEPT = {"MALLOC_TRIM_THRESHOLD_": 2**29, "MALLOC_MMAP_THRESHOLD_": 2**25}
"""Memory of workers [bytes]: what glibc keeps of freed memory, and the size from which an allocation is the system's own (the
largest that it takes). Dask returns all at once; every block then takes a tenth longer, since the system clears each page anew."""
DASHBOARD = "127.0.0.1:0"
"""Address of the dashboard of a cluster that biela starts: whoever sees it sees the work, so only this computer."""
SAFE = {"PYTHONSAFEPATH": "1"}
"""Environment in which processes are started: Python does not import from the folder in which the study runs."""
LOSSES = 3
"""Consecutive times that all workers may die without having done a block: the blocks themselves may kill them."""
PATIENCE = 60.0
"""Timeout for a scheduler or for the first worker [s]."""
GLANCE = 5.0
"""Time between two counts of the workers [s]."""


@dataclass(frozen=True)
class Cluster:
    """Dask cluster: workers on this computer, of a scheduler that runs, or jobs of a queueing system.

    Attributes
    ----------
    workers : number of workers on this computer, or of jobs of a queueing system
    address : address of a scheduler that runs, such as tcp://node1:8786
    queue : "slurm", "pbs", "sge" or "lsf": workers are jobs of this system
    options : options of a job, as dask-jobqueue calls them: queue, cores, memory, walltime …
    say : called with what is worth knowing: the address of the dashboard, and that no worker comes
    """

    workers: int = 2
    address: str = ""
    queue: str = ""
    options: Mapping[str, Any] | None = None
    say: Callable[[str], None] = lambda text: None

    def __post_init__(self) -> None:
        if not isinstance(self.workers, int) or self.workers < 1:
            raise StudyError(f"workers is {self.workers!r}: give one or more.")
        if self.queue and self.queue not in JOBS:
            raise StudyError(f"no queueing system {self.queue!r}: they are {', '.join(JOBS)}.")

    def run(self, study: Work, store: Store, todo: Sequence[int], report: Report | None = None) -> None:
        """Compute blocks. An interruption keeps what is done; blocks under way are given up."""
        with self._client(str(store.place) if isinstance(store, FolderStore) else "") as (client, crowd):
            meter, left, losses = Meter(study, store, todo, report), dict.fromkeys(todo), 0
            while left:
                try:
                    for number, entry, block in self._blocks(client, crowd, study, store, list(left)):
                        meter.count(store.write(number, block) if block is not None else entry)
                        del left[number]
                        losses = 0
                except _StudyLost as error:  # others come, and it is sent again
                    losses += 1
                    if losses > LOSSES:
                        raise _given_up(error) from None
                    crowd.await_worker()

    def _blocks(self, client: Client, crowd: _Crowd, study: Work, store: Store, todo: Sequence[int]) -> Iterator[Finished]:
        """Send the study to the workers, and yield the blocks as they are done."""
        from distributed import as_completed

        parcel = client.scatter(study.to_text() if isinstance(study, Study) else study, broadcast=True)
        folder, waiting = store.place.address if isinstance(store, FolderStore) else "", iter(todo)

        def submit(count: int) -> list[Future]:
            numbers = list(itertools.islice(waiting, count))
            return [client.submit(_task, k, parcel, store.block, folder, pure=False, retries=3) for k in numbers]

        pending = as_completed(submit(BLOCKS_AHEAD * max(crowd.look(), self.workers)))
        for future in pending:
            yield self._result(client, future)
            future.release()
            for more in submit(max(1, BLOCKS_AHEAD * crowd.threads - pending.count())):  # workers may have come
                pending.add(more)

    @staticmethod
    def _result(client: Client, future: Future) -> Finished:
        try:
            return future.result()  # type: ignore[no-any-return]
        except BielaError:
            raise
        except CancelledError as error:
            if client.status == "running" and getattr(error, "reason", "") != "scheduler-connection-lost":
                raise _StudyLost(str(error)) from None
            raise _given_up(error) from None
        except Exception as error:  # whatever Dask, the network or a worker that died raises
            raise _given_up(error) from None

    @contextmanager
    def _client(self, folder: str) -> Iterator[tuple[Client, _Crowd]]:
        """Connect to the workers; return the client as soon as there is a worker, and close all afterwards."""
        try:
            import distributed
        except ImportError:
            raise BielaError("a cluster needs Dask: install biela with the extra `cluster`.") from None
        with _environment(), ExitStack() as opened:
            cluster = self._cluster(distributed)
            if cluster is not None:
                opened.callback(cluster.close)
            try:
                client = distributed.Client(self.address or cluster, timeout=PATIENCE)
            except (OSError, ValueError) as error:  # nobody there, or no address at all
                raise BielaError(f"no scheduler answers at {self.address!r} ({error}): check {setting('address')}.") from None
            opened.callback(client.close)
            self.say(f"dashboard: {client.dashboard_link}")
            nobody, wait = lambda s: self.say(self._nobody(cluster, folder, s)), lambda: self._await_worker(client, cluster)
            crowd = opened.enter_context(_Crowd(client, nobody, wait))
            crowd.await_worker()
            _refuse_other_versions(client, crowd.await_worker)
            yield client, crowd

    def _await_worker(self, client: Client, cluster: Jobs) -> None:
        """Wait for the first worker: long where jobs wait in a queue, unless the queue took none of them."""
        while True:
            try:
                client.wait_for_workers(1, timeout=PATIENCE)
                return
            except TimeoutError:
                if not self.queue:
                    raise BielaError(f"the cluster at {self.address!r} has no workers: start some, then run again.") from None
                if not _submitted(cluster):
                    said = f"{self.queue} took none of the jobs. This is what they look like:\n{cluster.job_script()}"
                    raise BielaError(said) from None

    def _nobody(self, cluster: Jobs, folder: str, seconds: float) -> str:
        """Return in words that there has been no worker for some time, and where to look."""
        said, jobs = f"no worker for {seconds:.0f} s.", _submitted(cluster)
        if jobs:
            look = JOBS[self.queue][2].format(",".join(jobs) if self.queue == "slurm" else " ".join(jobs))
            tells = f"{look} tells whether they wait, run or failed, and their logs why a worker does not reach this computer"
            said += f" {JOBS[self.queue][1]} took the jobs {', '.join(jobs)}: {tells}."
        elif self.address:
            said += f" Start some for the scheduler at {self.address}."
        kept = f"what is done stays in {folder}; run the study again to resume it" if folder else "the study ends"
        return f"{said} biela waits; after Ctrl-C {kept}."

    def _cluster(self, distributed: ModuleType) -> Jobs:
        """Start a cluster of our own; return None where one runs already."""
        if self.address:
            return None
        import dask

        if not self.queue:
            kept = {f"distributed.nanny.pre-spawn-environ.{name}": size for name, size in KEPT.items()}
            with _deaf_workers(), dask.config.set({**QUIET, **kept}):
                return distributed.LocalCluster(
                    self.workers, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=DASHBOARD,
                    silence_logs=logging.CRITICAL,
                )  # fmt: skip
        try:
            with _own_signals():
                import dask_jobqueue
        except ImportError:
            raise BielaError(f"{self.queue} needs dask-jobqueue: install biela with the extra `cluster`.") from None
        kind, command, _ = JOBS[self.queue]
        if shutil.which(command) is None:
            remedy = f"Run biela where jobs are submitted, or give only {setting('workers')}"
            raise BielaError(f"{self.queue}: there is no command {command!r} here. {remedy}.")
        try:
            with dask.config.set(QUIET):
                cluster = getattr(dask_jobqueue, kind)(**self._job(dask))
        except (TypeError, ValueError) as error:  # options that it does not know, or misses
            said = str(error).partition("\n")[0].rstrip(".:")
            raise BielaError(f"{self.queue} refuses its options ({said}): give some such as queue, cores, memory.") from None
        cluster.scale(self.workers)
        return cluster

    def _job(self, dask: ModuleType) -> Json:
        """Return options of a job whose workers have the settings of those that are started here; the user's come last."""
        options = dict(self.options or {})
        own = f"jobqueue.{options.get('config_name', self.queue)}"
        given = options.get("job_script_prologue", dask.config.get(f"{own}.job-script-prologue", None)) or []
        names = {f"DASK_{key.replace('.', '__').replace('-', '_').upper()}": value for key, value in QUIET.items()}
        exports = [f"export {name}={value}" for name, value in {**names, **KEPT, **SAFE}.items()]
        scheduler = options.get("scheduler_options", dask.config.get(f"{own}.scheduler-options", None)) or {}
        return {
            **options, "job_script_prologue": exports + ([given] if isinstance(given, str) else list(given)),
            "scheduler_options": {"dashboard_address": DASHBOARD, **scheduler},
        }  # fmt: skip


class _StudyLost(Exception):
    """Death of all workers that had the study, with the blocks that they were given."""


def _given_up(error: Exception) -> BielaError:
    return BielaError(f"the cluster gave up a block ({type(error).__name__}: {error}). Run the study again to resume it.")


@contextmanager
def _environment() -> Iterator[None]:
    """Set the environment of processes that are started meanwhile, and take back what Dask sets for its own."""
    before = {name: os.environ.get(name) for name in (*SAFE, *KEPT, "PYTHONHASHSEED")}
    os.environ.update(SAFE)
    try:
        yield
    finally:
        for name in before:
            os.environ.pop(name, None)
        os.environ.update({name: value for name, value in before.items() if value is not None})


@contextmanager
def _own_signals() -> Iterator[None]:
    """Keep the handlers of Ctrl-C: dask-jobqueue, when it is imported, makes it end the process at once and in silence."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in kept.items():
            if signal.getsignal(number) is not handler:
                signal.signal(number, handler)


@contextmanager
def _deaf_workers() -> Iterator[None]:
    """Start processes that ignore Ctrl-C, which a terminal sends to all of them: the client ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it unblocks Ctrl-C when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Crowd:
    """Watch over the workers of a cluster, which counts them regularly and says when there have been none for long.

    threads : blocks that workers compute at once
    await_worker : returns when there is a worker
    """

    def __init__(self, client: Client, nobody: Callable[[float], None], await_worker: Callable[[], None]):
        self.client, self.nobody, self.await_worker, self.threads = client, nobody, await_worker, 0
        self._ended = threading.Event()
        self._watch = threading.Thread(target=self._look_on, daemon=True)

    def __enter__(self) -> _Crowd:
        self._watch.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._ended.set()
        self._watch.join(GLANCE)

    def look(self) -> int:
        """Count the blocks that workers compute at once."""
        self.threads = sum(self.client.nthreads().values())
        return self.threads

    def _look_on(self) -> None:
        seen, patience = time.monotonic(), PATIENCE
        while not self._ended.wait(GLANCE):
            try:
                someone = self.look() > 0
            except Exception:  # the scheduler is busy or gone: those who wait for blocks hear of it
                continue
            now = time.monotonic()
            if someone:
                seen, patience = now, PATIENCE
            elif now - seen >= patience:
                self.nobody(now - seen)
                patience *= 2


def _submitted(cluster: Jobs) -> list[str]:
    """Return the numbers of the jobs that a queue took."""
    found = (getattr(job, "job_id", None) for job in getattr(cluster, "workers", {}).values())
    return [str(job) for job in found if job]


def versions() -> tuple[str, str]:
    """Return the versions of biela and of Python, on which digits depend."""
    return __version__, ".".join(map(str, sys.version_info[:2]))


def _refuse_other_versions(client: Client, await_worker: Callable[[], None]) -> None:
    """Refuse workers with another biela or Python, or none, before they get any work. Others come for those that die meanwhile."""
    own = versions()
    for _ in range(LOSSES):
        answers = client.run(versions, on_error="return")
        said = {address: found for address, found in answers.items() if not isinstance(found, OSError | TimeoutError)}
        for address, found in said.items():
            if found != own:
                usable = isinstance(found, tuple)
                has = f"biela {found[0]} and Python {found[1]}" if usable else f"no biela that it can use ({found})"
                here = f"biela {own[0]} and Python {own[1]}"
                raise BielaError(f"the worker at {address} has {has}, this computer {here}: install the same on both.")
        if said:
            return
        await_worker()
    raise BielaError(f"workers died {LOSSES} times before they answered: look at their logs, then run the study again.")


@lru_cache(maxsize=4)
def _study(text: str) -> Study:
    return Study.of_text(text, run_code=True)  # from the person who runs the study


def _task(number: int, parcel: Any, size: int, folder: str) -> Finished:
    """Compute a block on a worker: it is written there if the folder is seen, else sent back."""
    study: Work = _study(parcel) if isinstance(parcel, str) else parcel
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        block = study.compute(*blocks_of(len(study), size)[number])
    try:  # is the folder that a worker sees the one of the study?
        found = FolderStore.about(folder) if folder else None
    except BielaError:
        found = None
    if found is None or found["block"] != size or _compared(found["study"]) != _compared(study.about()):
        return number, {}, block
    return number, _store(study, folder, size).write(number, block), None


_STORES: list[FolderStore] = []
"""The store that this worker wrote into last."""


def _store(study: Work, folder: str, size: int) -> FolderStore:
    """Return the store of a study, whose arrays are opened once."""
    if not any(own.study is study and (own.place.address, own.block) == (folder, size) for own in _STORES):
        _STORES[:] = [FolderStore(study, folder, size)]
    return _STORES[0]


def _compared(about: Mapping[str, Any]) -> Any:
    """Return the part of a study that travels with it: all but the words about its drawing."""
    return json.loads(json.dumps({key: value for key, value in about.items() if key != "drawn"}))
