"""A study that is killed at any moment goes on, and ends with the digits of one that was not."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from biela import files
from biela.base import atomic
from biela.base.errors import BielaError
from biela.cli.sweep import options_of
from biela.study import cluster
from biela.study.cluster import Cluster
from biela.study.definition import Study, study_of
from biela.study.result import Sweep
from biela.study.run import run_embedded, run_study
from biela.study.samples import draw
from biela.study.store import FolderStore, MemoryStore, blocks_of, open_folder

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

MACHINE = """
biela: 1
name: rod
parameters: {length: 0.5 m}
gravity: [0, -9.81, 0]
bodies:
  rod: {mass: 2 kg, com: [length/2, 0, 0], inertia: {rod: {length: length}}}
joints:
  A: {type: revolute, parent: ground, child: rod}
start: {coordinates: {A: -80 deg}}
simulation: {duration: 0.3 s}
"""
BLOCK = 32


def _study(blocks: int) -> Study:
    samples, measures = draw({"length": f"0.3..0.6:{blocks * BLOCK}"}), ["max(A.rate)", "final(A.angle)"]
    return study_of(files.loads(MACHINE), samples, measures, ["A.angle"], points=5)


@pytest.fixture(scope="module")
def study() -> Study:
    """64 blocks: workers are still busy with it when something dies."""
    return _study(64)


@pytest.fixture(scope="module")
def whole(study: Study, tmp_path_factory: pytest.TempPathFactory) -> Sweep:
    return _finish(study, tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="module")
def short() -> Study:
    """24 blocks, for what happens in this process."""
    return _study(24)


@pytest.fixture(scope="module")
def short_whole(short: Study, tmp_path_factory: pytest.TempPathFactory) -> Sweep:
    return _finish(short, tmp_path_factory.mktemp("short"))


def _finish(study: Study, folder: Path) -> Sweep:
    store = open_folder(study, folder, BLOCK)
    done = store.done()
    run_embedded(study, store, [k for k in range(len(blocks_of(len(study), BLOCK))) if k not in done], threads=1)
    return Sweep(study, FolderStore(study, folder, BLOCK))


def _kill_while_running(study: Study, folder: Path, after: float) -> bool:
    """Run the study in a child and kill it; True if it was under way."""
    child = os.fork()
    if child == 0:
        try:
            _finish(study, folder)
        finally:
            os._exit(0)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def _same(a: Sweep, b: Sweep) -> bool:
    return all(np.array_equal(a[name], b[name]) for name in ("max(A.rate)", "final(A.angle)", "A.angle")) and a.status == b.status


@pytest.mark.parametrize("kills", [6, 100])
def test_kills_at_random_moments_change_no_digit(short: Study, short_whole: Sweep, kills: int, tmp_path: Path) -> None:
    began = time.perf_counter()
    _finish(short, tmp_path / "timed")
    lasts = time.perf_counter() - began
    rng = random.Random(kills)
    hit, part, kept, folder = 0, 0, 0, tmp_path / "0"
    for number in range(kills):
        if kept == 24:
            folder = tmp_path / str(number)  # it came to its end between two kills
        hit += _kill_while_running(short, folder, rng.uniform(0.0, 0.4 * lasts))
        kept = len(FolderStore(short, folder, BLOCK).done()) if FolderStore.about(folder) is not None else 0
        part += 0 < kept < 24
        if number % 5 == 4:
            assert _same(_finish(short, folder), short_whole)
            kept = 24
    assert hit > kills // 2 and part > 0
    assert _same(_finish(short, folder), short_whole)


def test_an_address_that_is_none_is_refused_by_name(short: Study) -> None:
    with pytest.raises(BielaError, match="no scheduler answers at 'nonsense' .*: check address=…"):
        Cluster(1, "nonsense").run(short, MemoryStore(short, BLOCK), range(1))


class Answering:
    """A client of which workers answer in turn."""

    def __init__(self, *answers: dict[str, object]):
        self.answers = list(answers)

    def run(self, function: object, on_error: str) -> dict[str, object]:
        return self.answers.pop(0)


def test_a_worker_that_dies_during_the_check_of_versions_is_no_other_version() -> None:
    closed, own = pytest.importorskip("distributed").comm.CommClosedError("Stream is closed"), cluster.versions()
    waited: list[int] = []
    cluster._refuse_other_versions(Answering({"a": closed, "b": own}), lambda: waited.append(1))
    assert not waited
    cluster._refuse_other_versions(
        Answering({"a": closed}, {"a": closed, "b": TimeoutError()}, {"c": own}), lambda: waited.append(1)
    )
    assert waited == [1, 1]
    with pytest.raises(BielaError, match="workers died 3 times before they answered"):
        cluster._refuse_other_versions(Answering(*[{"a": closed}] * 3), lambda: None)
    with pytest.raises(BielaError, match="the worker at b has no biela that it can use .No module named 'biela'"):
        cluster._refuse_other_versions(Answering({"a": closed, "b": ModuleNotFoundError("No module named 'biela'")}), lambda: None)
    with pytest.raises(BielaError, match="the worker at a has biela 0.0 and Python 3.9"):
        cluster._refuse_other_versions(Answering({"a": ("0.0", "3.9")}), lambda: None)


def test_a_study_outlives_the_worker_that_dies_during_the_check(
    short: Study, short_whole: Sweep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    here, flag, own = os.getpid(), str(tmp_path / "died"), cluster.versions()

    def versions() -> tuple[str, str]:
        import os

        if os.getpid() != here and not os.path.exists(flag):
            open(flag, "w").close()
            os._exit(1)
        return own

    monkeypatch.setattr(cluster, "versions", versions)
    assert _same(run_study(short, tmp_path / "out", cluster=Cluster(1)), short_whole)
    assert os.path.exists(flag)


@pytest.mark.parametrize("all_of_them", [False, True])
def test_a_worker_that_dies_is_replaced(study: Study, whole: Sweep, all_of_them: bool, tmp_path: Path) -> None:
    """With the last worker that has it, Dask forgets the study and all blocks that wait for it."""
    from distributed import LocalCluster

    with LocalCluster(2, threads_per_worker=1, dashboard_address=":0") as cluster:
        store = open_folder(study, tmp_path, BLOCK)
        victims = [w.pid for w in cluster.workers.values()]
        seen: list[int] = []

        def report(progress: object) -> None:
            if not seen:
                for victim in victims if all_of_them else victims[:1]:
                    os.kill(victim, signal.SIGKILL)
            seen.append(1)

        Cluster(2, cluster.scheduler_address).run(study, store, range(64), report)
        assert len(seen) == 64 and _same(Sweep(study, store), whole)


def test_a_scheduler_that_dies_leaves_a_study_that_goes_on(study: Study, whole: Sweep, tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from distributed import LocalCluster\nimport time\nif __name__ == '__main__':\n"
               "    c = LocalCluster(1, threads_per_worker=1, dashboard_address=':0')\n    print(c.scheduler_address, flush=True)\n"
               "    time.sleep(120)\n"]  # fmt: skip
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        store = open_folder(study, tmp_path, BLOCK)

        def report(progress: object) -> None:
            server.kill()

        with pytest.raises(BielaError, match="to resume it"):
            Cluster(1, address).run(study, store, range(64), report)
    finally:
        server.kill()
        server.wait()
    assert 0 < len(store.done()) < 64
    assert _same(run_study(study, tmp_path), whole)


def test_workers_with_another_version_are_refused(study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    with LocalCluster(1, threads_per_worker=1, dashboard_address=":0") as cluster:
        monkeypatch.setattr("biela.study.cluster.__version__", "0.0.1")
        with pytest.raises(BielaError, match=r"the worker at \S+ has biela .* this computer biela 0\.0\.1 .* install the same"):
            Cluster(1, cluster.scheduler_address).run(study, open_folder(study, tmp_path, BLOCK), range(64))


CLIENT = """
import sys
from pathlib import Path
from biela import files
from biela.base import atomic
from biela.study.cluster import Cluster
from biela.study.definition import study_of
from biela.study.samples import draw
from biela.study.store import open_folder

