// How much effort a picture gets: less while the view moves and pictures take too long, all of it once the view stands still.
import type { WebGLRenderer } from "three";

const STILL = 250; // [ms] without a new picture

export class Effort {
  moving: number; // pixels of the canvas per pixel of the page while it moves
  readonly still: number;
  private timer = 0;
  private last = 0;
  private now = NaN;
  private width = 0;
  private height = 0;
  constructor(
    private gl: WebGLRenderer,
    software: boolean,
    private redraw: () => void,
  ) {
    const own = Math.min(window.devicePixelRatio || 1, 2);
    this.moving = own;
    this.still = software ? 2 : own; // software draws without smooth edges: more pixels smooth them
  }
  // the canvas fits its place; a picture that was not drawn with all effort is drawn again when nothing follows it
  prepare(width: number, height: number, whole: boolean, playing: boolean): void {
    const pixels = whole ? this.still : this.moving;
    if (pixels !== this.now || width !== this.width || height !== this.height) {
      [this.now, this.width, this.height] = [pixels, width, height];
      this.gl.setPixelRatio(pixels);
      this.gl.setSize(width, height, false);
    }
    const time = performance.now(),
      gap = time - this.last;
    this.last = time;
    window.clearTimeout(this.timer);
    if (pixels < this.still && !playing)
      this.timer = window.setTimeout(this.redraw, Math.max(STILL, gap < 600 ? 3 * gap : 0));
  }
  close(): void {
    window.clearTimeout(this.timer);
  }
}
