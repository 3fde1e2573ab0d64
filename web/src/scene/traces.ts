// Paths of points over the whole motion: coupler curves.
import { BufferGeometry, Line as Polyline, LineBasicMaterial, Vector3 } from "three";
import type { Motion } from "./motion";

export class Trace {
  line: Polyline;
  constructor(
    readonly body: number,
    readonly point: Vector3,
    motion: Motion,
    colour: string,
  ) {
    const points = Array.from({ length: motion.frames }, (_, k) => motion.point(body, point, k));
    this.line = new Polyline(
      new BufferGeometry().setFromPoints(points),
      new LineBasicMaterial({ color: colour, linewidth: 2 }),
    );
  }
}
