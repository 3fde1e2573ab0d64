"""Run an FMU by libcosim: path, step [s], steps. Prints `RESULT {output: values}`; libcosim itself prints much else."""

from __future__ import annotations

import json
import sys
import xml.etree.ElementTree as xml
import zipfile


def run(path: str, step: float, steps: int) -> dict[str, list[float]]:
    """Values of the outputs after each step."""
    from libcosimpy.CosimExecution import CosimExecution
    from libcosimpy.CosimObserver import CosimObserver
    from libcosimpy.CosimSlave import CosimLocalSlave

    root = xml.fromstring(zipfile.ZipFile(path).read("modelDescription.xml"))
    variables = root.find("ModelVariables")
    assert variables is not None
    outputs = {str(v.get("name")): int(str(v.get("valueReference"))) for v in variables if v.get("causality") == "output"}
    execution = CosimExecution.from_step_size(step_size=round(step * 1e9))  # ns
    place = execution.add_local_slave(local_slave=CosimLocalSlave(fmu_path=path, instance_name="it"))
    observer = CosimObserver.create_last_value()
    execution.add_observer(observer=observer)
    columns: dict[str, list[float]] = {name: [] for name in outputs}
    for _ in range(steps):
        execution.step()
        values = observer.last_real_values(slave_index=place, variable_references=list(outputs.values()))
        for name, value in zip(outputs, values, strict=True):
            columns[name].append(value)
    return columns


if __name__ == "__main__":
    print("RESULT", json.dumps(run(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))))
