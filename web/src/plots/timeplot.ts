// Curves over time.
import uPlot from "uplot";
import { css } from "../dom";
import { ticks, value } from "../format";
import { type Curve, ink } from "./curve";
import { drawing, drawn, Frame } from "./frame";
import type { Plots } from "./plots";

export const AXIS = 62; // width of the y axis: the same for all plots, so that their times are aligned
export const axes = (last = ""): uPlot.Axis[] =>
  [28, AXIS].map((size) => ({
    stroke: () => css("--soft"),
    grid: { stroke: () => css("--rule"), width: 1 },
    ticks: { stroke: () => css("--rule"), width: 1, size: 4 },
    font: "11px system-ui, sans-serif",
    size,
    gap: 4,
    space: size === 28 ? 70 : 30,
    values: (_, splits) => {
      const text = ticks(splits);
      if (last && size === 28 && text.length) text[text.length - 1] += ` ${last}`;
      return text;
    },
  }));
// powers of ten, about four of them
function decades([x, y]: uPlot.Axis[]): uPlot.Axis[] {
  return [
    x,
    {
      ...y,
      values: (_, splits) => splits.map((v) => (v ? v.toExponential(0).replace("e+", "e").replace(/-/g, "−") : "")),
      splits: (_, __, low, high) => {
        if (!(low > 0)) return [];
        const a = Math.ceil(Math.log10(low) - 1e-9),
          b = Math.floor(Math.log10(high) + 1e-9),
          step = Math.max(1, Math.ceil((b - a) / 4));
        return Array.from({ length: Math.floor((b - a) / step) + 1 }, (_, k) => 10 ** (a + k * step));
      },
    },
  ];
}
export function padded(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !isFinite(low) || !isFinite(high)) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size === 0) return [-1, 1];
  const pad = high - low <= 1e-6 * size ? 0.5 * size : 0.07 * (high - low);
  return [low - pad, high + pad];
}

