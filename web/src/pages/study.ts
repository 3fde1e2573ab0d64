// The page of a study. What is brushed in one picture is marked in all of them; a click chooses a sample.
import { pageData, unpack, type Packed, type RunData } from "../data";
import { byId, css, el, shown } from "../dom";
import { bracket, short, value } from "../format";
import { plain } from "./plain";
import { report } from "./report";

interface StudyData extends RunData {
  study: { names: string[]; units: string[]; varied: number; table: Packed; samples: number[]; folder: string };
}
const STOPS = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
]; // viridis: even for readers who do not see all colours
const NEAR = 9; // px within which a click finds a sample
const MOST = 6; // quantities of the scatter matrix

function colour(part: number): string {
  const x = Math.min(Math.max(part, 0), 1) * (STOPS.length - 1),
    k = Math.min(Math.floor(x), STOPS.length - 2);
  return `rgb(${STOPS[k].map((c, i) => Math.round(c + (x - k) * (STOPS[k + 1][i] - c))).join(",")})`;
}

class Linked {
  low: number[];
  high: number[];
  brushes = new Map<number, [number, number]>();
  picked = -1;
  drawn: (() => void)[] = [];
  constructor(
    readonly data: StudyData["study"],
    readonly columns: Float32Array[],
  ) {
    const limits = columns.map((c) => {
      let a = Infinity,
        b = -Infinity;
      for (const v of c)
        if (isFinite(v)) {
          a = Math.min(a, v);
          b = Math.max(b, v);
        }
      return b > a ? [a, b] : isFinite(a) ? [a - 0.5 * (Math.abs(a) || 1), a + 0.5 * (Math.abs(a) || 1)] : [0, 1];
    });
    this.low = limits.map((l) => l[0]);
    this.high = limits.map((l) => l[1]);
  }
  get count(): number {
    return this.columns[0]?.length ?? 0;
  }
  part(column: number, row: number): number {
    return (this.columns[column][row] - this.low[column]) / (this.high[column] - this.low[column]);
  }
  inside(row: number): boolean {
    for (const [c, [a, b]] of this.brushes) {
      const p = this.part(c, row);
      if (!(p >= a && p <= b)) return false;
    }
    return true;
  }
  shade(row: number): string {
    const c = this.data.varied < this.columns.length ? this.data.varied : 0,
      p = this.part(c, row);
    return isFinite(p) ? colour(p) : css("--soft");
  }
  // in a narrow place the name is cut, the unit is not
  label(column: number, c?: CanvasRenderingContext2D, room = 0): string {
    const name = shown(this.data.names[column]),
      unit = bracket(this.data.units[column]);
    return (c ? fit(c, name, room - c.measureText(unit).width) : name) + unit;
  }
  redraw(): void {
    for (const draw of this.drawn) draw();
  }
}

// a canvas as wide as its host, sharp on every screen, drawn again when its size, the colours or the brushes change
function canvas(
  host: HTMLElement,
  linked: Linked,
  size: (wide: number) => [number, number],
  draw: (c: CanvasRenderingContext2D, wide: number, high: number) => void,
  name: string,
): HTMLCanvasElement {
  const made = el("canvas", { role: "img", "aria-label": name, class: "linked" });
  const scroll = el("div", { class: "scroll", tabindex: 0 }, made);
  host.append(scroll);
  const paint = (): void => {
    const [wide, high] = size(scroll.clientWidth || 320),
      ratio = devicePixelRatio || 1;
    made.width = wide * ratio;
    made.height = high * ratio;
    made.style.width = `${wide}px`;
    made.style.height = `${high}px`;
    const c = made.getContext("2d")!;
    c.scale(ratio, ratio);
    c.font = "11px system-ui, sans-serif";
    c.textBaseline = "middle";
    draw(c, wide, high);
  };
  linked.drawn.push(paint);
  new ResizeObserver(paint).observe(scroll);
  return made;
}
function fit(c: CanvasRenderingContext2D, text: string, room: number): string {
  if (c.measureText(text).width <= room) return text;
  let n = text.length;
  while (n > 1 && c.measureText(`${text.slice(0, n)}…`).width > room) n--;
  return `${text.slice(0, n)}…`;
}

