"""How long a large file of measurements takes to read, and how much memory: a million rows of 50 columns.

    python benchmarks/logs.py [--quick]

Each file is read by a process of its own: CPU and wall time of `read_data`, and the largest memory that process had. A file of a
million rows must take less than 40 s and 1.5 GB.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from _common import arguments, print_summary, print_table

COLUMNS = 50
READ = """
import json, resource, sys, time
wall, cpu = time.perf_counter(), time.process_time()
from biela.identify.dataset import read_data
data = read_data(sys.argv[1])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([len(data), len(data.columns), time.perf_counter() - wall, time.process_time() - cpu, peak]))
"""


def write(folder: Path, rows: int) -> list[Path]:
    """The same numbers as text, as text with decimal commas, and as Parquet."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    files = [folder / "plain.csv", folder / "commas.csv", folder / "file.parquet"]
    names = ["time [s]", *(f"channel_{k} [deg]" for k in range(1, COLUMNS))]
    rng, parts = np.random.default_rng(1), []
    with files[0].open("w") as plain, files[1].open("w") as commas:
        plain.write(",".join(names) + "\n")
        commas.write(";".join(names) + "\n")
        for first in range(0, rows, 10_000):
            t = 1e-3 * np.arange(first, min(first + 10_000, rows))
            part = np.column_stack([t, rng.standard_normal((len(t), COLUMNS - 1))])
            lines = [",".join(f"{value:.6g}" for value in row) for row in part]
            plain.write("\n".join(lines) + "\n")
            commas.write("\n".join(line.replace(",", ";").replace(".", ",") for line in lines) + "\n")
            parts.append(pa.table(dict(zip(names, part.T, strict=True))))
    pq.write_table(pa.concat_tables(parts), files[2])
    return files


def main() -> None:
    options = arguments(__doc__).parse_args()
    count = 50_000 if options.quick else 1_000_000
    rows, worst = [], (0.0, 0.0)
    with TemporaryDirectory() as folder:
        for file in write(Path(folder), count):
            run = subprocess.run([sys.executable, "-c", READ, str(file)], capture_output=True, text=True, check=True, timeout=600)
            samples, columns, wall, cpu, peak = json.loads(run.stdout)
            assert (samples, columns) == (count, COLUMNS - 1)
            rows.append([file.name, f"{file.stat().st_size / 1e6:.0f} MB", f"{cpu:.1f} s", f"{wall:.1f} s", f"{peak / 1e9:.2f} GB"])
            worst = max(worst[0], wall), max(worst[1], peak / 1e9)
    print_table(f"{count} rows of {COLUMNS} columns", ["file", "size", "CPU", "wall", "memory"], rows)
    print_summary("logs", rows=count, columns=COLUMNS, seconds=worst[0], gigabytes=worst[1])


if __name__ == "__main__":
    main()
