// How the bodies move: poses at frames, and between them (quaternions are mixed and made unit again).
import { Quaternion, Vector3 } from "three";

export class Motion {
  readonly frames: number;
  // rows: seven for each body: quaternion (w, x, y, z) and position
  constructor(
    readonly t: ArrayLike<number>,
    readonly rows: ArrayLike<number>[],
    readonly bodies: number,
  ) {
    this.frames = t.length;
  }
  pose(body: number, k: number): { q: Quaternion; p: Vector3 } {
    const r = (e: number): number => this.rows[7 * body + e][k];
    return { q: new Quaternion(r(1), r(2), r(3), r(0)), p: new Vector3(r(4), r(5), r(6)) };
  }
  point(body: number, point: Vector3, k: number): Vector3 {
    const { q, p } = this.pose(body, k);
    return point.clone().applyQuaternion(q).add(p);
  }
  at(position: number, out: Float32Array): Float32Array {
    const i = Math.max(0, Math.min(this.frames - 1, Math.floor(position))),
      j = Math.min(this.frames - 1, i + 1),
      s = position - i;
    for (let b = 0; b < this.bodies; b++) {
      const o = 7 * b;
      let dot = 0,
        size = 0;
      for (let e = 0; e < 4; e++) dot += this.rows[o + e][i] * this.rows[o + e][j];
      for (let e = 0; e < 4; e++) {
        const v = (1 - s) * this.rows[o + e][i] + s * (dot < 0 ? -1 : 1) * this.rows[o + e][j];
        out[o + e] = v;
        size += v * v;
      }
      for (let e = 0; e < 4; e++) out[o + e] /= Math.sqrt(size) || 1;
      for (let e = 4; e < 7; e++) out[o + e] = (1 - s) * this.rows[o + e][i] + s * this.rows[o + e][j];
    }
    return out;
  }
}
