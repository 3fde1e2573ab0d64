// Draw a planar linkage: pins, links, sliders; turn the crank and see curves, dead points and the transmission angle; then it is a machine file.
import { el } from "../dom";
import { Linkage, type Link, type Pin, threePositions } from "./linkage";

const NS = "http://www.w3.org/2000/svg", TOOLS: [string, string, string][] = [["move", "move", "drag pins; drag the end of the crank to turn it"], ["ground", "ground pin", "click: a pin on the ground"], ["link", "link", "click two pins or places; with shift further ones, Enter ends"], ["slider", "slider", "click: a pin that slides along the ground"], ["crank", "crank", "click the link that drives"], ["delete", "delete", "click a pin or a link"], ["three", "three positions", "click A and B of the coupler in three positions: pivots follow"]];
const svg = <K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number>): SVGElementTagNameMap[K] => { const e = document.createElementNS(NS, tag); for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, String(v)); return e; };
const degrees = (x: number): string => `${(x * 180 / Math.PI).toFixed(1)}°`;

export class Sketcher {
  linkage = new Linkage(); private tool = "ground"; private chain: number[] = []; private clicks: [number, number][] = []; private undone: string[] = []; private done: string[] = []; private held: { pin: Pin; turn: boolean } | null = null; private scale = 260; private origin = { x: 0, y: 0 }; private photo = ""; private curves = true; private frame: ReturnType<Linkage["constraints"]> | null = null;
  readonly picture = svg("svg", { class: "sketch", tabindex: 0, role: "application", "aria-label": "drawing of a planar linkage" }); private readonly facts = el("dl", { class: "facts" }); private readonly table = el("div", { class: "lengths" }); private readonly bar = el("div", { class: "row" }); private readonly hint = el("p", { class: "soft" }); private readonly snap = el("input", { type: "number", min: 0, step: 0.01, value: 0.05, "aria-label": "grid [m]" });
  constructor(readonly host: HTMLElement, readonly save: (name: string, text: string) => Promise<string>) {
    for (const [tool, text, hint] of TOOLS) { const b = el("button", { type: "button", id: `tool-${tool}`, title: hint }, text); b.onclick = () => this.choose(tool); this.bar.append(b); }
    const undo = el("button", { type: "button" }, "undo"), redo = el("button", { type: "button" }, "redo"), curves = el("input", { type: "checkbox" }), photo = el("input", { type: "file", accept: "image/*", "aria-label": "background photo" }), name = el("input", { value: "linkage", "aria-label": "name of the machine file", id: "sketch-name" }), make = el("button", { class: "main", type: "button", id: "sketch-save" }, "make it a machine"), told = el("span", { class: "say", role: "status", id: "sketch-told" });
    undo.onclick = () => this.step(this.done, this.undone); redo.onclick = () => this.step(this.undone, this.done); curves.checked = true; curves.onchange = () => { this.curves = curves.checked; this.draw(); };
    photo.onchange = () => { const file = photo.files?.[0]; if (this.photo) URL.revokeObjectURL(this.photo); this.photo = file ? URL.createObjectURL(file) : ""; this.draw(); };
    make.onclick = () => void this.save(name.value.trim(), this.linkage.yaml(name.value.trim() || "linkage")).then(words => { told.textContent = words; told.classList.toggle("bad", !!words); });
    this.bar.append(undo, redo, el("label", {}, "grid ", this.snap, " m"), el("label", {}, curves, "curves"), el("label", {}, "photo ", photo));
    host.append(this.bar, this.hint, this.picture, this.facts, this.table, el("div", { class: "row" }, name, make, told));
    this.picture.onpointerdown = e => this.down(e); this.picture.onpointermove = e => this.move(e); this.picture.onpointerup = () => this.up(); this.picture.onkeydown = e => { if (e.key === "Enter" || e.key === "Escape") this.finish(); };
    this.picture.onwheel = e => { e.preventDefault(); this.scale *= Math.exp(-0.001 * e.deltaY); this.draw(); }; new ResizeObserver(() => this.draw()).observe(this.picture); this.choose("ground");
  }
  private choose(tool: string): void { this.finish(); this.clicks = []; this.tool = tool; for (const b of this.bar.querySelectorAll("button[id^=tool-]")) b.setAttribute("aria-pressed", String(b.id === `tool-${tool}`)); this.hint.textContent = TOOLS.find(t => t[0] === tool)![2]; this.draw(); }
  private keep(): void { this.done.push(JSON.stringify(this.linkage.data())); this.undone = []; }
  private step(from: string[], to: string[]): void { const text = from.pop(); if (!text) return; to.push(JSON.stringify(this.linkage.data())); this.linkage = Linkage.of(JSON.parse(text)); this.draw(); }
  // --------------------------------------------------------------------------------------------------------- places
  private get middle(): [number, number] { return [this.picture.clientWidth / 2 - 0.25 * this.picture.clientWidth, this.picture.clientHeight * 0.62]; }
  private sx(x: number): number { return this.middle[0] + (x - this.origin.x) * this.scale; }
  private sy(y: number): number { return this.middle[1] - (y - this.origin.y) * this.scale; }
  private point(e: PointerEvent): [number, number] { const r = this.picture.getBoundingClientRect(), grid = +this.snap.value, raw: [number, number] = [(e.clientX - r.left - this.middle[0]) / this.scale + this.origin.x, -(e.clientY - r.top - this.middle[1]) / this.scale + this.origin.y]; return grid > 0 && !e.altKey ? [Math.round(raw[0] / grid) * grid, Math.round(raw[1] / grid) * grid] : raw; }
  private near(e: PointerEvent): Pin | null { const r = this.picture.getBoundingClientRect(), found = this.linkage.pins.map(p => ({ p, d: Math.hypot(this.sx(p.x) - e.clientX + r.left, this.sy(p.y) - e.clientY + r.top) })).sort((a, b) => a.d - b.d)[0]; return found && found.d < 14 ? found.p : null; }
  private linkNear(e: PointerEvent): Link | null { const id = (e.target as Element).getAttribute("data-link"); return id ? this.linkage.link(+id) ?? null : null; }
  // ------------------------------------------------------------------------------------------------------- handling
  private down(e: PointerEvent): void {
    this.picture.focus({ preventScroll: true });
    const pin = this.near(e), at = this.point(e), l = this.linkage;
    if (this.tool === "move") { if (pin) { this.keep(); const d = l.driver(), turn = !!d && d.link.pins.includes(pin.id) && pin.kind !== "ground" && l.mobility() === 1; this.held = { pin, turn }; this.frame = l.constraints(); if (e.isTrusted) this.picture.setPointerCapture(e.pointerId); } return; }
    if (this.tool === "delete") { const link = this.linkNear(e); if (pin || link) { this.keep(); l.remove(pin ? pin.id : link!.id); } }
    else if (this.tool === "crank") { const link = this.linkNear(e) ?? (pin && l.at(pin.id)[0]); if (link) { this.keep(); l.crank = link.id; } }
    else if (this.tool === "three") { this.clicks.push(at); if (this.clicks.length === 6) { const c = this.clicks, made = threePositions([c[0], c[2], c[4]], [c[1], c[3], c[5]]); if (made) { this.keep(); this.linkage = made; this.hint.textContent = "The pivots are the centres of the circles through the three positions of A and of B."; } else this.hint.textContent = "Three positions of A or of B lie on a line: there is no pivot."; this.clicks = []; } }
    else if (this.tool === "link") { this.keep(); const target = pin ?? l.addPin(...at); if (this.chain[this.chain.length - 1] === target.id) this.finish(); else { this.chain.push(target.id); if (this.chain.length === 2 && !e.shiftKey) this.finish(); } }
    else if (pin) { this.keep(); pin.kind = pin.kind === (this.tool as Pin["kind"]) ? "pin" : this.tool as Pin["kind"]; } else { this.keep(); l.addPin(...at, this.tool as Pin["kind"]); }
    this.draw();
  }
  private finish(): void { if (this.chain.length > 1) this.linkage.addLink(this.chain); this.chain = []; this.draw(); }
  private move(e: PointerEvent): void {
    if (!this.held) return;
    const { pin, turn } = this.held, l = this.linkage, d = l.driver();
    if (turn && d) { const r = this.picture.getBoundingClientRect(), x = (e.clientX - r.left - this.middle[0]) / this.scale + this.origin.x, y = -(e.clientY - r.top - this.middle[1]) / this.scale + this.origin.y, offset = Math.atan2(pin.y - d.pivot.y, pin.x - d.pivot.x) - l.angle(); this.hint.textContent = l.turn(Math.atan2(y - d.pivot.y, x - d.pivot.x) - offset, this.frame!) ? `crank at ${degrees(l.angle())}` : `dead point near ${degrees(l.angle())}: the loops cannot close beyond it`; }
    else [pin.x, pin.y] = this.point(e);
    this.draw();
  }
  private up(): void { this.held = null; this.frame = null; this.draw(); }
  // -------------------------------------------------------------------------------------------------------- drawing
  draw(): void {
    const l = this.linkage, g = this.picture, parts: Element[] = [], w = g.clientWidth, h = g.clientHeight, grid = Math.max(+this.snap.value || 0.1, 12 / this.scale);
    if (!w) return;
    if (this.photo) { const image = svg("image", { x: 0, y: 0, width: w, height: h, opacity: 0.5, preserveAspectRatio: "xMidYMid meet" }); image.setAttribute("href", this.photo); parts.push(image); }
    for (let x = Math.ceil((-this.middle[0] / this.scale) / grid) * grid; this.sx(x) < w; x += grid) parts.push(svg("line", { x1: this.sx(x), x2: this.sx(x), y1: 0, y2: h, class: "grid" }));
    for (let y = Math.ceil(((this.middle[1] - h) / this.scale) / grid) * grid; this.sy(y) > 0; y += grid) parts.push(svg("line", { y1: this.sy(y), y2: this.sy(y), x1: 0, x2: w, class: "grid" }));
    const sweep = this.curves ? l.sweep(this.held ? 90 : 240) : null;
    for (const c of sweep?.curves ?? []) parts.push(svg("polyline", { points: c.points.map(([x, y]) => `${this.sx(x).toFixed(1)},${this.sy(y).toFixed(1)}`).join(" "), class: "curve" }));
    for (const link of l.links) { const at = link.pins.map(p => l.pin(p)).map(p => `${this.sx(p.x)},${this.sy(p.y)}`).join(" "); parts.push(svg(link.pins.length > 2 ? "polygon" : "polyline", { points: at, class: `link${link.id === l.crank ? " crank" : ""}`, "data-link": link.id })); const [a, b] = link.pins.map(p => l.pin(p)), text = svg("text", { x: (this.sx(a.x) + this.sx(b.x)) / 2 + 8, y: (this.sy(a.y) + this.sy(b.y)) / 2 - 8 }); text.textContent = `${link.name} ${l.length(a.id, b.id).toFixed(3)}`; parts.push(text); }
    for (const p of l.pins) { const x = this.sx(p.x), y = this.sy(p.y); if (p.kind === "ground") parts.push(svg("path", { d: `M${x - 11},${y + 17} L${x},${y} L${x + 11},${y + 17} Z M${x - 16},${y + 17} H${x + 16}`, class: "ground" })); if (p.kind === "slider") parts.push(svg("rect", { x: x - 13, y: y - 8, width: 26, height: 16, class: "ground", transform: `rotate(${-p.angle * 180 / Math.PI} ${x} ${y})` })); parts.push(svg("circle", { cx: x, cy: y, r: 6, class: `pin${this.chain.includes(p.id) ? " chosen" : ""}`, "data-pin": p.id })); }
    this.clicks.forEach(([x, y], k) => { parts.push(svg("circle", { cx: this.sx(x), cy: this.sy(y), r: 5, class: "pin chosen" })); if (k % 2) parts.push(svg("line", { x1: this.sx(this.clicks[k - 1][0]), y1: this.sy(this.clicks[k - 1][1]), x2: this.sx(x), y2: this.sy(y), class: "curve" })); });
    g.replaceChildren(...parts); this.tell(sweep); this.lengths();
  }
  private tell(sweep: ReturnType<Linkage["sweep"]>): void {
    const l = this.linkage, t = l.transmission(), rows: [string, string][] = [["mobility", String(l.mobility())]];
    if (l.grashof()) rows.push(["class", l.grashof()]);
    if (l.driver()) rows.push(["crank", degrees(l.angle())]);
    if (t !== null) rows.push(["transmission angle", `${degrees(t)}${sweep?.transmission ? ` (${degrees(sweep.transmission[0])} to ${degrees(sweep.transmission[1])})` : ""}`]);
    if (sweep) rows.push(["dead points", sweep.full ? "none: the crank turns fully" : sweep.dead.map(degrees).join(" and ")]);
    this.facts.replaceChildren(...rows.map(([k, v]) => el("div", {}, el("dt", {}, k), el("dd", {}, v))));
  }
  private lengths(): void {
    if (this.table.contains(document.activeElement)) return;
    this.table.replaceChildren(...this.linkage.links.map(link => {
      const name = el("input", { value: link.name, "aria-label": "name of the link" }), length = el("input", { value: this.linkage.length(link.pins[0], link.pins[1]).toFixed(4), "aria-label": `length of ${link.name} [m]` });
      name.onchange = () => { if (/^[A-Za-z_]\w*$/.test(name.value) && !this.linkage.links.some(k => k !== link && k.name === name.value)) { this.keep(); link.name = name.value; } this.draw(); };
      length.onchange = () => { const value = arithmetic(length.value); if (value !== null) { this.keep(); this.linkage.resize(link, value); } else length.classList.add("bad"); this.draw(); };
      return el("div", { class: "row" }, name, length, " m");
    }));
  }
}
// numbers with + − * / and brackets: 2*(0.1+0.05)
export function arithmetic(text: string): number | null {
  let at = 0; const t = text.replace(/\s+/g, "");
  const factor = (): number => { if (t[at] === "-") { at++; return -factor(); } if (t[at] === "(") { at++; const x = sum(); at++; return x; } const m = /^\d*\.?\d+(e[+-]?\d+)?/i.exec(t.slice(at)); if (!m) return NaN; at += m[0].length; return +m[0]; };
  const product = (): number => { let x = factor(); while (t[at] === "*" || t[at] === "/") x = t[at++] === "*" ? x * factor() : x / factor(); return x; };
  const sum = (): number => { let x = product(); while (t[at] === "+" || t[at] === "-") x = t[at++] === "+" ? x + product() : x - product(); return x; };
  const value = sum(); return t && at === t.length && Number.isFinite(value) ? value : null;
}
