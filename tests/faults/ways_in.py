"""Files that try to run code, each in one way; code that runs leaves a mark. Commands that are given these files are in `VERBS`.

The marks are made by Python files, and by the library of an FMU, when they are loaded.
"""

from __future__ import annotations

import asyncio
import io
import json
import shutil
import subprocess
import warnings
import zipfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from originals import FMU

import biela
from biela import files
from biela.app.case import find_case
from biela.app.sweep import sweep
from biela.base.errors import BielaError
from biela.cli.studio import commands
from biela.files.results.netcdf import netcdf_image
from biela.files.results.netcdf_reader import read_image
from biela.files.results.repeat import from_result
from biela.study.definition import Study
from biela.study.result import open_sweep
from biela.study.run import run_study
from command_line import biela_command

MACHINE = """biela: 1
name: rod
TOP
parameters: {length: {value: 0.5 m, free: true}}
gravity: [0, -9.81, 0]
bodies:
  rod: {mass: 2 kg, com: [length/2, 0, 0], inertia: {rod: {length: length}}}
joints:
  A: {type: revolute, parent: ground, child: rod}
sensors:
  encoder: {type: encoder, joint: A, noise: 0.01}
actuators:
  motor: {type: motor, joint: A}
start: {coordinates: {A: -80 deg}}
simulation: {duration: 0.05 s}
"""
PYTHON, LIBRARY, MODULE, MARKS = "evil.py", "evil.fmu", "evil_module", "marks"
NETWORK = f"""networks:
  net:
    components:
      motor: {{type: fmi.unit, file: {LIBRARY}, inputs: {{w: A.rate}}, outputs: [tau], step: 5 ms}}
"""
STUDY = 'study: {{vary: {{length: "0.4, 0.5"}}, measures: ["{}"]}}\n'
ROBOTS = {
    "robot.urdf": '<robot name="r"><link name="a"/><gazebo><plugin name="p" filename="FOLDER/evil.so"/></gazebo>'
    '<link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
    '<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint></robot>',
    "robot.sdf": '<sdf version="1.9"><model name="m"><plugin name="p" filename="FOLDER/evil.so"/><link name="b"/></model></sdf>',
    "robot.xml": '<mujoco><extension><plugin plugin="FOLDER/evil.so"/></extension><worldbody><body><joint/>'
    '<geom size="1" mass="1"/></body></worldbody></mujoco>',
    "model.adm": "ADAMS\nPART/1, GROUND\nPART/2, MASS=1, IP=1,1,1, CM=1\nMARKER/1, PART=2\nSFORCE/1, I=1, J=1, "
    "FUNCTION=USER(1)\\ROUTINE=FOLDER/evil.so:go\nEND\n",
}
VERBS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "run": (("FILE", "--out", "OUT"), ("FILE", "--duration", "0.01", "--json", "--out", "OUT")),
    "inverse": (("FILE", "--motion", "A=sin(t)", "--duration", "0.05", "--out", "OUT"),),
    "identify": (
        ("FILE", "log.csv", "--out", "OUT"),
        ("pendulum", "FILE", "--out", "OUT"),
        ("FILE", "--design", "--limit", "A=-1:1", "--out", "OUT"),
    ),
    "estimate": (("FILE", "log.csv", "--noise", "0.02", "--out", "OUT"), ("pendulum", "FILE", "--out", "OUT")),
    "sweep": (
        ("FILE", "--out", "OUT"),
        ("FILE", "--vary", "length=0.4, 0.5", "--out", "OUT"),
        ("FILE", "--tolerance", "length=1mm", "--out", "OUT"),
        ("FILE", "--vary", "length=0.4, 0.5", "--measure", "max(A.rate)", "--gradients", "--out", "OUT"),
    ),
    "export": (("FILE", "OUT.yaml"), ("FILE", "OUT", "--c"), ("FILE", "OUT.csv")),
    "film": (("FILE", "OUT.gif", "--width", "64", "--height", "64"),),
    "compare": (("FILE", "FILE", "--out", "OUT.html"),),
    "plot": (("FILE", "--out", "OUT.png"),),
    "new": (("FILE", "OUT.yaml"),),
    "show": (("FILE", "--no-browser", "--port", "0"),),
    "studio": (("FILE", "--no-browser", "--port", "0"),),
    "tyre": (("FILE", "--out", "OUT.png"),),
    "figures": (("FILE", "--out", "OUT"),),
    "schema": ((),),
}
"""Words after a verb, in which FILE is the hostile file; a verb that is not here is given the file alone."""
PRINCIPAL = ("machine file: uses", "machine file: measure of a file", "machine file: FMU", "store: evil.py:go", "result: FMU")
"""Ways that a short walk tries."""