function parallel(host: HTMLElement, linked: Linked): void {
  const n = linked.columns.length,
    top = 44,
    foot = 22,
    side = 34;
  const at = (k: number, wide: number): number => side + (k * (wide - 2 * side)) / Math.max(n - 1, 1);
  const y = (p: number, high: number): number => high - foot - p * (high - top - foot);
  const made = canvas(
    host,
    linked,
    (wide) => [Math.max(wide, 84 * n), 300],
    (c, wide, high) => {
      const line = (row: number): void => {
        c.beginPath();
        for (let k = 0, first = true; k < n; k++) {
          const p = linked.part(k, row);
          if (!isFinite(p)) {
            first = true;
            continue;
          }
          const go = first ? c.moveTo : c.lineTo;
          go.call(c, at(k, wide), y(p, high));
          first = false;
        }
        c.stroke();
      };
      const mine: number[] = [];
      c.lineWidth = 1;
      c.globalAlpha = 0.12;
      c.strokeStyle = css("--soft");
      for (let row = 0; row < linked.count; row++)
        if (linked.inside(row)) mine.push(row);
        else line(row);
      c.globalAlpha = mine.length > 300 ? 0.35 : 0.7;
      for (const row of mine) {
        c.strokeStyle = linked.shade(row);
        line(row);
      }
      c.globalAlpha = 1;
      if (linked.picked >= 0) {
        c.lineWidth = 3;
        c.strokeStyle = css("--warn");
        line(linked.picked);
      }
      const room = (wide - 2 * side) / Math.max(n - 1, 1) - 8;
      for (let k = 0; k < n; k++) {
        const x = at(k, wide),
          brush = linked.brushes.get(k);
        c.strokeStyle = css("--ink");
        c.lineWidth = 1.2;
        c.beginPath();
        c.moveTo(x, y(0, high));
        c.lineTo(x, y(1, high));
        c.stroke();
        if (brush) {
          c.fillStyle = css("--mark");
          c.globalAlpha = 0.35;
          c.fillRect(x - 8, y(brush[1], high), 16, y(brush[0], high) - y(brush[1], high));
          c.globalAlpha = 1;
        }
        c.fillStyle = css("--ink");
        c.textAlign = k === 0 ? "left" : k === n - 1 ? "right" : "center";
        const place = k === 0 ? x - side + 2 : k === n - 1 ? x + side - 2 : x;
        c.font = "600 11px system-ui, sans-serif";
        c.fillText(linked.label(k, c, room), place, 10);
        c.font = "11px system-ui, sans-serif";
        c.fillText(short(linked.high[k]), place, 28);
        c.fillText(short(linked.low[k]), place, high - 8);
      }
    },
    "parallel coordinates: one line per sample",
  );
  made.style.touchAction = "pan-x";
  made.style.cursor = "ns-resize";
  let column = -1,
    begin = 0;
  const where = (e: PointerEvent): [number, number] => {
    const box = made.getBoundingClientRect(),
      high = box.height;
    const p = (high - foot - (e.clientY - box.top)) / (high - top - foot);
    return [e.clientX - box.left, Math.min(Math.max(p, 0), 1)];
  };
  made.addEventListener("pointerdown", (e) => {
    const [x, p] = where(e),
      wide = made.getBoundingClientRect().width;
    column = Math.min(Math.max(Math.round((x - side) / ((wide - 2 * side) / Math.max(n - 1, 1))), 0), n - 1);
    begin = p;
    made.setPointerCapture(e.pointerId);
  });
  made.addEventListener("pointermove", (e) => {
    if (column < 0) return;
    const [, p] = where(e);
    if (Math.abs(p - begin) > 0.02) {
      linked.brushes.set(column, [Math.min(p, begin), Math.max(p, begin)]);
      linked.redraw();
    }
  });
  made.addEventListener("pointerup", (e) => {
    if (column >= 0 && Math.abs(where(e)[1] - begin) <= 0.02) {
      linked.brushes.delete(column);
      linked.redraw();
    }
    column = -1;
  });
}