export class TimePlot extends Frame {
  private u: uPlot | null = null;
  private mark = document.createElement("div");
  constructor(
    all: Plots,
    title: string,
    series: Curve[],
    host: HTMLElement,
    public log = false,
    public tolerance: number | null = null,
  ) {
    super(all, title, series, host);
  }
  protected override options(): string[][] {
    return [["log", "linear or log scale"]];
  }
  override async command(key: string): Promise<void> {
    if (key === "log") {
      this.log = !this.log;
      this.rebuild();
    } else await super.command(key);
  }
  private column(s: Curve): (number | null)[] {
    const f = this.all.units.factor(s.unit),
      t = this.all.t,
      n = s.data.length,
      out: (number | null)[] = new Array(t.length);
    for (let k = 0; k < t.length; k++) {
      const v = k < n ? s.data[k] * f : NaN;
      out[k] = isFinite(v) && (!this.log || v > 0) ? v : null;
    }
    return out;
  }
  private data(): uPlot.AlignedData {
    const columns = this.series.map((s) => this.column(s)),
      extra: (number | null)[][] = [];
    for (const s of this.series)
      if (s.band) {
        const f = this.all.units.factor(s.unit);
        extra.push(
          Array.from(s.band, (b, k) => (s.data[k] + b) * f),
          Array.from(s.band, (b, k) => (s.data[k] - b) * f),
        );
      }
    if (this.tolerance !== null) extra.push(new Array(this.all.t.length).fill(this.tolerance));
    return [Array.from(this.all.t), ...columns, ...extra] as uPlot.AlignedData;
  }
  make(): void {
    if (this.made || !this.box.clientWidth) return;
    this.made = true;
    const own: uPlot.Series[] = this.series.map((s) => ({
        label: s.label,
        stroke: () => ink(s.colour),
        width: s.width,
        dash: s.dash,
        show: s.on,
        points: s.dots ? { show: true, size: 3, fill: () => ink(s.colour) } : { show: false },
        ...(s.dots ? { paths: () => null } : {}),
      })),
      bands: uPlot.Band[] = [];
    for (const s of this.series)
      if (s.band) {
        const k = own.length + 1;
        own.push({ show: s.on, width: 0, points: { show: false } }, { show: s.on, width: 0, points: { show: false } });
        bands.push({ series: [k, k + 1], fill: `${s.colour}30` });
      }
    if (this.tolerance !== null)
      own.push({ label: "tolerance", stroke: () => css("--warn"), width: 1, dash: [6, 4], points: { show: false } });
    const all = this.all,
      plain = { min: all.range[0], max: all.range[1] };
    this.u = new uPlot(
      {
        width: this.box.clientWidth,
        height: this.box.clientHeight,
        legend: { show: false },
        padding: [8, 16 + 4 * (all.run.data.axis ?? "s").length, 0, 0],
        series: [{}, ...own],
        bands,
        axes: this.log ? decades(axes(all.run.data.axis ?? "s")) : axes(all.run.data.axis ?? "s"),
        scales: {
          x: { time: false, ...plain },
          y: this.log ? { distr: 3 } : { range: (_, low, high) => padded(low, high) },
        },
        cursor: {
          y: false,
          drag: { x: true, y: true, uni: 30, dist: 5 },
          points: { size: 6 },
          bind: {
            mousedown: (_, __, handle) => (e) => {
              if (!e.shiftKey) handle(e);
              return null;
            },
            dblclick: () => () => {
              all.zoom(null, null);
              return null;
            },
          },
        },
        hooks: {
          setScale: [
            (u, key) => {
              if (key === "x") all.linked(this, u.scales.x.min!, u.scales.x.max!);
            },
          ],
          draw: [() => this.cursor()],
        },
      },
      this.data(),
      this.box,
    );
    this.mark.className = "mark";
    this.u.over.append(this.mark);
    this.mouse(this.u);
    this.cursor();
  }
  private mouse(u: uPlot): void {
    const all = this.all,
      over = u.over;
    let from: { x: number; y: number; pan: boolean; range: [number, number]; y0: number; y1: number } | null = null;
    const time = (e: MouseEvent): number => u.posToVal(e.clientX - over.getBoundingClientRect().left, "x");
    over.addEventListener("mousemove", (e) => {
      if (from?.pan) {
        const dx = u.posToVal(0, "x") - u.posToVal(e.clientX - from.x, "x"),
          high = u.posToVal(0, "y") - u.posToVal(e.clientY - from.y, "y");
        all.zoom(from.range[0] + dx, from.range[1] + dx);
        if (!this.log) u.setScale("y", { min: from.y0 + high, max: from.y1 + high });
      } else all.hover(time(e), this);
    });
    over.addEventListener("mouseleave", () => {
      all.hover(null, this);
      from = null;
    });
    over.addEventListener("mousedown", (e) => {
      from = {
        x: e.clientX,
        y: e.clientY,
        pan: e.shiftKey || e.button === 1,
        range: [...all.range],
        y0: u.scales.y.min!,
        y1: u.scales.y.max!,
      };
      if (from.pan) e.preventDefault();
    });
    over.addEventListener("mouseup", (e) => {
      if (from && !from.pan && Math.hypot(e.clientX - from.x, e.clientY - from.y) < 5) all.onTime(time(e));
      from = null;
    });
    over.addEventListener(
      "wheel",
      (e) => {
        // with Ctrl, as the page itself scrolls without; with Shift the values
        if (!e.ctrlKey && !e.shiftKey) return;
        e.preventDefault();
        const f = Math.exp(0.0015 * (e.deltaY || e.deltaX)),
          r = over.getBoundingClientRect();
        if (e.shiftKey) {
          const at = u.posToVal(e.clientY - r.top, "y"),
            { min, max } = u.scales.y;
          u.setScale("y", { min: at + (min! - at) * f, max: at + (max! - at) * f });
        } else {
          const at = time(e),
            [a, b] = all.range;
          all.zoom(at + (a - at) * f, at + (b - at) * f);
        }
      },
      { passive: false },
    );
  }
  range(a: number, b: number): void {
    if (this.u && (this.u.scales.x.min !== a || this.u.scales.x.max !== b)) this.u.setScale("x", { min: a, max: b });
  }
  point(time: number | null): void {
    if (this.u && this.visible)
      this.u.setCursor(time === null ? { left: -10, top: -10 } : { left: this.u.valToPos(time, "x"), top: 0 }, false);
  }
  cursor(write = true): void {
    if (!this.visible) return;
    const time = this.all.hovered ?? this.all.time,
      u = this.u;
    if (write) this.values(this.all.index(time));
    if (u) {
      const x = u.valToPos(this.all.time, "x");
      this.mark.style.transform = `translateX(${x.toFixed(1)}px)`;
      this.mark.style.display = x >= -1 && x <= u.over.clientWidth + 1 ? "" : "none";
    }
  }
  rebuild(): void {
    this.u?.destroy();
    this.u = null;
    this.made = false;
    if (this.visible) this.make();
  }
  renew(): void {
    this.u?.batch((u: uPlot) => {
      u.setData(this.data(), false);
      u.setScale("x", { min: this.all.range[0], max: this.all.range[1] });
    });
  }
  resize(w: number, h: number): void {
    if (w && h) this.u?.setSize({ width: w, height: h });
  }
  redraw(): void {
    this.keys();
    this.u?.redraw(false);
    this.cursor();
  }
  get y(): [number, number] {
    return [this.u?.scales.y.min ?? NaN, this.u?.scales.y.max ?? NaN];
  }
  canvas(): HTMLCanvasElement | null {
    return this.u?.ctx.canvas ?? null;
  }
  table(): string[][] {
    const [a, b] = this.all.range,
      on = this.series.filter((s) => s.on),
      t = this.all.t,
      rows = [["time [s]", ...on.map((s) => `${s.label} [${this.all.units.name(s.unit) || "1"}]`)]];
    for (let k = 0; k < t.length; k++)
      if (t[k] >= a && t[k] <= b)
        rows.push([
          String(+t[k].toPrecision(8)),
          ...on.map((s) =>
            k < s.data.length && isFinite(s.data[k])
              ? String(+(s.data[k] * this.all.units.factor(s.unit)).toPrecision(8))
              : "",
          ),
        ]);
    return rows;
  }
  svg(w: number, h: number): string {
    const u = this.u!,
      label = (k: number): [number, string][] => {
        const scale = k ? u.scales.y : u.scales.x,
          axis = u.axes[k] as uPlot.Axis & { _splits?: number[] };
        const at = (axis._splits ?? []).filter((v) => v !== null && v >= scale.min! && v <= scale.max!),
          text = ticks(at);
        return at.map((v, i) => [v, this.log && k ? value(v) : text[i]]);
      };
    return drawing({
      w,
      h,
      x: [u.scales.x.min!, u.scales.x.max!],
      y: this.y,
      xTicks: label(0),
      yTicks: label(1),
      title: this.caption(),
      xLabel: "time [s]",
      log: this.log,
      curves: drawn(this.series, (s) => [this.all.t, this.column(s).map((v) => v ?? NaN)]),
    });
  }
}