@dataclass(frozen=True)
class Way:
    """A file that tries to run code."""

    name: str
    file: Path
    folder: Path

    @property
    def marks(self) -> list[str]:
        """What ran, once for each time."""
        found = self.folder / MARKS
        return found.read_text().split() if found.exists() else []

    def words(self, verb: str) -> list[list[str]]:
        """Command lines of a verb."""
        places = {"FILE": str(self.file), "OUT": str(self.folder / "out")}
        given = VERBS.get(verb, (("FILE",),))
        return [[verb, *(_replaced(word, places) for word in words)] for words in given]


def _replaced(word: str, places: Mapping[str, str]) -> str:
    for name, value in places.items():
        word = word.replace(name, value)
    return word


# -------------------------------------------------------------------------------------------------------------- the code


def _python(folder: Path, label: str) -> str:
    """Python text that leaves a mark, declares nothing, and has a measure."""
    line = f"open({str(folder / MARKS)!r}, 'a').write('{label}\\n')"
    return f"{line}\ndef go(batch):\n    {line}\n    return [1.0] * len(batch)\n"


@cache
def _compiled(marks: str) -> bytes:
    """A shared library that leaves a mark when it is loaded."""
    import tempfile

    text = (
        "#include <stdio.h>\n__attribute__((constructor)) static void load(void) "
        f'{{ FILE *f = fopen("{marks}", "a"); if (f) {{ fputs("library\\n", f); fclose(f); }} }}\n'
    )
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "evil.c", Path(folder) / "evil.so"
        source.write_text(text)
        if compiler := shutil.which("cc"):
            subprocess.run([compiler, "-shared", "-fPIC", str(source), "-o", str(target)], check=True)
        else:
            from biela.export.compiler import compile_c

            compile_c(["-shared", "-fPIC", "evil.c", "-o", "evil.so"], Path(folder))
        return target.read_bytes()


def fmu(folder: Path) -> bytes:
    """An FMU whose library leaves a mark."""
    image = io.BytesIO()
    with zipfile.ZipFile(image, "w") as file:
        file.writestr("modelDescription.xml", FMU)
        for platform in ("linux64", "x86_64-linux", "aarch64-linux"):
            file.writestr(f"binaries/{platform}/motor.so", _compiled(str(folder / MARKS)))
    return image.getvalue()


# -------------------------------------------------------------------------------------------------------------- the files


def _machine(top: str = "", end: str = "") -> str:
    return MACHINE.replace("TOP", top) + end


def _result(folder: Path, text: str) -> bytes:
    """A result whose machine file is another one."""
    path = folder / "good.nc"
    if not path.exists():
        files.loads(_machine(), "rod.yaml").simulate().save(path)
    variables, about = read_image(bytearray(path.read_bytes()))
    dimensions = {"time": (variables["time"][1], {"units": "s"})}
    own = {name: value for name, value in variables.items() if name != "time"}
    with suppress(BielaError):  # as many states as the other machine has
        case = files.loads(text, str(path))
        dims, values, about_it = own["state"]
        own["state"] = dims, np.resize(values, (len(values), case.start(case.build()).x.size)), about_it
    return netcdf_image(dimensions, own, {**about, "machine_file": text})


def _store(folder: Path, name: str, text: str, measure: str = "max(A.rate)") -> Path:
    """A study whose machine file and measure are others."""
    place, good = folder / name, folder / "good_study"
    if not good.exists():
        case = files.loads(_machine(), "rod.yaml")
        sweep(case, good, vary={"length": "0.4, 0.5"}, measures=["max(A.rate)"])
    shutil.copytree(good, place)
    about = json.loads((place / "study.json").read_text("utf-8"))
    about["study"]["machine"] = text
    about["study"]["measures"] = {"max(A.rate)": measure}
    (place / "study.json").write_text(json.dumps(about), "utf-8")
    return place


def _log(path: Path, formula: str) -> None:
    """A log of which a channel is converted by a formula."""
    from asammdf import MDF, Signal

    with MDF(version="4.10") as log:
        t = np.arange(0, 0.3, 0.001)
        log.append([Signal(np.sin(t), t, name="pivot.angle", conversion={"formula": formula})])
        log.save(path, overwrite=True)


