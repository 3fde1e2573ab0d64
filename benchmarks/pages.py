"""Pages: how large, how soon the first picture, how many pictures per second, in Chromium with software rendering.

python benchmarks/pages.py

Asked for: a report of the excavator of 2.5 MB at most, code of 900 kB at most before it is packed, the first picture within 1 s, 15
pictures per second in software rendering; in `biela show`, bodies that are dragged follow 30 times per second, loops closed.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))

from chromium import EXECUTABLE, Browser

from biela import library
from biela.app.run import run
from biela.report.shell import asset
from biela.studio.server import open_server
from biela.studio.view import PORT, MachineView

FRAMES = """new Promise(done => {
    let n = 0; const from = performance.now();
    const frame = () => { if (++n === 60) done(60000 / (performance.now() - from)); else requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
})"""
"""Pictures per second, of sixty."""
GRAB = """(() => {
    const v = biela.viewer, c = v.canvas, b = c.parentElement, k = v.scene.bodies.findIndex(e => e.name === 'BODY');
    const p = v.point([k, ...v.scene.bodies[k].label]).project(v.eye.camera(b.clientWidth, b.clientHeight));
    const r = c.getBoundingClientRect(); scrollTo(0, 0);
    return [r.left + (p.x + 1) / 2 * r.width, r.top + (1 - p.y) / 2 * r.height];
})()"""
"""Where a body can be grasped, in pixels."""
DRAG = """new Promise(done => {
    const v = biela.viewer, from = performance.now(), draw = v.draw.bind(v);
    let shown = "", poses = 0;
    v.draw = (whole) => {
        draw(whole);
        const pose = v.pose.join();
        if (pose !== shown) { shown = pose; poses++; }
    };
    const frame = () => {
        const s = performance.now() - from, w = 0.003 * s;
        const at = { clientX: X + 12 * Math.sin(w), clientY: Y + 8 * (Math.cos(w) - 1), pointerId: 1 };
        v.canvas.dispatchEvent(new PointerEvent('pointermove', at));
        if (s < SECONDS) requestAnimationFrame(frame);
        else { delete v.draw; done([1000 * poses / s, biela.now.closure]); }
    };
    requestAnimationFrame(frame);
})"""
"""Pictures of different poses per second while a body is dragged in small circles, and how well the loops are closed at the end."""


def main() -> None:
    """Measure the reports of a few machines, and dragging in `biela show`."""
    if EXECUTABLE is None:
        sys.exit("no Chromium here: apt-get install chromium")
    code = len((asset("shared.js") + asset("page.js")).encode())
    print(f"code of the pages: {code / 1e3:.0f} kB before it is packed (900)")
    print(f"{'machine':16}{'written':>10}{'page':>10}{'ready':>10}{'playing':>12}")
    for name in ("four-bar", "excavator"):
        _report(name)
    print(f"{'dragged':16}{'poses':>10}{'loops':>12}")
    for name, body in (("five-bar", "left_coupler"), ("excavator", "arm")):
        _drag(name, body)


def _report(name: str) -> None:
    """Size, first picture and frame rate of a report."""
    with tempfile.TemporaryDirectory() as folder:
        begin = time.process_time()
        run(library.get(name), Path(folder))
        spent, page = time.process_time() - begin, Path(folder) / "report.html"
        browser = Browser()
        try:
            browser.size(1400, 1000)
            browser.open(page.as_uri())  # once for the browser itself
            browser.open(page.as_uri())
            browser.wait("document.documentElement.dataset.picture")
            ready = browser.run("+document.documentElement.dataset.picture") / 1000
            browser.run("biela.player.play()")
            time.sleep(3.0)  # the view finds its effort
            rate = browser.run(FRAMES)
        finally:
            browser.close()
        size = page.stat().st_size / 1e6
        print(f"{name:16}{spent:8.2f} s{size:7.2f} MB{ready:8.2f} s{rate:9.0f} Hz")


def _drag(name: str, body: str) -> None:
    """How often per second a dragged body follows."""
    with open_server(lambda: MachineView(library.get(name)), "127.0.0.1", 0, PORT) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        browser = Browser()
        try:
            browser.size(1400, 1000)
            browser.open(server.link)
            browser.wait("document.documentElement.dataset.measured === 'yes'")
            x, y = browser.run(GRAB.replace("BODY", body))
            press = f"{{ clientX: {x}, clientY: {y}, pointerId: 1, button: 0, buttons: 1 }}"
            browser.run(f"biela.viewer.canvas.dispatchEvent(new PointerEvent('pointerdown', {press}))")
            drag = DRAG.replace("X +", f"{x} +").replace("Y +", f"{y} +")
            browser.run(drag.replace("SECONDS", "2000"))  # the view finds its effort
            rate, closure = browser.run(drag.replace("SECONDS", "4000"))
            print(f"{name:16}{rate:7.0f} Hz{closure:12.1e}")
        finally:
            browser.close()
            server.shutdown()
            thread.join()


if __name__ == "__main__":
    main()