if __name__ == "__main__":
    samples, measures = draw({"length": "0.3..0.6:2048"}), ["max(A.rate)", "final(A.angle)"]
    study = study_of(files.loads(sys.argv[3]), samples, measures, ["A.angle"], points=5)
    store = open_folder(study, Path(sys.argv[1]), 32)
    print("begun", flush=True)
    Cluster(1, sys.argv[2]).run(study, store, range(64), lambda progress: print(progress.done, flush=True))
"""


@pytest.mark.parametrize("own", [True, False])
def test_a_client_that_dies_leaves_a_study_that_goes_on(study: Study, whole: Sweep, own: bool, tmp_path: Path) -> None:
    """Killed while workers compute, those of its own and those of a cluster that lives on."""
    from distributed import LocalCluster

    (tmp_path / "client.py").write_text(CLIENT)
    with LocalCluster(1, threads_per_worker=1, dashboard_address=":0") as cluster:
        address = "" if own else cluster.scheduler_address
        command = [sys.executable, str(tmp_path / "client.py"), str(tmp_path / "out"), address, MACHINE]
        client = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert client.stdout is not None
        said = [client.stdout.readline().strip() for _ in range(4)]  # begun, and three blocks
        client.kill()
        client.wait()
        assert said[0] == "begun" and int(said[3]) == 3 * BLOCK
        assert 3 <= len(FolderStore(study, tmp_path / "out", BLOCK).done()) < 64
        # what is left of the old workers may still write: they write the same
        assert _same(run_study(study, tmp_path / "out", cluster=Cluster(1, cluster.scheduler_address)), whole)


@pytest.mark.parametrize(("queue", "submit", "answer", "cancel"), [
    ("slurm", "sbatch", "Submitted batch job $!", "scancel"), ("pbs", "qsub", "$!.server", "qdel"),
])  # fmt: skip
def test_jobs_of_a_queueing_system(
    queue: str, submit: str, answer: str, cancel: str, study: Study, whole: Sweep, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Through dask-jobqueue, with a queue that starts its jobs at once."""
    with pytest.raises(BielaError, match="there is no command 'bsub' here"):
        Cluster(1, queue="lsf").run(study, MemoryStore(study, BLOCK), range(1))
    for name, text in {submit: f'job=$(cat "$1"); sh -c "$job" >/dev/null 2>&1 & echo "{answer}"', cancel: 'kill "$1"'}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    store = open_folder(study, tmp_path / "out", BLOCK)
    said: list[str] = []
    jobs = Cluster(1, queue=queue, options=options_of("queue=normal,cores=1,memory=1GB"), say=said.append)
    jobs.run(study, store, range(64))
    assert _same(Sweep(study, store), whole)
    assert said[0].startswith("dashboard: http") and said[0].endswith("/status")
    with pytest.raises(BielaError, match=rf"{queue} refuses its options \(.*\): give some such as queue"):
        Cluster(1, queue=queue, options={"cores": 1}).run(study, store, range(1))


