"""Pages: how large, how soon the first picture, how many pictures per second, in Chromium with software rendering.

python benchmarks/pages.py
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))

from chromium import EXECUTABLE, Browser

from biela import library
from biela.app.run import run

FRAMES = """new Promise(done => {
    let n = 0; const from = performance.now();
    const frame = () => { if (++n === 60) done(60000 / (performance.now() - from)); else requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
})"""


def main() -> None:
    """Measure the reports of a few machines."""
    if EXECUTABLE is None:
        sys.exit("no Chromium here: apt-get install chromium")
    print(f"{'machine':16}{'written':>10}{'page':>10}{'ready':>10}{'playing':>14}")
    for name in ("four-bar", "excavator"):
        with tempfile.TemporaryDirectory() as folder:
            begin = time.process_time()
            run(library.get(name), Path(folder))
            spent, page = time.process_time() - begin, Path(folder) / "report.html"
            browser = Browser()
            try:
                browser.size(1400, 1000)
                browser.open(page.as_uri())
                ready = browser.run("performance.now()") / 1000
                browser.run("biela.player.play()")
                time.sleep(3.0)  # the view finds its effort
                rate = browser.run(FRAMES)
            finally:
                browser.close()
            size = page.stat().st_size / 1e6
            print(f"{name:16}{spent:8.2f} s{size:7.2f} MB{ready:8.2f} s{rate:9.0f} Hz")


if __name__ == "__main__":
    main()