function matrix(host: HTMLElement, linked: Linked, pick: (row: number) => void): void {
  const all = linked.columns.length,
    varied = linked.data.varied,
    most = Math.min(all, MOST);
  const measures = Math.min(all - varied, Math.max(most - varied, Math.ceil(most / 2))),
    shownColumns = [...Array(most - measures).keys(), ...Array.from({ length: measures }, (_, k) => varied + k)],
    n = shownColumns.length,
    edge = 4;
  const made = canvas(
    host,
    linked,
    (wide) => {
      const s = Math.min(Math.max(Math.floor(wide / n), 92), 190);
      return [s * n, s * n];
    },
    (c, wide) => {
      const s = wide / n,
        dot = s > 120 ? 1.6 : 1.2;
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++) {
          const x0 = j * s + edge,
            y0 = i * s + edge,
            w = s - 2 * edge,
            cx = shownColumns[j],
            cy = shownColumns[i];
          c.strokeStyle = css("--rule");
          c.lineWidth = 1;
          c.strokeRect(x0, y0, w, w);
          if (i === j) {
            bars(c, linked, cx, x0, y0, w);
            c.fillStyle = css("--ink");
            c.textAlign = "center";
            c.font = "600 11px system-ui, sans-serif";
            c.fillText(linked.label(cx, c, w - 4), x0 + w / 2, y0 + 10);
            c.font = "10px system-ui, sans-serif";
            c.textAlign = "left";
            c.fillText(short(linked.low[cx]), x0 + 3, y0 + w - 7);
            c.textAlign = "right";
            c.fillText(short(linked.high[cx]), x0 + w - 3, y0 + w - 7);
            continue;
          }
          for (const marked of [false, true]) {
            c.globalAlpha = marked ? 0.8 : 0.15;
            c.fillStyle = css("--soft");
            for (let row = 0; row < linked.count; row++)
              if (linked.inside(row) === marked) {
                const p = linked.part(cx, row),
                  q = linked.part(cy, row);
                if (!isFinite(p + q)) continue;
                if (marked) c.fillStyle = linked.shade(row);
                c.fillRect(x0 + 3 + p * (w - 6) - dot, y0 + w - 3 - q * (w - 6) - dot, 2 * dot, 2 * dot);
              }
          }
          c.globalAlpha = 1;
          if (linked.picked >= 0) {
            const p = linked.part(cx, linked.picked),
              q = linked.part(cy, linked.picked);
            if (isFinite(p + q)) {
              c.strokeStyle = css("--warn");
              c.lineWidth = 2;
              c.beginPath();
              c.arc(x0 + 3 + p * (w - 6), y0 + w - 3 - q * (w - 6), 5, 0, 7);
              c.stroke();
            }
          }
        }
    },
    "scatter matrix: every quantity over every other",
  );
  made.style.cursor = "pointer";
  made.addEventListener("click", (e) => {
    const box = made.getBoundingClientRect(),
      s = box.width / n,
      j = Math.floor((e.clientX - box.left) / s),
      i = Math.floor((e.clientY - box.top) / s),
      w = s - 2 * edge;
    if (i === j || i < 0 || j < 0 || i >= n || j >= n) return;
    let best = -1,
      least = NEAR ** 2;
    for (let row = 0; row < linked.count; row++) {
      const dx = j * s + edge + 3 + linked.part(shownColumns[j], row) * (w - 6) - (e.clientX - box.left),
        dy = (i + 1) * s - edge - 3 - linked.part(shownColumns[i], row) * (w - 6) - (e.clientY - box.top),
        d = dx * dx + dy * dy;
      if (d < least && linked.inside(row)) {
        least = d;
        best = row;
      }
    }
    if (best >= 0) pick(best);
  });
}
function bars(c: CanvasRenderingContext2D, linked: Linked, column: number, x0: number, y0: number, w: number): void {
  const counts = new Array<number>(14).fill(0);
  for (let row = 0; row < linked.count; row++) {
    const p = linked.part(column, row);
    if (isFinite(p) && linked.inside(row)) counts[Math.min(Math.floor(p * 14), 13)]++;
  }
  const top = Math.max(...counts, 1);
  c.fillStyle = css("--mark");
  c.globalAlpha = 0.45;
  counts.forEach((k, i) => {
    const h = ((w - 40) * k) / top;
    c.fillRect(x0 + 3 + (i * (w - 6)) / 14, y0 + w - 16 - h, (w - 6) / 14 - 1, h);
  });
  c.globalAlpha = 1;
}