def test_jobs_take_the_settings_of_own_workers_and_those_of_the_user() -> None:
    """Dask looks after them once a second instead of a hundred times, and freed memory is used again."""
    dask = pytest.importorskip("dask")
    own = Cluster(1, queue="slurm", options={"cores": 1})._job(dask)["job_script_prologue"]
    assert "export DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED=False" in own and "export MALLOC_TRIM_THRESHOLD_=536870912" in own
    given = Cluster(1, queue="slurm", options={"job_script_prologue": "module load python"})._job(dask)
    assert given["job_script_prologue"] == [*own, "module load python"]
    with dask.config.set({"jobqueue.slurm.job-script-prologue": ["module load gcc"]}):
        assert Cluster(1, queue="slurm")._job(dask)["job_script_prologue"] == [*own, "module load gcc"]


def test_a_cluster_on_this_computer_listens_on_loopback_only() -> None:
    """Scheduler, dashboard, and all that workers listen on."""
    psutil = pytest.importorskip("psutil")
    this = psutil.Process()

    def listening() -> set[tuple[str, int]]:
        found = [one for process in (this, *this.children(recursive=True)) for one in process.net_connections("inet")]
        return {tuple(one.laddr) for one in found if one.status == psutil.CONN_LISTEN}

    before = listening()
    with Cluster(1)._client("") as (client, _):
        new = listening() - before
        dashboard = int(client.dashboard_link.split(":")[2].split("/")[0])
    assert len(new) >= 3 and dashboard in {port for _, port in new}
    assert {address for address, _ in new} == {"127.0.0.1"}


