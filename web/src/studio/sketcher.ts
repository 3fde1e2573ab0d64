// Draw a planar linkage: pins, links, sliders; turn the crank and see curves, dead points and the transmission angle; then it is a machine file.
import { el, save as download } from "../dom";
import { Beside, type Point } from "./beside";
import { type Held, Linkage, type Link, type Pin, type Sweep, threePositions } from "./linkage";
import { Photo } from "./photo";
import { machineFile } from "./sketchfile";
import { Tables } from "./tables";
import { NS, svg } from "./vector";

const NEAR = 14,
  FINE = 240,
  COARSE = 90; // [px] of a pin that a click takes; positions of a turn
const TOOLS: [string, string, string][] = [
  ["move", "move", "drag pins; drag the crank to turn it; drag the ground to move the view"],
  ["ground", "ground pin", "click: a pin on the ground; click a pin to ground or free it"],
  [
    "link",
    "link",
    "click two pins or places; with shift further ones, Enter ends. A click on a link gives it another point",
  ],
  ["slider", "slider", "click: a pin that slides along the ground; the table below has its angle"],
  ["crank", "crank", "click the link that drives"],
  ["delete", "delete", "click a pin or a link"],
  ["three", "three positions", "click A and B of the coupler in three positions: the pivots follow"],
];
const degrees = (x: number): string => `${((x * 180) / Math.PI).toFixed(1)}°`;
// the look of a drawing that is saved on its own
const LOOK =
  ".grid{stroke:#e3e7ec;stroke-width:.6}.link{stroke:#5a6b80;stroke-width:9;stroke-linecap:round;stroke-linejoin:round;fill:#5a6b8055;opacity:.85}.crank{stroke:#1f6feb}.pin{fill:#fff;stroke:#222;stroke-width:2}.ground{fill:#9aa4b0;stroke:#222}.curve{fill:none;stroke:#c2185b;stroke-width:1.3;stroke-dasharray:5 3}.force{stroke:#b35900;stroke-width:2;fill:#b35900}text{fill:#222;font:11.5px sans-serif}";

export class Sketcher {
  linkage = new Linkage();
  private tool = "ground";
  private chain: number[] = [];
  private clicks: [number, number][] = [];
  private undone: string[] = [];
  private done: string[] = [];
  private held: { pin: Pin; turn: boolean } | null = null;
  private pan: { x: number; y: number } | null = null;
  private frame: Held | null = null;
  private scale = 260;
  private origin = { x: 0, y: 0 };
  private curves = true;
  private saving = 0;
  readonly picture = svg("svg", {
    class: "sketch",
    tabindex: 0,
    role: "application",
    "aria-label": "drawing of a planar linkage",
  });
  private readonly facts = el("dl", { class: "facts" });
  private readonly bar = el("div", { class: "row tools" });
  private readonly hint = el("p", { class: "soft sketch-hint", role: "status" });
  private readonly snap = el("input", { type: "number", min: 0, step: 0.01, value: 0.05, "aria-label": "grid [m]" });
  private readonly name = el("input", {
    value: "linkage",
    "aria-label": "name of the machine file",
    id: "sketch-name",
  });
  private readonly photo = new Photo(() => this.draw());
  private readonly tables: Tables;

