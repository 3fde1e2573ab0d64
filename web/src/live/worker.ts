// The machine of a page in a thread of its own: the page stays quick while it computes.
import { load, type Machine, type Options, type Result } from "./machine";

export interface Table {
  t: Float32Array;
  names: string[];
  units: string[];
  rows: Float32Array[];
  poses: Float32Array[];
}
export interface Done extends Table {
  start: number;
  status: string;
  done: boolean;
  steps: number;
  milliseconds: number;
  events: { name: string; time: number }[];
}
export interface Stand {
  poses: number[];
  values: Record<string, number>;
}
export type Request =
  | { kind: "load"; module: ArrayBuffer; links: number[] }
  | { kind: "run"; values: Record<string, number>; options: Options }
  | { kind: "on"; values: Record<string, number>; options: Options }
  | { kind: "place"; values: Record<string, number> }
  | { kind: "home"; values: Record<string, number> }
  | {
      kind: "drag";
      values: Record<string, number>;
      body: number;
      point: number[];
      target: number[];
      limits: Record<string, [number, number]>;
    }
  | { kind: "drive"; values: Record<string, number>; options: Options; signals: string[]; fresh: boolean };

let machine: Machine,
  links: number[] = [];
// turn and place of every body that is drawn, at each output: quaternion (w, x, y, z), then the origin
export function poses(bodies: Float64Array, count: number, links: number[]): Float32Array[] {
  const size = bodies.length / count,
    rows = Array.from({ length: 7 * links.length }, () => new Float32Array(count));
  for (let k = 0; k < count; k++)
    links.forEach((link, j) => {
      const b = bodies.subarray(k * size + 18 * link, k * size + 18 * link + 12),
        [a, d, g, e, c, h, f, i, m] = b; // columns of R
      const squares = [1 + a + c + m, 1 + a - c - m, 1 - a + c - m, 1 - a - c + m],
        largest = squares.indexOf(Math.max(...squares));
      const q = [
          [squares[0], h - i, f - g, d - e],
          [h - i, squares[1], d + e, f + g],
          [f - g, d + e, squares[2], h + i],
          [d - e, f + g, h + i, squares[3]],
        ][largest],
        length = Math.hypot(...q);
      [...q.map((x) => x / length), b[9], b[10], b[11]].forEach((x, r) => {
        rows[7 * j + r][k] = x;
      });
    });
  return rows;
}
function table(r: Result): Done {
  const names = r.names,
    t0 = r.t[0];
  return {
    start: t0,
    t: Float32Array.from(r.t, (t) => t - t0),
    names,
    units: names.map((n) => r.unit(n)),
    rows: names.map((n) => Float32Array.from(r.signal(n))),
    poses: poses(r.bodies(), r.t.length, links),
    status: r.status,
    done: r.done,
    steps: r.steps,
    milliseconds: r.milliseconds,
    events: r.events,
  };
}
// where the machine stands: its bodies, and the coordinates that a hand moved
const stand = (result: Result): Stand => ({
  poses: poses(result.bodies(), 1, links).map((row) => row[0]),
  values: Object.fromEntries(
    machine.about.starts.filter((s) => s.entry! < machine.about.sizes.q).map((s) => [s.name, machine.get(s.name)]),
  ),
});
async function answer(r: Request, progress: (time: number) => void): Promise<unknown> {
  if (r.kind === "load") {
    machine = await load(r.module);
    links = r.links;
    return machine.about;
  }
  for (const [name, value] of Object.entries(r.values)) machine.set(name, value);
  if (r.kind === "run") return table(machine.run({ ...r.options, progress }));
  if (r.kind === "on") return table(machine.on({ ...r.options, progress }));
  if (r.kind === "home") return stand(machine.home().placed());
  if (r.kind === "drag") return stand(machine.drag(links[r.body], r.point, r.target, r.limits));
  if (r.kind === "place") return stand(machine.placed());
  const result = r.fresh ? machine.run(r.options) : machine.on(r.options),
    last = result.t.length - 1;
  return {
    time: machine.time,
    status: result.status,
    done: result.done,
    poses: poses(result.bodies(), result.t.length, links).map((row) => row[last]),
    signals: Object.fromEntries(r.signals.map((n) => [n, { unit: result.unit(n), value: result.signal(n)[last] }])),
  };
}
let before: Promise<unknown> = Promise.resolve(); // one request after the other: a run may be asked for while its module is loaded
self.onmessage = (e: MessageEvent<Request & { id: number }>): void => {
  const progress = (time: number): void => {
    (self as unknown as Worker).postMessage({ id: e.data.id, time });
  };
  const answered = before.then(() => answer(e.data, progress));
  before = answered.catch(() => {});
  answered.then(
    (value) => (self as unknown as Worker).postMessage({ id: e.data.id, ok: true, value }),
    (error) =>
      (self as unknown as Worker).postMessage({
        id: e.data.id,
        ok: false,
        message: error instanceof Error ? error.message : String(error),
      }),
  );
};
