"""The studio in Chromium: time from a key to the new picture, and pictures per second while a crank is dragged.

python benchmarks/studio.py

A digit of a length is typed into the text, as often as --repeat says; the clock runs in the page from the change of the text to the
frame after the new picture was taken. Rendering is in software; the median and the best are printed. Beside them stands the
CPU time of the server for one such picture, which a busy computer does not change much.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from _common import arguments, print_summary, print_table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))

from chromium import EXECUTABLE, Browser
from studio_user import in_view, opened, studio

from biela.library import get
from biela.studio.project.picture import Pictures

MACHINES = (("four-bar", "base: 1 m", "base: 1.0{} m", 0.15), ("excavator", "value: 2520", "value: 252{}", 1.0))
"""Machines, a text of their files, what is typed over it, and the time asked for [s]."""
TYPED = """new Promise(done => {
    const e = biela.editor, at = e.text.indexOf(%r), before = document.documentElement.dataset.drawn, from = performance.now();
    const look = () => document.documentElement.dataset.drawn !== before && biela.look.show
        ? requestAnimationFrame(() => done(performance.now() - from)) : setTimeout(look, 2);
    e.view.dispatch({ changes: { from: at, to: at + %d, insert: %r } });
    look();
})"""
DRAGGED = """new Promise(done => {
    const v = biela.picture.viewer, canvas = v.canvas, last = { pose: '' };
    const [x, y] = [%f, %f], send = (kind, k) => canvas.dispatchEvent(new PointerEvent(kind, {
        pointerId: 1, isPrimary: true, bubbles: true, button: 0, buttons: 1,
        clientX: x + 40 * Math.sin(k / 20), clientY: y + 20 * Math.sin(k / 20) }));
    let k = 0, moved = 0;
    send('pointerdown', 0);
    const from = performance.now();
    const frame = () => {
        send('pointermove', ++k);
        const pose = Array.from(v.pose).join();
        if (pose !== last.pose) { moved++; last.pose = pose; }
        if (performance.now() - from < 3000) requestAnimationFrame(frame);
        else {
            const seconds = (performance.now() - from) / 1000;
            send('pointerup', k);
            done([k / seconds, moved / seconds, biela.hands.where]);
        }
    };
    requestAnimationFrame(frame);
})"""


def drawn(text: str, changed: str) -> float:
    """CPU time of the server from a changed text to its picture [s]; best of five."""
    pictures, spent = Pictures(), []
    pictures.look("machine.yaml", text)
    for k in range(5):
        new = changed + f"# {k}\n"  # it remembers the last texts
        begin = time.process_time()
        pictures.look("machine.yaml", new)
        spent.append(time.process_time() - begin)
    return min(spent)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--repeat", type=int, default=9)
    given = parser.parse_args()
    if EXECUTABLE is None:
        sys.exit("no Chromium here: apt-get install chromium")
    rows, found = [], {}
    browser = Browser()
    try:
        for name, old, new, asked in MACHINES:
            with tempfile.TemporaryDirectory() as folder:
                file = get(name).machine_file()
                (Path(folder) / "machine.yaml").write_text(file, "utf-8")
                with studio(Path(folder)) as address:
                    opened(browser, address)
                    times, now = [], old
                    for k in range(given.repeat):
                        text = new.format(1 + k % 9)
                        times.append(browser.run(TYPED % (now, len(now), text)) / 1e3)
                        now = text
                    cpu = drawn(file, file.replace(old, new.format(1)))
                    wall = statistics.median(times[1:])
                    rows.append((name, f"{wall:.3f}", f"{min(times[1:]):.3f}", f"{cpu:.3f}", f"{asked:g}"))
                    found[f"{name.replace('-', '_')}_cpu"] = cpu
                    found[name.replace("-", "_")] = wall
                    if name == "four-bar":
                        x, y = in_view(browser, "crank", (0.3, 0, 0))
                        browser.mouse("mouseMoved", x, y)
                        browser.wait("biela.hands.ready")
                        frames, moved, where = browser.run(DRAGGED % (x, y))
                        found |= {"frames": frames, "moved": moved}
    finally:
        browser.close()
    print_table("time from a key to the picture [s]", ("machine", "median", "best", "CPU", "asked"), rows)
    print(f"four-bar dragged by its crank in the {where}: {moved:.0f} positions in {frames:.0f} frames a second")
    print_summary("studio", **found)


if __name__ == "__main__":
    main()
