// Play, pause, slider and speed of a moving view.
import type { Run } from "./data";
import { busy, byId } from "./dom";
import { Motion } from "./scene/motion";
import type { Viewer } from "./scene/viewer";

const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const SLOW = 55; // [ms] of a picture, beyond which the view is drawn with less effort
export const speedOptions = (): HTMLOptionElement[] =>
  SPEEDS.map((s) => new Option(`${s} ×`, String(s), s === 1, s === 1));

export class Player {
  time = 0;
  speed = 1;
  playing = false;
  end = 1;
  run: Run | null = null;
  motion: Motion | null = null;
  rate = 0;
  onFrame: (k: number) => void = () => {};
  private button = byId<HTMLButtonElement>("play");
  private slider = byId<HTMLInputElement>("time");
  private clock = byId("clock");
  private chooser = byId<HTMLSelectElement>("speed");
  constructor(
    readonly viewer: Viewer,
    private onTime: (time: number, playing: boolean) => void,
  ) {
    this.button.onclick = () => this.toggle();
    this.slider.oninput = () => {
      this.pause();
      this.seek(+this.slider.value);
    };
    this.chooser.onchange = () => {
      this.speed = +this.chooser.value;
    };
    document.addEventListener("keydown", (e) => {
      if (busy(e.target) || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.code === "Space") {
        e.preventDefault();
        this.toggle();
      } else if (e.code === "Home") this.seek(0);
      else if (
        this.run &&
        (e.code === "ArrowLeft" || e.code === "ArrowRight") &&
        !(e.target instanceof HTMLInputElement)
      ) {
        this.pause();
        this.seek(
          this.run.t[
            Math.max(
              0,
              Math.min(this.run.t.length - 1, this.run.nearest(this.time) + (e.code === "ArrowLeft" ? -1 : 1)),
            )
          ],
        );
      }
    });
  }
  load(run: Run): void {
    this.run = run;
    this.motion = new Motion(
      run.t,
      run.data.poses.map((r) => run.table[r]),
      this.viewer.scene.bodies.length,
    );
    this.end = run.t[run.t.length - 1] || 1e-9;
    this.slider.max = String(this.end);
    this.slider.step = String(this.end / 2000);
    this.slider.disabled = false;
    const wish = this.end < 1 ? this.end / 8 : this.end > 30 ? this.end / 20 : 1;
    this.speed = SPEEDS.reduce((a, b) => (Math.abs(Math.log(b / wish)) < Math.abs(Math.log(a / wish)) ? b : a));
    this.chooser.value = String(this.speed);
    this.seek(0);
  }
  seek(time: number): void {
    const run = this.run,
      m = this.motion;
    if (!run || !m) return;
    this.time = Math.max(0, Math.min(this.end, time));
    const s = run.position(this.time),
      k = Math.round(s),
      v = this.viewer;
    m.at(s, v.pose);
    v.forces = run.data.reactions ? run.data.reactions.map((r) => run.table[r][k]) : null;
    v.scales = Object.fromEntries(Object.entries(run.data.scales).map(([body, row]) => [body, run.table[row][k]]));
    this.onFrame(k);
    if (this.playing) v.draw();
    else v.ask();
    this.slider.value = String(this.time);
    this.clock.textContent = `${(run.data.start + this.time).toFixed(this.end < 0.5 ? 4 : this.end < 5 ? 3 : 2)} s`;
    this.onTime(this.time, this.playing);
  }
  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }
  pause(): void {
    if (!this.playing) return;
    this.viewer.ask(); // with all effort, now that it stands
    this.playing = this.viewer.playing = false;
    this.button.textContent = "▶ play";
  }
  play(): void {
    if (!this.run || this.playing) return;
    this.playing = this.viewer.playing = true;
    this.button.textContent = "❚❚ pause";
    if (this.time >= this.end) this.seek(0);
    let last = performance.now();
    const frame = (now: number): void => {
      if (!this.playing) return;
      const passed = Math.min(now - last, 250),
        next = this.time + (passed / 1000) * this.speed;
      last = now;
      this.rate = this.rate ? 0.9 * this.rate + 0.1 * passed : passed;
      this.viewer.pace(passed, SLOW);
      this.seek(next >= this.end ? 0 : next);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }
}