function heat(host: HTMLElement, linked: Linked): void {
  const { varied, names } = linked.data,
    all = linked.columns.length;
  if (varied < 2 || varied >= all) return;
  const choose = (from: number, to: number, chosen: number, label: string): HTMLSelectElement =>
    el(
      "select",
      { "aria-label": label, change: () => linked.redraw() },
      ...Array.from({ length: to - from }, (_, k) =>
        el("option", { value: from + k, selected: from + k === chosen }, shown(names[from + k])),
      ),
    );
  const z = choose(varied, all, varied, "measure"),
    x = choose(0, varied, 0, "horizontal"),
    y = choose(0, varied, 1, "vertical"),
    said = el("output", { class: "soft" });
  host.append(el("div", { class: "xyrow" }, z, " over ", x, " and ", y, said));
  let cells: { mean: number; count: number }[] = [],
    nx = 1,
    ny = 1;
  const left = 62,
    foot = 34;
  const places = (column: number): [number, (row: number) => number] => {
    const values = [...new Set(linked.columns[column])].filter(isFinite).sort((a, b) => a - b);
    return values.length <= 30
      ? [values.length, (row) => values.indexOf(linked.columns[column][row])]
      : [12, (row) => Math.min(Math.floor(linked.part(column, row) * 12), 11)];
  };
  const made = canvas(
    host,
    linked,
    (wide) => [Math.min(wide, 620), 320],
    (c, wide, high) => {
      const [cx, cy, cz] = [x, y, z].map((s) => +s.value),
        [mx, px] = places(cx),
        [my, py] = places(cy);
      nx = mx;
      ny = my;
      cells = Array.from({ length: nx * ny }, () => ({ mean: 0, count: 0 }));
      for (let row = 0; row < linked.count; row++) {
        const v = linked.columns[cz][row],
          i = px(row),
          j = py(row);
        if (isFinite(v) && i >= 0 && j >= 0) {
          const cell = cells[j * nx + i];
          cell.count++;
          cell.mean += (v - cell.mean) / cell.count;
        }
      }
      const known = cells.filter((k) => k.count).map((k) => k.mean),
        a = Math.min(...known),
        b = Math.max(...known),
        w = (wide - left - 70) / nx,
        h = (high - foot - 8) / ny;
      cells.forEach((cell, k) => {
        if (!cell.count) return;
        c.fillStyle = colour(b > a ? (cell.mean - a) / (b - a) : 0.5);
        c.fillRect(left + (k % nx) * w, 8 + (ny - 1 - Math.floor(k / nx)) * h, Math.ceil(w), Math.ceil(h));
      });
      for (let k = 0; k < 60; k++) {
        c.fillStyle = colour(1 - k / 59);
        c.fillRect(wide - 58, 8 + (k * (high - foot - 8)) / 60, 12, (high - foot - 8) / 60 + 1);
      }
      c.fillStyle = css("--ink");
      c.textAlign = "left";
      c.fillText(short(b), wide - 42, 14);
      c.fillText(short(a), wide - 42, high - foot - 6);
      c.fillText(short(linked.low[cx]), left, high - foot + 10);
      c.textAlign = "right";
      c.fillText(short(linked.high[cx]), wide - 70, high - foot + 10);
      c.fillText(short(linked.high[cy]), left - 6, 14);
      c.fillText(short(linked.low[cy]), left - 6, high - foot - 6);
      c.textAlign = "center";
      c.fillText(linked.label(cx, c, wide - left - 80), left + (wide - left - 70) / 2, high - 10);
      c.save();
      c.translate(12, (high - foot) / 2);
      c.rotate(-Math.PI / 2);
      c.fillText(linked.label(cy, c, high - foot - 10), 0, 0);
      c.restore();
    },
    "heat map: mean of a measure over two quantities",
  );
  made.addEventListener("pointermove", (e) => {
    const box = made.getBoundingClientRect(),
      i = Math.floor((e.clientX - box.left - left) / ((box.width - left - 70) / nx)),
      j = ny - 1 - Math.floor((e.clientY - box.top - 8) / ((box.height - foot - 8) / ny)),
      cell = i >= 0 && i < nx && j >= 0 && j < ny ? cells[j * nx + i] : undefined;
    said.textContent = cell?.count ? ` mean ${value(cell.mean)} of ${cell.count}` : "";
  });
}

