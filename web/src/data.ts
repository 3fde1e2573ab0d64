// What a page holds: plain JSON, and one packed table of numbers over time.
import type { LiveData } from "./live/bench";
export type V3 = [number, number, number];
export type End = [number, number, number, number]; // body (−1 is the ground), then a point in its axes
export interface Shape {
  k: string;
  c?: string;
  a?: V3;
  b?: V3;
  p?: V3;
  r?: number;
  e?: number;
  R?: number[];
  s?: V3;
  n?: V3;
  w?: number;
  t?: number;
  o?: number;
  points?: V3[];
  mesh?: string;
  v?: Float32Array;
  f?: Uint32Array;
}
export interface BodyData {
  name: string;
  colour: string;
  shapes: Shape[];
  com: V3 | null;
  label: V3;
  mass?: number;
}
export interface LineData {
  name: string;
  kind: string;
  a: End;
  b: End;
  bore?: number;
  rod?: number;
  closed?: number;
  spread?: number;
  colour?: string;
  rod_colour?: string;
  pressures?: string[];
}
export interface JointData {
  name: string;
  at: End;
  kind?: string;
  bodies?: string[];
}
export interface SceneData {
  name: string;
  size: number;
  unit: number;
  centre: V3;
  up: V3;
  right: V3;
  half: [number, number];
  frame: V3[]; // what the home view must hold, along its own axes: right, up, towards the reader
  yaw: number;
  pitch: number;
  planar: boolean;
  shadow: boolean;
  bodies: BodyData[];
  ground: Shape[];
  lines: LineData[];
  joints: JointData[];
  follow: { body: number; from: V3 } | null;
  grid: { p: V3; n: V3; step: number; count: number };
}
export interface PlotData {
  title: string;
  group?: string;
  signals: string[];
  x?: string;
  log?: boolean;
  tolerance?: number;
  bands?: Record<string, string>;
  dots?: string[];
}
export type UnitTable = Record<string, [string, number]>;
export interface Packed {
  rows: number;
  columns: number;
  text: string;
}
export interface RunData {
  kind: string;
  title: string;
  start: number;
  scene?: SceneData;
  table: Packed;
  names: string[];
  units: string[];
  rows: number[];
  t: number;
  poses: number[];
  pose?: number[];
  reactions: number[] | null;
  scales: Record<string, number>;
  plots: PlotData[];
  left_out: number;
  display: Record<string, UnitTable>;
  chosen: string;
  axis?: string;
  label?: string; // of this run where others are laid over it
  others?: RunData[];
  live?: LiveData;
}

export class Damaged extends Error {}

export async function unpacked(text: string): Promise<Uint8Array> {
  const raw = atob(text),
    bytes = new Uint8Array(raw.length);
  for (let k = 0; k < raw.length; k++) bytes[k] = raw.charCodeAt(k);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Rows of 32-bit floats: byte planes of the differences of their bit patterns along each row, deflated.
export async function unpack(packed: Packed): Promise<Float32Array[]> {
  const { rows, columns } = packed,
    count = rows * columns;
  let bytes: Uint8Array;
  try {
    bytes = await unpacked(packed.text);
  } catch {
    throw new Damaged("The numbers of this page are damaged: they cannot be unpacked.");
  }
  if (bytes.length !== 4 * count)
    throw new Damaged(`The numbers of this page are damaged: ${bytes.length} bytes instead of ${4 * count}.`);
  const bits = new Uint32Array(count),
    floats = new Float32Array(bits.buffer);
  for (let r = 0, k = 0; r < rows; r++) {
    let last = 0;
    for (let c = 0; c < columns; c++, k++) {
      last =
        (last + (bytes[k] | (bytes[count + k] << 8) | (bytes[2 * count + k] << 16) | (bytes[3 * count + k] << 24))) >>>
        0;
      bits[k] = last;
    }
  }
  return Array.from({ length: rows }, (_, r) => floats.subarray(r * columns, (r + 1) * columns));
}

// Meshes of a scene, from their texts "corners triangles numbers": x, y and z of all corners, then the three corners of all triangles.
export async function unpackMeshes(scene: SceneData | null | undefined): Promise<void> {
  for (const s of [...(scene?.ground ?? []), ...(scene?.bodies ?? []).flatMap((b) => b.shapes)])
    if (s.mesh && !s.v) {
      const [corners, triangles, text] = s.mesh.split(" "),
        n = +corners,
        k = +triangles,
        numbers = (await unpack({ rows: 1, columns: 3 * (n + k), text }))[0],
        indices = new Uint32Array(numbers.buffer, numbers.byteOffset + 12 * n, 3 * k);
      s.v = Float32Array.from({ length: 3 * n }, (_, i) => numbers[(i % 3) * n + Math.floor(i / 3)]);
      s.f = Uint32Array.from({ length: 3 * k }, (_, i) => indices[(i % 3) * k + Math.floor(i / 3)]);
    }
}

// Indices of the neighbours of a time in rising times; they are one where there is one.
export function around(t: ArrayLike<number>, time: number): [number, number] {
  let a = 0,
    b = t.length - 1;
  while (b - a > 1) {
    const m = (a + b) >> 1;
    if (t[m] > time) b = m;
    else a = m;
  }
  return [a, b];
}

// The numbers of a run by name.
export class Run {
  t: Float32Array;
  private index: Map<string, number>;
  constructor(
    readonly data: RunData,
    readonly table: Float32Array[],
  ) {
    this.t = table[data.t];
    this.index = new Map(data.names.map((name, k) => [name, k]));
  }
  static async open(data: RunData): Promise<Run> {
    return new Run(data, await unpack(data.table));
  }
  get names(): string[] {
    return this.data.names;
  }
  has(name: string): boolean {
    return this.index.has(name);
  }
  signal(name: string): Float32Array {
    const k = this.index.get(name);
    return k === undefined ? new Float32Array(this.t.length).fill(NaN) : this.table[this.data.rows[k]];
  }
  unit(name: string): string {
    const k = this.index.get(name);
    return k === undefined ? "" : this.data.units[k];
  }
  // index of the frame nearest to a time
  nearest(time: number): number {
    const s = this.position(time);
    return Math.round(s);
  }
  position(time: number): number {
    const t = this.t,
      [a, b] = around(t, time);
    return b === a ? a : a + Math.min(1, Math.max(0, (time - t[a]) / (t[b] - t[a] || 1)));
  }
}

export function pageData<T>(): T {
  const text = document.getElementById("data")?.textContent;
  if (!text) throw new Damaged("This page has no data: the file is not complete.");
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Damaged("The data of this page are damaged: the file was cut or changed.");
  }
}