def _mark(folder: Path) -> str:
    """An expression of Python that leaves a mark."""
    return f"open({str(folder / MARKS)!r}, 'a').write('text')"


def _texts(folder: Path) -> dict[str, str]:
    """Machine files: way → text."""
    mark = _mark(folder)
    return {
        "uses": _machine(f"uses: {PYTHON}"),
        "uses a path": _machine(f"uses: [{folder / PYTHON}]"),
        "measure of a file": _machine(end=STUDY.format(f"{PYTHON}:go")),
        "measure of a file, named": _machine(end=STUDY.format(f"peak = {folder / PYTHON}:go")),
        "measure of a module": _machine(end=STUDY.format(f"{MODULE}:go")),
        "measure by tolerance": _machine(end=f'study: {{tolerances: {{length: 1 mm}}, measures: ["{PYTHON}:go"]}}\n'),
        "limit": _machine(end=f'study: {{vary: {{length: "1, 2"}}, measures: [max(A.rate)], limits: ["{PYTHON}:go > 0"]}}\n'),
        "FMU": _machine(end=NETWORK),
        "FMU and measure": _machine(end=NETWORK + STUDY.format(f"{PYTHON}:go")),
        "expression": _machine().replace("mass: 2 kg", f'mass: "{mark}"'),
        "expression with dunders": _machine().replace("mass: 2 kg", "mass: (1).__class__.__base__.__subclasses__()"),
        "YAML tag": _machine().replace("name: rod", f"name: !!python/object/apply:builtins.exec [{json.dumps(mark)}]"),
        "YAML module": _machine().replace("name: rod", f"name: !!python/module:{MODULE}"),
        "method": _machine().replace("duration: 0.05 s", f"duration: 0.05 s, method: {MODULE}"),
        "element": _machine().replace("type: motor", f"type: {MODULE}.go"),
        "table": _machine(end="study: {vary: {}, table: table.pkl, measures: [max(A.rate)]}\n"),
        "machine that varies": _machine(end='study: {vary: {machine: "fmu.yaml, uses.yaml"}, measures: [max(A.rate)]}\n'),
    }


def hostile(folder: Path) -> list[Way]:
    """All ways, in a folder that is the working folder of the commands; `evil_module` is there too, to be imported."""
    (folder / PYTHON).write_text(_python(folder, "python"))
    (folder / f"{MODULE}.py").write_text(_python(folder, "module"))
    (folder / LIBRARY).write_bytes(fmu(folder))
    (folder / "evil.so").write_bytes(_compiled(str(folder / MARKS)))
    (folder / "matplotlibrc").write_text(f"backend: module://{MODULE}\n")
    log = "\n".join(f"{t:.3f},{-1.4 + t:.4f},1,0,0" for t in np.arange(0, 0.3, 0.001))
    (folder / "log.csv").write_text(f"time,A.angle,A.rate,A.acceleration,motor\n{log}\n")
    (folder / "table.pkl").write_bytes(b"cbuiltins\nexec\n(V" + f"open({str(folder / MARKS)!r},'a')".encode() + b"\ntR.")
    texts, mark = _texts(folder), _mark(folder)
    (folder / "fmu.yaml").write_text(texts["FMU"], "utf-8")
    (folder / "uses.yaml").write_text(texts["uses"], "utf-8")
    found = []

    def add(name: str, file: str, write: Callable[[Path], object]) -> None:
        write(folder / file)
        found.append(Way(name, folder / file, folder))

    for name, text in texts.items():
        stem = name.replace(" ", "_").replace(",", "")
        add(f"machine file: {name}", f"{stem}.yaml", lambda path, text=text: path.write_text(text, "utf-8"))
    for name in ("uses", "FMU", "measure of a file"):
        content = _result(folder, texts[name])
        stem = f"result_{name.replace(' ', '_')}"
        add(f"result: {name}", f"{stem}/result.nc", lambda path, c=content: (path.parent.mkdir(), path.write_bytes(c)))
        place = _store(folder, f"store_{name.replace(' ', '_')}", texts[name])
        found += [Way(f"store: {name}", place, folder), Way(f"sample: {name}", Path(f"{place}#0"), folder)]
    for measure in (f"{PYTHON}:go", f"{MODULE}:go"):
        place = _store(folder, f"store_{measure.partition(':')[0]}", _machine(), measure)
        found += [Way(f"store: {measure}", place, folder), Way(f"sample: {measure}", Path(f"{place}#0"), folder)]
    for name, formula in (("formula", f"__import__('os').system('echo log >> {folder / MARKS}')"), ("call", f"exec({mark!r})")):
        add(f"log: {name}", f"{name}.mf4", lambda path, formula=formula: _log(path, formula))
    for name, text in ROBOTS.items():
        own = text.replace("FOLDER", str(folder))
        add(f"robot: {name}", name, lambda path, text=own: path.write_text(text, "utf-8"))
    return found