export async function study(): Promise<object> {
  const data = pageData<StudyData>(),
    drawn = data.names.length || data.scene ? await report() : plain(),
    host = byId("linked");
  if (!host || !data.study.names.length) return drawn;
  const linked = new Linked(data.study, await unpack(data.study.table)),
    told = el("p", { class: "soft" }),
    card = el("div", { id: "sample", role: "status" });
  const pick = (row: number): void => {
    linked.picked = row;
    linked.redraw();
    const number = data.study.samples[row],
      rows = data.study.names.map((name, k) =>
        el(
          "tr",
          {},
          el("td", {}, shown(name)),
          el("td", {}, `${value(linked.columns[k][row])} ${data.study.units[k]}`),
        ),
      );
    const served = location.protocol.startsWith("http");
    card.replaceChildren(
      el("h3", {}, `Sample ${number}`),
      el("table", {}, el("tbody", {}, ...rows)),
      served
        ? el(
            "p",
            {},
            el(
              "a",
              { href: `sample/${number}`, target: "_blank", rel: "noopener" },
              "Run this machine and look at it in 3-D",
            ),
          )
        : el(
            "p",
            {},
            "Look at it in 3-D: ",
            el("code", {}, `biela run '${data.study.folder}#${number}'`),
            ". ",
            el("code", {}, `biela show '${data.study.folder}'`),
            " opens this page so that a click runs the machine.",
          ),
    );
  };
  const clear = el(
    "button",
    {
      type: "button",
      click: () => {
        linked.brushes.clear();
        linked.redraw();
      },
    },
    "clear brushes",
  );
  host.append(
    el(
      "p",
      { class: "soft" },
      "Drag along an axis to keep samples within a range; click it to release. Click a point to see its sample.",
    ),
    el("div", { class: "xyrow" }, clear, told),
  );
  linked.drawn.push(() => {
    let n = 0;
    for (let row = 0; row < linked.count; row++) n += +linked.inside(row);
    told.textContent = ` ${n} of ${linked.count} samples shown`;
  });
  parallel(host, linked);
  matrix(host, linked, pick);
  host.append(card);
  heat(host, linked);
  new MutationObserver(() => linked.redraw()).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["class"],
  });
  linked.redraw();
  return { ...drawn, linked, pick };
}