  constructor(
    readonly host: HTMLElement,
    readonly save: (name: string, text: string) => Promise<string>,
    readonly keepDrawing: (text: string) => void = () => {},
  ) {
    this.tables = new Tables({
      change: (act) => {
        this.keep();
        const words = act();
        if (words) {
          this.linkage.back(JSON.parse(this.done.pop()!));
          this.say(words, true);
        }
        this.draw();
        return words;
      },
      linkage: () => this.linkage,
    });
    for (const [tool, text, hint] of TOOLS) {
      const b = el("button", { type: "button", id: `tool-${tool}`, title: hint }, text);
      b.onclick = () => this.choose(tool);
      this.bar.append(b);
    }
    const button = (text: string, id: string, act: () => void, title = ""): HTMLElement => {
      const b = el("button", { type: "button", id, title }, text);
      b.onclick = act;
      return b;
    };
    const curves = el("input", { type: "checkbox" }),
      make = el("button", { class: "main", type: "button", id: "sketch-save" }, "make it a machine"),
      told = el("span", { class: "say", role: "status", id: "sketch-told" }),
      out = el(
        "select",
        { "aria-label": "save the drawing", id: "sketch-out" },
        new Option("save as…", ""),
        new Option("drawing (SVG)", "svg"),
        new Option("paths of the pins (CSV)", "csv"),
        new Option("drawing to go on with (JSON)", "json"),
      ),
      load = el("input", { type: "file", accept: ".json", "aria-label": "open a drawing", hidden: true });
    curves.checked = true;
    curves.onchange = () => {
      this.curves = curves.checked;
      this.draw();
    };
    out.onchange = () => {
      const kind = out.value;
      out.value = "";
      this.export(kind);
    };
    load.onchange = () => {
      const file = load.files?.[0];
      if (file) void file.text().then((text) => this.open(text));
      load.value = "";
    };
    make.onclick = () =>
      void this.save(this.name.value.trim(), machineFile(this.linkage, this.name.value.trim() || "linkage")).then(
        (words) => {
          told.textContent = words;
          told.classList.toggle("bad", !!words);
        },
      );
    this.bar.append(
      button("undo", "sketch-undo", () => this.undo(), "Ctrl-Z"),
      button("redo", "sketch-redo", () => this.redo(), "Ctrl-Y"),
      button("fit", "sketch-fit", () => this.fit(), "the whole linkage in view"),
      el("label", {}, "grid ", this.snap, " m"),
      el("label", {}, curves, "paths"),
      this.photo.controls,
      out,
      button("open…", "sketch-open", () => load.click(), "a drawing that was saved as JSON"),
      load,
    );
    host.append(
      this.bar,
      this.hint,
      this.picture,
      this.facts,
      el("div", { class: "row" }, this.name, make, told),
      this.tables.root,
    );
    this.picture.onpointerdown = (e) => this.down(e);
    this.picture.onpointermove = (e) => this.move(e);
    this.picture.onpointerup = () => this.up();
    this.picture.onpointercancel = () => this.up();
    this.picture.onkeydown = (e) => {
      if (e.key === "Enter" || e.key === "Escape") this.finish();
    };
    host.addEventListener("keydown", (e) => this.key(e));
    this.picture.onwheel = (e) => this.zoom(e);
    new ResizeObserver(() => this.draw()).observe(this.picture);
    this.choose("ground");
  }
  private say(text: string, bad = false): void {
    this.hint.textContent = text;
    this.hint.classList.toggle("bad", bad);
  }
  private choose(tool: string): void {
    this.finish();
    this.clicks = [];
    this.tool = tool;
    for (const b of this.bar.querySelectorAll("button[id^=tool-]"))
      b.setAttribute("aria-pressed", String(b.id === `tool-${tool}`));
    this.say(TOOLS.find((t) => t[0] === tool)![2]);
    this.draw();
  }

