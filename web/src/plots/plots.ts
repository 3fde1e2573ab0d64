// All plots of a page: one time, one crosshair, one zoom; runs laid over each other.
import { around, type PlotData, type Run } from "../data";
import { el } from "../dom";
import type { Units } from "../units";
import { curve, type Curve, overlaid, resampled } from "./curve";
import type { Frame } from "./frame";
import { TimePlot } from "./timeplot";
import { XYPlot } from "./xyplot";

export class Plots {
  list: (TimePlot | XYPlot)[] = [];
  time = 0;
  hovered: number | null = null;
  range: [number, number];
  t: Float32Array;
  others: { run: Run; name: string }[] = [];
  private groups = new Map<string, HTMLElement>();
  private linking = false;
  constructor(
    readonly host: HTMLElement,
    public run: Run,
    readonly units: Units,
    readonly onTime: (time: number) => void,
  ) {
    this.t = run.t;
    this.range = this.whole();
    units.listeners.push(() => {
      for (const p of this.list) {
        p.keys();
        p.rebuild();
      }
    });
  }
  private whole(): [number, number] {
    const a = this.t[0],
      b = this.t[this.t.length - 1];
    return b > a ? [a, b] : [a, a + 1];
  }
  private place(group: string | undefined): HTMLElement {
    if (!group) return this.host;
    let found = this.groups.get(group);
    if (!found) {
      found = el("div", { class: "plots" });
      this.groups.set(group, found);
      this.host.append(el("details", { class: "group", open: true }, el("summary", {}, group), found));
    }
    return found;
  }
  add(data: PlotData): TimePlot | XYPlot {
    const known = data.signals.filter((n) => this.run.has(n)),
      series = this.curves(known),
      host = this.place(data.group);
    data.signals.forEach((name, k) => {
      const band = data.bands?.[name];
      if (band && series[k]) series[k].band = this.run.signal(band);
      if (data.dots?.includes(name) && series[k]) series[k].dots = true;
    });
    const plot =
      data.x && this.run.has(data.x)
        ? new XYPlot(this, data.title, data.x, known, host)
        : new TimePlot(this, data.title, series, host, !!data.log, data.tolerance ?? null);
    this.list.push(plot);
    return plot;
  }
  // the same signals of all runs, each at the times of its own run
  runs(): { run: Run; name: string }[] {
    return [{ run: this.run, name: this.run.data.label ?? "this run" }, ...this.others];
  }
  private curves(names: string[]): Curve[] {
    const made = names.flatMap((name, k) => [
      curve(this.run, name, k),
      ...this.others.flatMap((other, i) => {
        if (!other.run.has(name)) return [];
        const c = curve(other.run, name, k, i + 1, `${name} · ${other.name}`);
        c.data = resampled(c.data, other.run.t, this.t);
        return [c];
      }),
    ]);
    return overlaid(made);
  }
  join(plot: Frame, name: string): boolean {
    // add a signal to a plot that has its unit, otherwise to one of its own
    if (!(plot instanceof TimePlot) || plot.series.some((s) => s.name === name)) return false;
    if (plot.series[0]?.unit !== this.run.unit(name)) {
      this.add({ title: name, signals: [name] });
      return true;
    }
    const names = [...new Set(plot.series.map((s) => s.name)), name];
    plot.series = this.curves(names);
    plot.keys();
    plot.rebuild();
    plot.cursor();
    return true;
  }
  overlay(run: Run, name: string): void {
    // the same signals of another run, dashed
    this.others.push({ run, name });
    const end = this.t[this.t.length - 1],
      later = Array.from(run.t).filter((t) => t > end);
    if (later.length) {
      this.t = Float32Array.from([...this.t, ...later]);
      this.range = this.whole();
    }
    for (const p of this.list)
      if (p instanceof XYPlot) p.again();
      else {
        const names = [...new Set(p.series.map((s) => s.name))],
          bands = new Map(p.series.map((s) => [s.name, s]));
        p.series = this.curves(names);
        for (const s of p.series)
          if (!s.run) {
            s.band = bands.get(s.name)?.band;
            s.dots = bands.get(s.name)?.dots;
          }
        p.keys();
        p.rebuild();
        p.cursor();
      }
  }
  remove(plot: Frame): void {
    plot.root.remove();
    this.list.splice(this.list.indexOf(plot as TimePlot), 1);
  }
  private written = 0;
  at(time: number, playing = false): void {
    // while it plays, numbers are written a few times a second: nobody reads faster
    const now = performance.now(),
      write = !playing || now - this.written > 120;
    this.time = time;
    if (write) this.written = now;
    for (const p of this.list) p.cursor(write);
  }
  hover(time: number | null, from: Frame): void {
    this.hovered = time;
    for (const p of this.list) {
      if (p !== from && p instanceof TimePlot) p.point(time);
      p.cursor();
    }
  }
  zoom(a: number | null, b: number | null): void {
    const [low, high] = this.whole();
    this.range = a === null || b === null || b - a < (high - low) * 1e-5 ? [low, high] : [a, b];
    this.linking = true;
    for (const p of this.list) if (p instanceof TimePlot) p.range(...this.range);
    this.linking = false;
  }
  linked(from: TimePlot, a: number, b: number): void {
    if (this.linking || (a === this.range[0] && b === this.range[1])) return;
    this.linking = true;
    this.range = [a, b];
    for (const p of this.list) if (p !== from && p instanceof TimePlot) p.range(a, b);
    this.linking = false;
  }
  renew(run: Run, range: [number, number]): void {
    // the same signals, later
    this.run = run;
    this.t = run.t;
    this.range = range;
    for (const p of this.list)
      if (p instanceof TimePlot) {
        for (const s of p.series) s.data = run.signal(s.name);
        p.renew();
      } else p.again();
  }
  redraw(): void {
    for (const p of this.list) p.redraw();
  }
  index(time: number): number {
    const t = this.t,
      [a, b] = around(t, time);
    return time - t[a] < t[b] - time ? a : b;
  }
}