def test_the_dashboard_of_jobs_listens_on_this_computer_only() -> None:
    dask = pytest.importorskip("dask")
    assert Cluster(1, queue="slurm")._job(dask)["scheduler_options"] == {"dashboard_address": "127.0.0.1:0"}
    chosen = {"scheduler_options": {"dashboard_address": ":8787", "port": 9000}}
    assert Cluster(1, queue="slurm", options=chosen)._job(dask)["scheduler_options"] == chosen["scheduler_options"]


@pytest.mark.parametrize(("queue", "answer", "look"), [
    ("slurm", "Submitted batch job 4711", "squeue --jobs 4711"), ("pbs", "4711.server", "qstat -x 4711"),
])  # fmt: skip
def test_jobs_that_never_start_are_spoken_of(
    queue: str, answer: str, look: str, short: Study, short_whole: Sweep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user hears what was submitted and where to look; Ctrl-C takes the jobs back and leaves a folder that goes on."""
    monkeypatch.setattr("biela.study.cluster.PATIENCE", 0.5)
    monkeypatch.setattr("biela.study.cluster.GLANCE", 0.1)
    submit, cancel = {"slurm": ("sbatch", "scancel"), "pbs": ("qsub", "qdel")}[queue]
    for name, text in {submit: f'echo "{answer}"', cancel: f'echo "$1" >> {tmp_path}/cancelled'}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    said: list[str] = []

    def say(text: str) -> None:
        said.append(text)
        if "no worker" in text and len(said) == 2:
            os.kill(os.getpid(), signal.SIGINT)

    jobs = Cluster(1, queue=queue, options=options_of("queue=normal,cores=1,memory=1GB"), say=say)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background of a shell ignore it
    try:
        with pytest.raises(KeyboardInterrupt):
            run_study(short, tmp_path / "out", cluster=jobs)
    finally:
        signal.signal(signal.SIGINT, before)
    assert f"{submit} took the jobs 4711" in said[1] and look in said[1] and str(tmp_path / "out") in said[1]
    assert (tmp_path / "cancelled").read_text().startswith("4711")
    assert not FolderStore.about(tmp_path / "out") or _same(run_study(short, tmp_path / "out"), short_whole)


def test_a_full_disk_leaves_a_folder_that_goes_on(
    short: Study, short_whole: Sweep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pour, written = atomic._pour, [0]

    def full(file: int, data: bytes) -> None:
        written[0] += 1
        if written[0] > 10:
            raise OSError(28, "No space left on device")
        pour(file, data)

    with monkeypatch.context() as patch:
        patch.setattr(atomic, "_pour", full)
        with pytest.raises((OSError, BielaError), match="No space left on device"):
            _finish(short, tmp_path)
    kept = len(FolderStore(short, tmp_path, BLOCK).done())
    assert 0 < kept < 24 and not list(tmp_path.rglob("*.part"))
    assert _same(_finish(short, tmp_path), short_whole)


@pytest.mark.parametrize("engine", [[], ["--workers", "1"]])
def test_ctrl_c_leaves_a_folder_that_goes_on(engine: list[str], tmp_path: Path) -> None:
    (tmp_path / "rod.yaml").write_text(MACHINE)
    command = [
        sys.executable, "-m", "biela.cli", "sweep", str(tmp_path / "rod.yaml"), "--vary", "length=0.3..0.6:40000", "--measure",
        "max(A.rate)", "--out", str(tmp_path / "out"), *engine,
    ]  # fmt: skip
    own = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    child = subprocess.Popen(command, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler), **own)
    blocks = tmp_path / "out" / "blocks"
    for _ in range(600):
        if list(blocks.glob("*.json")) or child.poll() is not None:
            break
        time.sleep(0.1)
    os.killpg(child.pid, signal.SIGINT)  # as a terminal does: workers hear it too
    _, said = child.communicate(timeout=120)
    assert child.returncode == 130 and "resumes from there" in said and "Traceback" not in said, said
    assert list(blocks.glob("*.json")) and not list((tmp_path / "out").rglob("*.part"))