# --------------------------------------------------------------------------------------------------- Python and the studio


def ran(file: str) -> Any:
    return find_case(file).simulate(0.05)


def swept(file: str) -> Any:
    return sweep(find_case(file), "out", vary={"length": "0.4, 0.5"})


def computed(file: str) -> Any:
    found = open_sweep(file)
    Study.of_text(found.study.to_text())
    return run_study(found.study)


READERS: dict[str, Callable[[str], Any]] = {
    "read": files.read, "text": lambda file: files.loads(Path(file).read_text("utf-8"), file), "simulate": ran, "sweep": swept,
    "load": biela.load, "result": from_result, "study": open_sweep, "compute": computed,
    "sample": lambda file: open_sweep(file).case(0).simulate(0.05), "travelled": lambda file: Study.of_text(Path(file).read_text()),
}  # fmt: skip
"""Calls that read a file; those that run a machine run it."""


def asked_of_the_studio(one: Way, allowed: list[str]) -> list[dict[str, Any]]:
    """All that a window can ask for about a file, each once."""
    from biela.studio.project.folder import Project
    from biela.studio.project.hub import Hub

    async def asking() -> list[dict[str, Any]]:
        hub = Hub(Project(one.folder), commands(), allowed)
        file = {"file": one.file.name}
        try:
            answers = [await hub.answer({"do": "open", **file})]
            await asyncio.gather(*(open_.looking for open_ in hub.open.values() if open_.looking))
            answers.append(await hub.answer({"do": "module", **file}))
            for command, given in (("run", {}), ("check", {}), ("sweep", {}), ("sweep", {"measures": [f"{PYTHON}:go"]})):
                answers.append(await hub.answer({"do": "start", "command": command, "given": given, **file}))
            while hub.jobs.running:
                await asyncio.sleep(0.05)
            return answers
        finally:
            await hub.end()

    return asyncio.run(asking())


# --------------------------------------------------------------------------------------------------------------- the walk


def _visited(server: Any, *more: Any) -> None:
    """Ask a view for its page, for a run and for a sample, instead of serving it."""
    from starlette.testclient import TestClient

    own = {"cookie": f"{server.cookie}={server.token}", "x-biela-token": server.token}
    with server:
        asking = TestClient(server.guard, base_url=server.address, headers=own)
        for method, path in (("GET", "/"), ("POST", "/run"), ("POST", "/drive"), ("GET", "/sample/0")):
            asking.request(method, path)


def walk(ways: Sequence[Way], verbs: Sequence[str]) -> tuple[int, list[str]]:
    """Run verbs of the command line with hostile files, in this process; how many command lines, and which of them ran code."""
    from biela.studio import view
    from biela.studio.project import application

    tried, found = 0, list[str]()
    with ExitStack() as stack, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for place, name, instead in (
            (view, "attend", _visited), (application, "serve", lambda *given: None),
        ):  # fmt: skip
            stack.enter_context(mock.patch.object(place, name, instead))
        for verb in verbs:
            for way in ways:
                for words in way.words(verb):
                    tried += 1
                    biela_command(*words)
                    if way.marks:
                        found.append(f"{way.name}: biela {' '.join(words)} ran {', '.join(way.marks)}")
                        (way.folder / MARKS).unlink()
    return tried, found


def read_all(ways: Sequence[Way], readers: Sequence[str]) -> tuple[int, list[str]]:
    """Give hostile files to readers in Python; how many calls, and which of them ran code."""
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for reader in readers:
            for way in ways:
                with suppress(BielaError, OSError, ValueError, KeyError):
                    READERS[reader](str(way.file))
                if way.marks:
                    found.append(f"{way.name}: {reader} ran {', '.join(way.marks)}")
                    (way.folder / MARKS).unlink()
    return len(readers) * len(ways), found
