// y over x: phase planes, paths, p–V diagrams.
import uPlot from "uplot";
import { bracket, ticks, value } from "../format";
import { type Curve, curve, ink, overlaid } from "./curve";
import { drawing, drawn, Frame } from "./frame";
import type { Plots } from "./plots";
import { axes, padded } from "./timeplot";

type Range = [number, number];
export class XYPlot extends Frame {
  private u: uPlot | null = null;
  private dot = document.createElement("div");
  private zoomed: { x: Range; y: Range } | null = null;
  private across = new Map<Curve, Curve>(); // the signal on the x axis, of the same run
  constructor(
    all: Plots,
    title: string,
    private x: string,
    private names: string[],
    host: HTMLElement,
  ) {
    super(all, title, [], host);
    this.root.classList.add("xy");
    this.again();
  }
  get over(): Curve {
    return this.across.get(this.series[0])!;
  }
  again(): void {
    // the curves of all runs that have both signals
    const shown = new Map(this.series.map((s) => [s.label, s.on]));
    this.across.clear();
    this.series = [];
    this.all.runs().forEach(({ run, name }, i) => {
      if (!run.has(this.x)) return;
      const x = curve(run, this.x, 0, i);
      this.names.forEach((n, k) => {
        if (!run.has(n)) return;
        const c = curve(run, n, k, i, i ? `${n} · ${name}` : n);
        c.on = shown.get(c.label) ?? true;
        this.series.push(c);
        this.across.set(c, x);
      });
    });
    overlaid(this.series);
    this.keys();
    this.rebuild();
    this.cursor();
  }
  protected override caption(): string {
    return this.across?.size
      ? `${this.title}${bracket(this.all.units.name(this.series[0]?.unit ?? ""))} over ${this.over.label}${bracket(this.all.units.name(this.over.unit))}`
      : this.title;
  }
  private shown(c: Curve): Float32Array {
    const f = this.all.units.factor(c.unit);
    return Float32Array.from(c.data, (v) => v * f);
  }
  private full(): { x: Range; y: Range } {
    const of = (list: Curve[]): Range => {
      let a = Infinity,
        b = -Infinity;
      for (const c of list)
        for (const v of this.shown(c)) {
          if (v < a) a = v;
          if (v > b) b = v;
        }
      return padded(a, b);
    };
    const on = this.series.filter((s) => s.on),
      x = of((on.length ? on : this.series).map((s) => this.across.get(s)!)),
      y = of(on);
    if (this.series[0]?.unit === this.over.unit && this.u?.over.clientWidth) {
      // lengths over lengths: the same scale on both axes
      const w = this.u.over.clientWidth,
        h = this.u.over.clientHeight,
        k = Math.max((x[1] - x[0]) / w, (y[1] - y[0]) / h),
        mid = (r: Range): number => (r[0] + r[1]) / 2;
      return { x: [mid(x) - (k * w) / 2, mid(x) + (k * w) / 2], y: [mid(y) - (k * h) / 2, mid(y) + (k * h) / 2] };
    }
    return { x, y };
  }
  private ranges(): { x: Range; y: Range } {
    return this.zoomed ?? this.full();
  }
  make(): void {
    if (this.made || !this.box.clientWidth) return;
    this.made = true;
    const path: uPlot.Series.PathBuilder = (u, k) => {
      const [x, y] = (u.data as unknown as [number[], number[]][])[k],
        p = new Path2D();
      let pen = false;
      for (let i = 0; i < x.length; i++) {
        const a = u.valToPos(x[i], "x", true),
          b = u.valToPos(y[i], "y", true);
        if (!isFinite(a) || !isFinite(b)) {
          pen = false;
          continue;
        }
        if (pen) p.lineTo(a, b);
        else p.moveTo(a, b);
        pen = true;
      }
      return { stroke: p, fill: null, clip: null, band: null, gaps: null, flags: 0 } as unknown as uPlot.Series.Paths;
    };
    const facets = [
        { scale: "x", auto: true },
        { scale: "y", auto: true },
      ],
      data = [null, ...this.series.map((s) => [this.shown(this.across.get(s)!), this.shown(s)])];
    this.u = new uPlot(
      {
        mode: 2,
        width: this.box.clientWidth,
        height: this.box.clientHeight,
        legend: { show: false },
        padding: [8, 20, 0, 0],
        axes: axes(),
        series: [
          {},
          ...this.series.map((s) => ({
            label: s.label,
            stroke: () => ink(s.colour),
            width: s.width,
            dash: s.dash,
            show: s.on,
            facets,
            paths: path,
            points: { show: false },
          })),
        ],
        scales: { x: { time: false, range: () => this.ranges().x }, y: { range: () => this.ranges().y } },
        cursor: {
          points: { show: false },
          drag: { x: true, y: true, setScale: false, dist: 5 },
          bind: {
            dblclick: () => () => {
              this.zoomed = null;
              this.refresh();
              return null;
            },
          },
        },
        hooks: {
          setSelect: [
            (u) => {
              const s = u.select;
              if (s.width < 5 || s.height < 5) return;
              this.zoomed = {
                x: [u.posToVal(s.left, "x"), u.posToVal(s.left + s.width, "x")],
                y: [u.posToVal(s.top + s.height, "y"), u.posToVal(s.top, "y")],
              };
              u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
              this.refresh();
            },
          ],
          draw: [() => this.cursor()],
          ready: [() => queueMicrotask(() => this.refresh())],
        },
      },
      data as unknown as uPlot.AlignedData,
      this.box,
    );
    this.dot.className = "dot";
    this.u.over.append(this.dot);
    this.u.over.addEventListener("mousemove", (e) => this.all.hover(this.all.t[this.nearest(e)], this));
    this.u.over.addEventListener("mouseleave", () => this.all.hover(null, this));
    this.u.over.addEventListener("click", (e) => {
      if (!this.u!.select.width) this.all.onTime(this.all.t[this.nearest(e)]);
    });
  }
  private refresh(): void {
    if (this.u) {
      const r = this.ranges();
      this.u.batch(() => {
        this.u!.setScale("x", { min: r.x[0], max: r.x[1] });
        this.u!.setScale("y", { min: r.y[0], max: r.y[1] });
      });
      this.cursor();
    }
  }
  private nearest(e: MouseEvent): number {
    const u = this.u!,
      r = u.over.getBoundingClientRect(),
      px = e.clientX - r.left,
      py = e.clientY - r.top,
      f = this.all.units.factor(this.over.unit);
    let best = 0,
      least = Infinity;
    for (const s of this.series)
      if (!s.run) {
        const g = this.all.units.factor(s.unit);
        for (let k = 0; k < s.data.length; k++) {
          const d = Math.hypot(u.valToPos(this.over.data[k] * f, "x") - px, u.valToPos(s.data[k] * g, "y") - py);
          if (d < least) {
            least = d;
            best = k;
          }
        }
      }
    return best;
  }
  cursor(write = true): void {
    if (!this.visible || !this.u) return;
    const k = this.all.index(this.all.hovered ?? this.all.time),
      s = this.series[0],
      units = this.all.units;
    if (write)
      this.outputs.forEach((out, i) => {
        const c = this.series[i];
        out.textContent = c.run
          ? ""
          : `${value(c.data[k] * units.factor(c.unit))} at ${value(this.over.data[k] * units.factor(this.over.unit))}`;
      });
    this.dot.style.transform = `translate(${this.u.valToPos(this.over.data[k] * units.factor(this.over.unit), "x").toFixed(1)}px, ${this.u.valToPos(s.data[k] * units.factor(s.unit), "y").toFixed(1)}px)`;
  }
  rebuild(): void {
    this.u?.destroy();
    this.u = null;
    this.made = false;
    this.zoomed = null;
    if (this.visible) this.make();
  }
  resize(w: number, h: number): void {
    if (w && h) {
      this.u?.setSize({ width: w, height: h });
      this.refresh();
    }
  }
  redraw(): void {
    this.keys();
    this.u?.redraw(false);
    this.cursor();
  }
  canvas(): HTMLCanvasElement | null {
    return this.u?.ctx.canvas ?? null;
  }
  table(): string[][] {
    const units = this.all.units,
      all = [this.over, ...this.series.filter((s) => s.on && !s.run)];
    return [
      ["time [s]", ...all.map((s) => `${s.label} [${units.name(s.unit) || "1"}]`)],
      ...Array.from({ length: this.over.data.length }, (_, k) => [
        String(+this.all.t[k].toPrecision(8)),
        ...all.map((s) => String(+(s.data[k] * units.factor(s.unit)).toPrecision(8))),
      ]),
    ];
  }
  svg(w: number, h: number): string {
    const u = this.u!,
      label = (k: number): [number, string][] => {
        const at = ((u.axes[k] as uPlot.Axis & { _splits?: number[] })._splits ?? []).filter(
            (v) => v >= (k ? u.scales.y : u.scales.x).min! && v <= (k ? u.scales.y : u.scales.x).max!,
          ),
          text = ticks(at);
        return at.map((v, i) => [v, text[i]]);
      };
    return drawing({
      w,
      h,
      x: [u.scales.x.min!, u.scales.x.max!],
      y: [u.scales.y.min!, u.scales.y.max!],
      xTicks: label(0),
      yTicks: label(1),
      title: this.caption(),
      xLabel: this.over.label + bracket(this.all.units.name(this.over.unit)),
      log: false,
      curves: drawn(this.series, (s) => [this.shown(this.across.get(s)!), this.shown(s)]),
    });
  }
}
