// What every plot has around its curves: caption, legend, menu, size.
import { bracket, value } from "../format";
import { el, save } from "../dom";
import { fileName } from "../out";
import { type Curve, ink } from "./curve";
import type { Plots } from "./plots";

export abstract class Frame {
  root: HTMLElement;
  box: HTMLElement;
  visible = false;
  made = false;
  protected outputs: HTMLElement[] = [];
  private legend = el("span", { class: "legend" });
  private heading = el("b");
  constructor(
    protected all: Plots,
    public title: string,
    public series: Curve[],
    host: HTMLElement,
  ) {
    const menu = el("select", { class: "menu", "aria-label": `more for the plot ${title}` });
    for (const [key, text] of [
      ["", "⋯"],
      ["png", "save PNG"],
      ["svg", "save SVG"],
      ["csv", "save CSV"],
      ...this.options(),
      ["remove", "remove"],
    ])
      menu.append(new Option(text, key));
    menu.onchange = () => {
      const key = menu.value;
      menu.value = "";
      void this.command(key);
    };
    this.box = el("div", { class: "frame" });
    this.root = el("figure", { class: "plot" }, el("figcaption", {}, this.heading, this.legend, menu), this.box);
    host.append(this.root);
    this.root.addEventListener("dragover", (e) => e.preventDefault());
    this.root.addEventListener("drop", (e) => {
      const name = e.dataTransfer?.getData("text/plain");
      if (name && all.run.has(name)) {
        e.preventDefault();
        e.stopPropagation();
        all.join(this, name);
      }
    });
    this.keys();
    new IntersectionObserver(
      (seen) => {
        this.visible = seen.some((s) => s.isIntersecting);
        if (this.visible) {
          this.make();
          this.cursor();
        }
      },
      { rootMargin: "200px" },
    ).observe(this.root);
    new ResizeObserver(() => {
      if (this.made) this.resize(this.box.clientWidth, this.box.clientHeight);
    }).observe(this.box);
  }
  abstract make(): void;
  abstract rebuild(): void;
  abstract cursor(write?: boolean): void;
  abstract resize(w: number, h: number): void;
  abstract canvas(): HTMLCanvasElement | null;
  abstract svg(w: number, h: number): string;
  abstract table(): string[][];
  protected options(): string[][] {
    return [];
  }
  protected caption(): string {
    return this.title + bracket(this.all.units.name(this.series[0]?.unit ?? ""));
  }
  // one key per signal, with the values of all runs; then which dashes belong to which run
  keys(): void {
    this.heading.textContent = this.caption();
    this.legend.replaceChildren();
    this.outputs = [];
    const runs = [...new Set(this.series.map((s) => s.run))],
      together = new Map<string, number[]>();
    this.series.forEach((s, k) => {
      const key = runs.length > 1 ? s.name : String(k);
      together.set(key, [...(together.get(key) ?? []), k]);
      this.outputs.push(el("output"));
    });
    for (const some of together.values()) {
      const curves = some.map((k) => this.series[k]),
        first = curves[0],
        label = runs.length > 1 ? first.name : first.label,
        key = el(
          "button",
          {
            class: "key",
            type: "button",
            title: `${label}: show or hide`,
            "aria-pressed": String(first.on),
            click: () => {
              const on = !first.on;
              for (const c of curves) c.on = on;
              this.keys();
              this.rebuild();
              this.cursor();
            },
          },
          together.size === 1 && runs.length > 1
            ? ""
            : swatch(ink(first.colour), runs.length > 1 ? [] : first.dash, first.width),
          el("span", {}, label),
          ...some.map((k) => this.outputs[k]),
        );
      key.classList.toggle("off", !first.on);
      this.legend.append(key);
    }
    if (runs.length > 1)
      this.legend.append(
        ...runs.map((run) => {
          const c = this.series.find((s) => s.run === run)!;
          return el(
            "span",
            { class: "run" },
            swatch(together.size === 1 ? ink(c.colour) : "currentColor", c.dash, c.width),
            this.all.runs()[run]?.name ?? "",
          );
        }),
      );
  }
  protected values(k: number): void {
    this.outputs.forEach((out, i) => {
      const s = this.series[i];
      const v = Math.abs(s.data[k]) < s.dustBelow ? 0 : s.data[k]; // rounding of a signal that passes zero
      out.textContent = s.dust ? "0 to rounding" : value(v * this.all.units.factor(s.unit));
    });
  }
  async command(key: string): Promise<void> {
    const name = fileName(this.title);
    this.make();
    if (key === "remove") this.all.remove(this);
    else if (key === "svg") save(`${name}.svg`, new Blob([this.svg(900, 320)], { type: "image/svg+xml" }));
    else if (key === "csv") save(`${name}.csv`, new Blob([this.csv()], { type: "text/csv" }));
    else if (key === "png") save(`${name}.png`, this.png());
  }
  csv(): string {
    const quote = (x: string): string => (/[",\n]/.test(x) ? `"${x.replaceAll('"', '""')}"` : x);
    return (
      this.table()
        .map((row) => row.map(quote).join(","))
        .join("\n") + "\n"
    );
  }
  png(): string {
    // the canvas with its caption and legend above it
    this.make();
    const from = this.canvas()!,
      ratio = from.width / Math.max(this.box.clientWidth, 1),
      to = el("canvas"),
      g = to.getContext("2d")!,
      style = getComputedStyle(document.documentElement),
      top = 26 * ratio;
    to.width = from.width;
    to.height = from.height + top;
    g.fillStyle = style.getPropertyValue("--card");
    g.fillRect(0, 0, to.width, to.height);
    g.drawImage(from, 0, top);
    g.font = `600 ${12 * ratio}px system-ui, sans-serif`;
    g.fillStyle = style.getPropertyValue("--ink");
    g.fillText(this.caption(), 8 * ratio, 17 * ratio);
    let x = 20 * ratio + g.measureText(this.caption()).width;
    g.font = `${11 * ratio}px system-ui, sans-serif`;
    for (const s of this.series)
      if (s.on) {
        g.strokeStyle = ink(s.colour);
        g.lineWidth = 2 * ratio;
        g.setLineDash(s.dash.map((d) => d * ratio));
        g.beginPath();
        g.moveTo(x, 13 * ratio);
        g.lineTo(x + 20 * ratio, 13 * ratio);
        g.stroke();
        g.fillText(s.label, x + 25 * ratio, 17 * ratio);
        x += 38 * ratio + g.measureText(s.label).width;
      }
    return to.toDataURL("image/png");
  }
}

// a piece of a line as it is drawn
function swatch(colour: string, dash: number[], width: number): SVGElement {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg"),
    line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  picture.setAttribute("width", "22");
  picture.setAttribute("height", "8");
  picture.setAttribute("aria-hidden", "true");
  const look = {
    x1: 0,
    x2: 22,
    y1: 4,
    y2: 4,
    stroke: colour,
    "stroke-width": 1.4 * width,
    "stroke-dasharray": dash.join(" "),
  };
  for (const [k, v] of Object.entries(look)) line.setAttribute(k, String(v));
  picture.append(line);
  return picture;
}

// a curve of such a drawing
export interface Drawn {
  label: string;
  colour: string;
  dash: number[];
  x: ArrayLike<number>;
  y: ArrayLike<number>;
}
// those that are switched on, with their points
export function drawn(series: Curve[], points: (s: Curve) => [ArrayLike<number>, ArrayLike<number>]): Drawn[] {
  return series
    .filter((s) => s.on)
    .map((s) => {
      const [x, y] = points(s);
      return { label: s.label, colour: s.colour, dash: s.dash, x, y };
    });
}

// a drawing in lines and text, for SVG
export interface Panel {
  w: number;
  h: number;
  x: [number, number];
  y: [number, number];
  xTicks: [number, string][];
  yTicks: [number, string][];
  title: string;
  xLabel: string;
  log: boolean;
  curves: Drawn[];
}
export function drawing(p: Panel): string {
  const esc = (s: string): string => s.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    L = 70,
    R = p.w - 12,
    T = 30,
    B = p.h - 34,
    f = (v: number): number => (p.log ? Math.log10(v) : v);
  const X = (v: number): number => L + ((v - p.x[0]) / (p.x[1] - p.x[0])) * (R - L),
    Y = (v: number): number => B - ((f(v) - f(p.y[0])) / (f(p.y[1]) - f(p.y[0]))) * (B - T),
    out: string[] = [];
  for (const [v, text] of p.xTicks)
    out.push(
      `<path d="M${X(v).toFixed(1)} ${T}V${B}" stroke="#dde3ea"/><text x="${X(v).toFixed(1)}" y="${B + 15}" text-anchor="middle">${esc(text)}</text>`,
    );
  for (const [v, text] of p.yTicks)
    out.push(
      `<path d="M${L} ${Y(v).toFixed(1)}H${R}" stroke="#dde3ea"/><text x="${L - 6}" y="${(Y(v) + 4).toFixed(1)}" text-anchor="end">${esc(text)}</text>`,
    );
  let legend = L + 8 * p.title.length;
  for (const c of p.curves) {
    let d = "",
      pen = false;
    for (let k = 0; k < c.x.length; k++) {
      const x = X(c.x[k]),
        y = Y(c.y[k]);
      if (!isFinite(x) || !isFinite(y)) {
        pen = false;
        continue;
      }
      d += `${pen ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
      pen = true;
    }
    out.push(
      `<path d="${d}" fill="none" stroke="${c.colour}" stroke-width="1.6" stroke-dasharray="${c.dash.join(" ")}" clip-path="url(#c)"/><path d="M${legend} 14h20" stroke="${c.colour}" stroke-width="2" stroke-dasharray="${c.dash.join(" ")}"/><text x="${legend + 25}" y="18">${esc(c.label)}</text>`,
    );
    legend += 42 + 6.2 * c.label.length;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${p.w} ${p.h}" font-family="system-ui, sans-serif" font-size="11" fill="#1c232c"><rect width="${p.w}" height="${p.h}" fill="#fff"/><clipPath id="c"><rect x="${L}" y="${T}" width="${R - L}" height="${B - T}"/></clipPath><text x="8" y="18" font-size="13" font-weight="600">${esc(p.title)}</text>${out.join("")}<text x="${(L + R) / 2}" y="${p.h - 5}" text-anchor="middle">${esc(p.xLabel)}</text></svg>`;
}
