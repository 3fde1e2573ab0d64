// A curve of a plot: its numbers in SI, how it is drawn, and whether it is only rounding.
import type { Run } from "../data";

// Okabe and Ito (2008): told apart by readers who do not see all colours; every curve has its own dashes, too
export const PALETTE = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#7b5ea7", "#6b7480"];
const NIGHT = ["#56b4e9", "#ff8f4a", "#35c9a5", "#e6a2cb", "#e9bf3c", "#a9d3ff", "#bda3e6", "#aab6c4"]; // the same on dark ground
export const ink = (colour: string): string =>
  document.documentElement.classList.contains("dark") ? (NIGHT[PALETTE.indexOf(colour)] ?? colour) : colour;
export const DASHES: number[][] = [[], [9, 4], [2, 3], [9, 3, 2, 3], [], [5, 3], [14, 4], [2, 5]];
const DUST = 1e-11; // of the largest value with this unit

export interface Curve {
  name: string;
  label: string;
  unit: string;
  data: Float32Array;
  colour: string;
  dash: number[];
  width: number;
  on: boolean;
  dust: boolean;
  dustBelow: number; // what is smaller is rounding
  run: number;
  band?: Float32Array;
  dots?: boolean;
}

const largest = new WeakMap<Run, Map<string, number>>();
function scale(run: Run, unit: string): number {
  let known = largest.get(run);
  if (!known) largest.set(run, (known = new Map()));
  let found = known.get(unit);
  if (found === undefined) {
    found = 0;
    for (const name of run.names)
      if (run.unit(name) === unit) for (const v of run.signal(name)) if (Math.abs(v) > found) found = Math.abs(v);
    known.set(unit, found);
  }
  return found;
}
const fine = (name: string): boolean => /error|margin/.test(name); // small numbers are what they are about
function largestOf(data: ArrayLike<number>): number {
  let most = 0;
  for (let k = 0; k < data.length; k++) {
    const a = Math.abs(data[k]);
    if (a > most) most = a;
  }
  return most;
}
export function isDust(run: Run, name: string): boolean {
  if (fine(name)) return false;
  const most = largestOf(run.signal(name));
  return most === 0 ? false : most < DUST * scale(run, run.unit(name));
}
export function curve(run: Run, name: string, k: number, which = 0, label = name): Curve {
  const dust = isDust(run, name),
    data = run.signal(name);
  return {
    name,
    label,
    unit: run.unit(name),
    data: dust ? new Float32Array(data.length) : data,
    colour: PALETTE[k % PALETTE.length],
    dash: DASHES[k % DASHES.length],
    width: which ? 1.4 : 1.7,
    on: true,
    dust,
    dustBelow: fine(name) ? 0 : DUST * largestOf(data),
    run: which,
  };
}
// where runs are laid over each other, dashes tell the runs apart and colours the signals; or the runs, where there is one signal
export function overlaid(curves: Curve[]): Curve[] {
  const one = new Set(curves.map((c) => c.name)).size === 1;
  if (curves.some((c) => c.run))
    for (const c of curves) {
      c.dash = DASHES[c.run % DASHES.length];
      if (one) c.colour = PALETTE[c.run % PALETTE.length];
    }
  return curves;
}
// values of one run at the times of another: linear between frames, none outside
export function resampled(data: ArrayLike<number>, from: ArrayLike<number>, to: ArrayLike<number>): Float32Array {
  const out = new Float32Array(to.length).fill(NaN),
    last = from.length - 1;
  for (let k = 0, i = 0; k < to.length; k++) {
    const t = to[k];
    if (t < from[0] - 1e-9 || t > from[last] + 1e-6 * (from[last] - from[0])) continue;
    while (i < last - 1 && from[i + 1] < t) i++;
    const s = Math.min(1, Math.max(0, (t - from[i]) / (from[i + 1] - from[i] || 1)));
    out[k] = last ? data[i] + s * (data[i + 1] - data[i]) : data[0];
  }
  return out;
}