  // ----------------------------------------------------------------------------------------------------- undo, storage
  private keep(): void {
    this.done.push(JSON.stringify(this.linkage.data()));
    this.undone = [];
  }
  private step(from: string[], to: string[]): void {
    const text = from.pop();
    if (!text) return;
    to.push(JSON.stringify(this.linkage.data()));
    this.chain = [];
    this.linkage = Linkage.of(JSON.parse(text));
    this.draw();
  }
  undo(): void {
    this.step(this.done, this.undone);
  }
  redo(): void {
    this.step(this.undone, this.done);
  }
  private key(e: KeyboardEvent): void {
    if (!(e.ctrlKey || e.metaKey) || (e.target instanceof HTMLInputElement && e.target.type !== "checkbox")) return;
    const key = e.key.toLowerCase();
    if (key === "z" || key === "y") {
      e.preventDefault();
      e.stopPropagation();
      if (key === "y" || e.shiftKey) this.redo();
      else this.undo();
    }
  }
  open(text: string): void {
    try {
      const l = Linkage.of(JSON.parse(text));
      if (
        !l.pins.every((p) => Number.isFinite(p.x + p.y)) ||
        !l.links.every((k) => k.pins.length > 1 && k.pins.every((p) => l.pin(p)))
      )
        throw new Error();
      this.keep();
      this.linkage = l;
      this.fit();
    } catch {
      this.say("This file is not a drawing that was saved here.", true);
    }
  }
  // the drawing as it was when the page was left
  restore(text: string): void {
    try {
      this.linkage = Linkage.of(JSON.parse(text));
      this.draw();
    } catch {
      /* an empty sheet is a start, too */
    }
  }
  private store(): void {
    clearTimeout(this.saving);
    this.saving = window.setTimeout(() => this.keepDrawing(JSON.stringify(this.linkage.data())), 400);
  }
  private export(kind: string): void {
    const name = this.name.value.trim() || "linkage",
      l = this.linkage;
    if (kind === "json")
      download(`${name}.sketch.json`, new Blob([JSON.stringify(l.data(), null, 1)], { type: "application/json" }));
    if (kind === "svg") {
      const copy = this.picture.cloneNode(true) as SVGSVGElement,
        style = document.createElementNS(NS, "style");
      style.textContent = LOOK;
      copy.prepend(style);
      copy.setAttribute("xmlns", NS);
      copy.setAttribute("viewBox", `0 0 ${this.picture.clientWidth} ${this.picture.clientHeight}`);
      download(`${name}.svg`, new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
    }
    if (kind === "csv") {
      const sweep = l.sweep(FINE);
      if (!sweep) {
        this.say("There are no paths: they need a crank, and one degree of freedom.", true);
        return;
      }
      download(`${name}_paths.csv`, new Blob([this.paths(sweep)], { type: "text/csv" }));
    }
  }
  paths(sweep: Sweep): string {
    const rows = sweep.angles.map((a, k) =>
      [a, ...sweep.curves.flatMap((c) => c.points[k])].map((x) => +x.toPrecision(9)).join(","),
    );
    return [
      [
        "crank_angle [rad]",
        ...sweep.curves.flatMap((c) =>
          ["x", "y"].map((axis) => `${this.linkage.letter(this.linkage.pin(c.pin))}.${axis} [m]`),
        ),
      ].join(","),
      ...rows,
      "",
    ].join("\n");
  }

  // ---------------------------------------------------------------------------------------------------------- places
  private get middle(): [number, number] {
    return [0.25 * this.picture.clientWidth, 0.62 * this.picture.clientHeight];
  }
  private sx(x: number): number {
    return this.middle[0] + (x - this.origin.x) * this.scale;
  }
  private sy(y: number): number {
    return this.middle[1] - (y - this.origin.y) * this.scale;
  }
  private raw(e: { clientX: number; clientY: number }): [number, number] {
    const r = this.picture.getBoundingClientRect();
    return [
      (e.clientX - r.left - this.middle[0]) / this.scale + this.origin.x,
      (this.middle[1] - e.clientY + r.top) / this.scale + this.origin.y,
    ];
  }
  private point(e: PointerEvent): [number, number] {
    const grid = +this.snap.value,
      [x, y] = this.raw(e);
    return grid > 0 && !e.altKey ? [Math.round(x / grid) * grid, Math.round(y / grid) * grid] : [x, y];
  }
  private near(e: PointerEvent): Pin | null {
    const r = this.picture.getBoundingClientRect(),
      found = this.linkage.pins
        .map((p) => ({ p, d: Math.hypot(this.sx(p.x) - e.clientX + r.left, this.sy(p.y) - e.clientY + r.top) }))
        .sort((a, b) => a.d - b.d)[0];
    return found && found.d < NEAR ? found.p : null;
  }
  private linkNear(e: PointerEvent): Link | null {
    const id = (e.target as Element).getAttribute("data-link");
    return id ? (this.linkage.link(+id) ?? null) : null;
  }
  private zoom(e: WheelEvent): void {
    e.preventDefault();
    const [x, y] = this.raw(e);
    this.scale = Math.min(1e5, Math.max(1, this.scale * Math.exp(-0.001 * e.deltaY)));
    const [u, v] = this.raw(e);
    this.origin.x += x - u;
    this.origin.y += y - v;
    this.draw();
  }
  fit(): void {
    const all: [number, number][] = [
        ...this.linkage.pins.map((p) => [p.x, p.y] as [number, number]),
        ...(this.linkage.sweep(COARSE)?.curves.flatMap((c) => c.points) ?? []),
      ],
      w = this.picture.clientWidth,
      h = this.picture.clientHeight;
    if (all.length && w) {
      const [xs, ys] = [0, 1].map((k) => all.map((p) => p[k])),
        [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      this.scale = Math.min((0.8 * w) / Math.max(x1 - x0, 1e-3), (0.75 * h) / Math.max(y1 - y0, 1e-3), 2000);
      this.origin = {
        x: (x0 + x1) / 2 - (w / 2 - this.middle[0]) / this.scale,
        y: (y0 + y1) / 2 - (this.middle[1] - h / 2) / this.scale,
      };
    }
    this.draw();
  }

  // -------------------------------------------------------------------------------------------------------- handling
  private down(e: PointerEvent): void {
    this.picture.focus({ preventScroll: true });
    const pin = this.near(e),
      at = this.point(e),
      l = this.linkage,
      link = this.linkNear(e);
    if (this.tool === "move") {
      this.grab(e, pin, link);
      return;
    }
    if (this.tool === "delete") {
      if (pin || link) {
        this.keep();
        l.remove(pin ? pin.id : link!.id);
      }
    } else if (this.tool === "crank") {
      const one = link ?? (pin && l.at(pin.id)[0]);
      if (one) {
        this.keep();
        l.crank = one.id;
      }
    } else if (this.tool === "three") this.position(at);
    else if (this.tool === "link") this.chained(e, pin, at, link);
    else if (pin) {
      this.keep();
      pin.kind = pin.kind === this.tool ? "pin" : (this.tool as Pin["kind"]);
    } else {
      this.keep();
      l.addPin(...at, this.tool as Pin["kind"]);
    }
    this.draw();
  }
  private grab(e: PointerEvent, pin: Pin | null, link: Link | null): void {
    const l = this.linkage,
      d = l.driver(),
      end = pin ?? (d && link === d.link ? d.end : null),
      turn = !!d && !!end && d.link.pins.includes(end.id) && end.kind !== "ground" && l.mobility() === 1;
    if (e.isTrusted) this.picture.setPointerCapture(e.pointerId);
    if (!end) {
      this.pan = { x: e.clientX, y: e.clientY };
      return;
    }
    if (end.locked && !turn) {
      this.say(`${l.letter(end)} is locked: the table below unlocks it.`, true);
      return;
    }
    this.keep();
    this.held = { pin: end, turn };
    this.frame = l.constraints();
  }
  private chained(e: PointerEvent, pin: Pin | null, at: [number, number], link: Link | null): void {
    const l = this.linkage;
    this.keep();
    if (!pin && link && !this.chain.length) {
      l.extend(link, l.addPin(...this.raw(e)).id);
      this.say(`a further point of ${link.name}: drag it, or end another link there`);
      return;
    }
    const target = pin ?? l.addPin(...at);
    if (this.chain[this.chain.length - 1] === target.id) {
      this.finish();
      return;
    }
    this.chain.push(target.id);
    if (this.chain.length === 2 && !e.shiftKey) this.finish();
  }
  private finish(): void {
    if (this.chain.length > 1) this.linkage.addLink(this.chain);
    this.chain = [];
    this.draw();
  }
  // positions of the coupler for the synthesis: B keeps its distance from A
  private position(at: [number, number]): void {
    const c = this.clicks,
      k = c.length;
    if (k === 3 || k === 5) {
      const length = Math.hypot(c[1][0] - c[0][0], c[1][1] - c[0][1]),
        a = c[k - 1],
        way = Math.hypot(at[0] - a[0], at[1] - a[1]) || 1;
      at = [a[0] + ((at[0] - a[0]) * length) / way, a[1] + ((at[1] - a[1]) * length) / way];
    }
    c.push(at);
    if (c.length < 6) {
      this.say(`position ${1 + (c.length >> 1)}: click ${c.length % 2 ? "B" : "A"}`);
      return;
    }
    const made = threePositions([c[0], c[2], c[4]], [c[1], c[3], c[5]]);
    this.clicks = [];
    if (!made) {
      this.say("Three positions of A or of B lie on a line: there is no pivot.", true);
      return;
    }
    this.keep();
    this.linkage = made;
    const missed = [1, 2].filter((i) => !made.reaches(c[2 * i], c[2 * i + 1])).map((i) => i + 1);
    this.choose("move");
    this.fit();
    this.say(
      missed.length
        ? `The pivots are found, but position ${missed.join(" and ")} is not reached from position 1: it lies beyond a dead point, or needs the other assembly.`
        : "The crank carries the coupler through all three positions: drag it.",
      missed.length > 0,
    );
  }
  private move(e: PointerEvent): void {
    if (this.pan) {
      this.origin.x -= (e.clientX - this.pan.x) / this.scale;
      this.origin.y += (e.clientY - this.pan.y) / this.scale;
      this.pan = { x: e.clientX, y: e.clientY };
      this.draw();
      return;
    }
    if (!this.held) return;
    const { pin, turn } = this.held,
      l = this.linkage,
      d = l.driver();
    if (turn && d) {
      const [x, y] = this.raw(e),
        offset = Math.atan2(pin.y - d.pivot.y, pin.x - d.pivot.x) - l.angle();
      this.say(
        l.turn(Math.atan2(y - d.pivot.y, x - d.pivot.x) - offset, this.frame!)
          ? `crank at ${degrees(l.angle())}`
          : `dead point near ${degrees(l.angle())}: the loops cannot close beyond it`,
      );
    } else {
      [pin.x, pin.y] = this.point(e);
      for (const link of l.at(pin.id)) if (link.pins.indexOf(pin.id) < 2) delete link.length; // the hand is stronger than an expression
    }
    this.draw();
  }
  private up(): void {
    if (this.held && !this.held.turn) this.linkage.settle();
    this.held = null;
    this.pan = null;
    this.frame = null;
    this.draw();
  }

  // --------------------------------------------------------------------------------------------------------- drawing
  draw(): void {
    const l = this.linkage,
      w = this.picture.clientWidth,
      h = this.picture.clientHeight;
    if (!w) return;
    const sweep = this.curves ? l.sweep(this.held ? COARSE : FINE) : null,
      parts: Element[] = [
        ...this.photo.drawn(
          (x) => this.sx(x),
          (y) => this.sy(y),
          this.scale,
        ),
        ...this.grid(w, h),
      ];
    for (const c of sweep?.curves ?? [])
      if (!l.pin(c.pin).hidden)
        parts.push(
          svg("polyline", {
            points: c.points.map(([x, y]) => `${this.sx(x).toFixed(1)},${this.sy(y).toFixed(1)}`).join(" "),
            class: "curve",
            "data-path": c.pin,
          }),
        );
    parts.push(...l.links.map((link) => this.drawnLink(link)), ...this.names());
    for (const p of l.pins) parts.push(...this.drawnPin(p));
    this.clicks.forEach(([x, y], k) => {
      parts.push(svg("circle", { cx: this.sx(x), cy: this.sy(y), r: 5, class: "pin chosen" }));
      if (k % 2)
        parts.push(
          svg("line", {
            x1: this.sx(this.clicks[k - 1][0]),
            y1: this.sy(this.clicks[k - 1][1]),
            x2: this.sx(x),
            y2: this.sy(y),
            class: "curve",
          }),
        );
    });
    this.picture.replaceChildren(...parts);
    this.tell(sweep);
    this.tables.draw();
    this.store();
  }
  private grid(w: number, h: number): Element[] {
    let step = +this.snap.value || 0.1;
    while (step * this.scale < 10) step *= 5;
    const lines: Element[] = [],
      [x0, y0] = [(0 - this.middle[0]) / this.scale + this.origin.x, (this.middle[1] - h) / this.scale + this.origin.y];
    for (let x = Math.ceil(x0 / step) * step; this.sx(x) < w; x += step)
      lines.push(svg("line", { x1: this.sx(x), x2: this.sx(x), y1: 0, y2: h, class: "grid" }));
    for (let y = Math.ceil(y0 / step) * step; this.sy(y) > 0; y += step)
      lines.push(svg("line", { y1: this.sy(y), y2: this.sy(y), x1: 0, x2: w, class: "grid" }));
    return lines;
  }
  private drawnLink(link: Link): Element {
    return svg(link.pins.length > 2 ? "polygon" : "polyline", {
      points: this.corners(link).join(" "),
      class: `link${link.id === this.linkage.crank ? " crank" : ""}`,
      "data-link": link.id,
    });
  }
  private corners(link: Link): Point[] {
    return link.pins.map((p) => this.linkage.pin(p)).map((p) => [this.sx(p.x), this.sy(p.y)]);
  }
  private names(): Element[] {
    const l = this.linkage,
      all = l.links.map((link) => this.corners(link)),
      beside = new Beside(
        all.flatMap((at) => at.map((p, k) => [p, at[(k + 1) % at.length]] as [Point, Point])),
        l.pins.map((p) => [this.sx(p.x), this.sy(p.y)]),
      );
    return l.links.map((link, k) => {
      const words = `${link.name} ${l.lengthOf(link).toFixed(3)}`,
        [x, y] = beside.place(words, all[k][0], all[k][1]),
        text = svg("text", { x, y });
      text.textContent = words;
      return text;
    });
  }
  private drawnPin(p: Pin): Element[] {
    const parts: Element[] = [],
      x = this.sx(p.x),
      y = this.sy(p.y),
      [fx, fy] = this.linkage.force(p),
      force = Math.hypot(fx, fy);
    if (p.kind === "ground")
      parts.push(
        svg("path", {
          d: `M${x - 11},${y + 17} L${x},${y} L${x + 11},${y + 17} Z M${x - 16},${y + 17} H${x + 16}`,
          class: "ground",
        }),
      );
    if (p.kind === "slider") {
      const turn = `rotate(${(-p.angle * 180) / Math.PI} ${x} ${y})`;
      parts.push(
        svg("path", { d: `M${x - 45},${y + 11} H${x + 45}`, class: "ground", transform: turn }),
        svg("rect", { x: x - 13, y: y - 8, width: 26, height: 16, class: "ground", transform: turn }),
      );
    }
    parts.push(
      svg("circle", {
        cx: x,
        cy: y,
        r: p.locked ? 7 : 6,
        class: `pin${this.chain.includes(p.id) ? " chosen" : ""}${p.locked ? " locked" : ""}`,
        "data-pin": p.id,
      }),
    );
    const name = svg("text", { x: x - 14, y: y - 8 });
    name.textContent = this.linkage.letter(p);
    parts.push(name);
    if (force) {
      const u = fx / force,
        v = -fy / force,
        ex = x + 46 * u,
        ey = y + 46 * v;
      parts.push(
        svg("path", {
          d: `M${x},${y} L${ex},${ey} M${ex},${ey} l${-9 * u - 4 * v},${-9 * v + 4 * u} l${8 * v},${-8 * u} Z`,
          class: "force",
        }),
      );
      const size = svg("text", { x: ex + 6, y: ey });
      size.textContent = `${+force.toPrecision(3)} N`;
      parts.push(size);
    }
    return parts;
  }
  private tell(sweep: Sweep | null): void {
    const l = this.linkage,
      t = l.transmission(),
      m = l.mobility(),
      torque = l.holding(),
      rows: [string, string][] = [["mobility", `${m}${m < 1 && l.links.length ? ": it cannot move" : ""}`]];
    if (l.grashof()) rows.push(["class", l.grashof()]);
    if (l.driver()) rows.push(["crank", degrees(l.angle())]);
    if (t !== null)
      rows.push([
        "transmission angle",
        `${degrees(t)}${sweep?.transmission ? ` (${degrees(sweep.transmission[0])} to ${degrees(sweep.transmission[1])})` : ""}`,
      ]);
    if (sweep)
      rows.push(["dead points", sweep.full ? "none: the crank turns fully" : sweep.dead.map(degrees).join(" and ")]);
    if (torque !== null)
      rows.push(["torque that holds the crank", `${Math.abs(torque) < 1e-9 ? 0 : +torque.toPrecision(4)} N·m`]);
    this.facts.replaceChildren(...rows.map(([k, v]) => el("div", {}, el("dt", {}, k), el("dd", {}, v))));
  }
}
