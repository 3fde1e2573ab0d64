"""Results of a study in memory, or in a resumable folder that xarray and pandas open, and that is never half written.

    study.json        what is computed, its blocks
    samples.parquet   the table of samples, one row each
    results.zarr      one array per measure and series, a status for each sample (Zarr 3, one chunk per block, checksums)
    blocks/N.json     written last: block N is complete, its digest, and why samples failed

A block without its file in `blocks`, or whose numbers do not have its digest, is computed again.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from biela.base.errors import BielaError
from biela.base.intake import MEGABYTE, Unreadable
from biela.base.locks import cached_property
from biela.base.surface import setting
from biela.study.block import STATUSES, Block, Work
from biela.study.measure import OWN_NAMES
from biela.study.place import Place, place_of
from biela.study.vary import Columns, Json, StudyError, Values

MAX_JSON = 100 * MEGABYTE
"""Maximum size of study.json, which contains the machine files, and of the file of a block [bytes]."""
MAX_NAME = 60
"""Maximum length of the name of an array [characters], four bytes each: disks take 255."""
CODECS = ("BytesCodec", "ZstdCodec", "Crc32cCodec")
"""Encoding of arrays: bytes, compressed, with a checksum."""
FILES = ("study.json", "samples.parquet", "results.zarr", "blocks", "summary.json", "report.html")


def blocks_of(count: int, size: int) -> list[tuple[int, int]]:
    """Return the first and last + 1 sample of each block."""
    return [(first, min(first + size, count)) for first in range(0, count, size)]


class MemoryStore:
    """Results of a study that is not kept on disk."""

    def __init__(self, study: Work, block: int):
        self.study, self.block = study, block
        self._blocks: dict[int, Block] = {}

    def done(self) -> set[int]:
        """Return the numbers of the blocks that are complete."""
        return set(self._blocks)

    def write(self, number: int, block: Block) -> Json:
        """Keep a block, whole or not at all; return what its file says."""
        self._blocks[number] = block
        return _entry(number, block, 0)

    def array(self, name: str, every: int = 1) -> Values:
        """Return a measure (N,), a series (N, n), or "status", of all samples, or of every second, third … of them."""
        over_time = (self.study.points,) if name in self.study.series else ()
        whole = np.zeros(len(self.study), np.int8) if name == "status" else np.full((len(self.study), *over_time), np.nan)
        for k, block in self._blocks.items():
            whole[k * self.block : (k + 1) * self.block] = _values(self.study, block)[name]
        return whole[::every]

    def failures(self) -> dict[int, str]:
        """Return sample → why it has no numbers, or doubtful ones."""
        found = {n * self.block + k: reason for n, block in self._blocks.items() for k, reason in block.reasons.items()}
        return dict(sorted(found.items()))


def _values(study: Work, block: Block) -> dict[str, Values]:
    """Return all arrays of a block by name."""
    measures = {m.name: np.ascontiguousarray(block.measures[:, k]) for k, m in enumerate(study.measures)}
    return {**measures, **block.series, "status": block.status}


def _digest(values: Columns) -> str:
    digest = hashlib.sha256()
    for name in sorted(values):
        digest.update(name.encode() + b"\0" + np.ascontiguousarray(values[name]).tobytes())
    return digest.hexdigest()


def _entry(number: int, block: Block, first: int) -> Json:
    reasons = {str(first + k): reason for k, reason in sorted(block.reasons.items())}
    return {"block": number, "samples": len(block.status), "failed": block.failed, "reasons": reasons}


def keys_of(names: Sequence[str]) -> dict[str, str]:
    """Return name → that of its array: letters, digits and underscores, unique also where case is ignored."""
    keys, taken = {"status": "status"}, {*OWN_NAMES}
    for name in names:
        plain = re.sub(r"\W+", "_", name).strip("_")[:MAX_NAME] or "value"
        key = next(k for n in range(1, len(names) + 4) if (k := f"{plain}_{n}" if n > 1 else plain).casefold() not in taken)
        taken.add(key.casefold())
        keys[name] = key
    return keys


def _damaged(what: str) -> StudyError:
    return StudyError(f"{what}: choose another {setting('out')}, or remove the folder.")


class FolderStore:
    """Results in a folder or an object store, with the methods of `MemoryStore`; several processes may write different blocks."""

    def __init__(self, study: Work, folder: str | Path | Place, block: int):
        self.study, self.place, self.block = study, place_of(folder), block
        self.keys = keys_of([*(m.name for m in study.measures), *study.series])

    @staticmethod
    def about(folder: str | Path | Place) -> Json | None:
        """Return the folder's description of its study; None if there is none."""
        place = place_of(folder)
        if not place.has("study.json"):
            return None
        try:
            found = json.loads(place.read("study.json", MAX_JSON))
            if not isinstance(found["study"], dict) or not isinstance(found["block"], int) or found["block"] < 1:
                raise TypeError
            return found  # type: ignore[no-any-return]
        except (ValueError, KeyError, TypeError, RecursionError, Unreadable):
            raise _damaged(f"study.json in {str(place)!r} is damaged") from None

    def create(self) -> None:
        """Write what does not depend on results: samples, empty arrays, and last study.json."""
        zarr = _zarr()
        self.place.write("samples.parquet", _samples(self.study))
        from zarr.codecs import Crc32cCodec, ZstdCodec

        where, title = self.place.arrays("results.zarr", True), {"title": "biela sweep"}
        group = zarr.create_group(where, overwrite=True, zarr_format=3, attributes=title)
        units, texts = self.study.units, {m.name: m.text for m in self.study.measures}
        for name, key in self.keys.items():
            about: Json = {"long_name": texts.get(name, name), "units": units.get(name, "")}
            if name == "status":
                about = {"long_name": "status", "flag_values": list(range(len(STATUSES))), "flag_meanings": " ".join(STATUSES)}
            shape, chunks = self._shapes(name)
            kind, fill = ("int8", 0) if name == "status" else ("float64", np.nan)
            group.create_array(
                key, shape=shape, dtype=kind, chunks=chunks, fill_value=fill, compressors=[ZstdCodec(level=3), Crc32cCodec()],
                dimension_names=["sample", "time"][: len(shape)], attributes=about,
            )  # fmt: skip
        if self.study.series:
            about = {"shape": (self.study.points,), "dtype": "float64", "attributes": {"units": "s"}}
            group.create_array("time", dimension_names=["time"], **about)[:] = self.study.series_times
        about = {"study": self.study.about(), "block": self.block}
        self.place.write("study.json", json.dumps(about, indent=1, ensure_ascii=False) + "\n")

    def _shapes(self, name: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the shapes of an array and of its chunks, one per block."""
        n, over_time = len(self.study), (self.study.points,) if name in self.study.series else ()
        return (n, *over_time), (min(self.block, n), *over_time)

    def _entries(self) -> Iterator[tuple[int, Json]]:
        numbers = {f"blocks/{k}.json": k for k in range(len(blocks_of(len(self.study), self.block)))}
        for name, content in self.place.read_several(list(numbers), MAX_JSON):
            number = numbers[name]
            try:
                found = json.loads(content)
                found["reasons"] = {int(k): str(reason) for k, reason in found["reasons"].items()}
                if found["block"] == number and isinstance(found["digest"], str):
                    yield number, found
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                continue

    def done(self) -> set[int]:
        arrays = self._arrays("r")
        ranges, found = blocks_of(len(self.study), self.block), set()
        for number, entry in self._entries():
            with suppress(Exception):  # a damaged chunk: whatever its decoder raises
                values = {name: np.asarray(arrays[name][slice(*ranges[number])]) for name in self.keys}
                if _digest(values) == entry["digest"]:
                    found.add(number)
        return found

    @cached_property
    def _written(self) -> Json:
        """Open the arrays that blocks are written into, once: it takes as long as writing some."""
        return self._arrays("r+")

    def _arrays(self, mode: str) -> Json:
        zarr = _zarr()
        try:
            group = zarr.open_group(self.place.arrays("results.zarr", mode != "r"), mode=mode, zarr_format=3)
            arrays = {name: group[key] for name, key in self.keys.items()}
            reason = next((f"{name!r} has {what}" for name, a in arrays.items() if (what := self._foreign(name, a))), "")
            if not reason:
                return arrays
        except Exception as error:  # whatever its reader finds wrong with it
            reason = str(error) or type(error).__name__
        raise _damaged(f"results.zarr in {str(self.place)!r} is damaged ({reason})")

    def _foreign(self, name: str, array: Any) -> str:
        """Return the difference of an array from what `create` writes: no other is decoded, since whoever wrote it chose how."""
        if (array.shape, array.chunks) != self._shapes(name):
            return "another shape"
        if array.dtype != (np.int8 if name == "status" else np.float64):
            return f"numbers of the type {array.dtype}"
        codecs = tuple(type(codec).__name__ for codec in array.metadata.codecs)
        return "" if codecs == CODECS else f"another encoding, {', '.join(codecs)}"

    def write(self, number: int, block: Block) -> Json:
        first, last = blocks_of(len(self.study), self.block)[number]
        values = _values(self.study, block)
        try:
            with self.place.whole():
                for name, array in self._written.items():
                    array[first:last] = values[name]
            entry = _entry(number, block, first)
            self.place.write(f"blocks/{number}.json", json.dumps({**entry, "digest": _digest(values)}, ensure_ascii=False))
        except OSError as error:
            why, remedy = error.strerror or error, "make room, then run the study again to resume it"
            raise BielaError(f"block {number} was not written ({why}): {remedy}.") from None
        return entry

    def array(self, name: str, every: int = 1) -> Values:
        array = self._arrays("r")[name]
        try:
            if every == 1:
                return np.asarray(array[:])
            ranges = blocks_of(len(self.study), self.block)  # one after the other: all together may be too large
            return np.concatenate([np.asarray(array[first:last])[-first % every :: every] for first, last in ranges])
        except Exception as error:  # whatever its decoder raises
            remedy = "run the study again, it computes what is missing"
            raise StudyError(f"{name!r} in {str(self.place)!r} is damaged ({error}): {remedy}.") from None

    def failures(self) -> dict[int, str]:
        return dict(sorted((k, reason) for _, entry in self._entries() for k, reason in entry["reasons"].items()))


Store: TypeAlias = MemoryStore | FolderStore
"""Store that takes blocks, and gives back what it has."""


def _samples(study: Work) -> bytes:
    """Return the table of samples as a Parquet file."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise BielaError("a study on disk needs pyarrow: install biela with the extra `sweep`.") from None
    columns = {}
    for name, x in study.samples.columns.items():
        if x.dtype == object:
            columns[name] = pa.array(list(map(str, x)))
        else:  # as they lie in memory: pyarrow would import pandas to look at an array
            columns[name] = pa.Array.from_buffers(pa.float64(), len(x), [None, pa.py_buffer(np.ascontiguousarray(x, float))])
    image = io.BytesIO()
    pq.write_table(pa.table(columns), image)
    return image.getvalue()


def _zarr() -> Any:
    try:
        import zarr
    except ImportError:
        raise BielaError(f"a study on disk needs zarr: install biela with the extra `sweep`, or omit {setting('out')}.") from None
    return zarr


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Return in words what differs between two studies."""
    said = []
    for key in sorted(k for k in {*old, *new} if old.get(k) != new.get(k)):
        a, b = old.get(key), new.get(key)
        if key == "functions":
            a, b = a or {}, b or {}
            said += [f"the function of measure {k!r}" for k in sorted({*a, *b}) if a.get(k) != b.get(k)]
        elif isinstance(a, dict) and isinstance(b, dict) and key != "machines":
            inner = [k for k in sorted({*a, *b}) if a.get(k) != b.get(k)]
            said += [f"{key}: {k}: {a.get(k)!r} was, {b.get(k)!r} is asked for" for k in inner]
        elif key in ("machine", "machines", "samples_digest"):
            said.append({"machine": "the machine file", "machines": "the machine files"}.get(key, "the table of samples"))
        else:
            said.append(f"{key}: {a!r} was, {b!r} is asked for")
    return said


def open_folder(study: Work, folder: str | Path | Place, block: int, again: bool = False) -> FolderStore:
    """Return the store of a study: a new one, or the one that is there, to resume it; another study is refused, or moved away.

    block : samples per block of a new store; an old one keeps its own
    again : move the results of another study into `generations` and begin anew
    """
    place = place_of(folder)
    place.make()
    found = FolderStore.about(place)
    if found is not None and not again:
        if differ := differences(found["study"], json.loads(json.dumps(study.about()))):
            other = f"{str(place)!r} holds the results of another study. It differs in {'; '.join(differ)}"
            keep = f"{setting('again', True)}: it keeps the old results in the folder generations"
            raise StudyError(f"{other}. Choose another {setting('out')}, or give {keep}.")
        return FolderStore(study, place, found["block"])
    if found is not None:
        place.move_away(FILES, "generations")
    store = FolderStore(study, place, block)
    store.create()
    return store
