// A planar linkage as it is drawn: points and links. Positions by Newton's method, so that lengths hold while the crank turns.
export interface Pin { id: number; x: number; y: number; kind: "pin" | "ground" | "slider"; angle: number } // slider: along a line of the ground at an angle [rad]
export interface Link { id: number; name: string; pins: number[] }
export interface Curve { pin: number; points: [number, number][] }
export interface Sweep { curves: Curve[]; full: boolean; dead: number[]; transmission: [number, number] | null; angles: number[] }

export class Linkage {
  pins: Pin[] = []; links: Link[] = []; crank = -1; private last = 0;
  static of(data: { pins: Pin[]; links: Link[]; crank: number }): Linkage { const l = new Linkage(); l.pins = data.pins.map(p => ({ ...p })); l.links = data.links.map(k => ({ ...k, pins: [...k.pins] })); l.crank = data.crank; l.last = Math.max(0, ...l.pins.map(p => p.id), ...l.links.map(k => k.id)); return l; }
  data(): { pins: Pin[]; links: Link[]; crank: number } { return { pins: this.pins.map(p => ({ ...p })), links: this.links.map(k => ({ ...k, pins: [...k.pins] })), crank: this.crank }; }
  pin(id: number): Pin { return this.pins.find(p => p.id === id)!; }
  link(id: number): Link | undefined { return this.links.find(k => k.id === id); }
  addPin(x: number, y: number, kind: Pin["kind"] = "pin"): Pin { const pin = { id: ++this.last, x, y, kind, angle: 0 }; this.pins.push(pin); return pin; }
  addLink(pins: number[]): Link { const names = ["crank", "coupler", "rocker"], name = [...names, ...Array.from({ length: 99 }, (_, k) => `link_${k + 4}`)].find(n => !this.links.some(l => l.name === n))!, link = { id: ++this.last, name, pins: [...pins] }; this.links.push(link); if (this.crank < 0 && pins.some(p => this.pin(p).kind === "ground")) this.crank = link.id; return link; }
  remove(id: number): void { this.pins = this.pins.filter(p => p.id !== id); this.links = this.links.filter(l => l.id !== id).map(l => ({ ...l, pins: l.pins.filter(p => p !== id) })).filter(l => l.pins.length > 1); if (!this.links.some(l => l.id === this.crank)) this.crank = -1; }
  at(pin: number): Link[] { return this.links.filter(l => l.pins.includes(pin)); }
  length(a: number, b: number): number { const p = this.pin(a), q = this.pin(b); return Math.hypot(q.x - p.x, q.y - p.y); }
  // move the end of a link so that it has a length; what hangs on it follows
  resize(link: Link, length: number): boolean { const [a, b] = link.pins.map(p => this.pin(p)), old = this.length(a.id, b.id); if (!(length > 0) || old < 1e-12) return false; const free = b.kind === "pin" ? b : a, fixed = free === b ? a : b, s = length / old; free.x = fixed.x + (free.x - fixed.x) * s; free.y = fixed.y + (free.y - fixed.y) * s; return true; }

  // ------------------------------------------------------------------------------------------------------ counting
  // Grübler: bodies move in a plane by three each; a pin of k bodies takes 2 (k − 1), one on a line 2 (k − 1) − 1
  mobility(): number { let m = 3 * this.links.length; for (const p of this.pins) { const bodies = this.at(p.id).length + (p.kind === "ground" ? 1 : 0); if (bodies > 1) m -= 2 * (bodies - 1); if (p.kind === "slider" && this.at(p.id).length) m -= 1; } return m; }
  driver(): { link: Link; pivot: Pin; end: Pin } | null { const link = this.link(this.crank), pivot = link && link.pins.map(p => this.pin(p)).find(p => p.kind === "ground"), end = link && link.pins.map(p => this.pin(p)).find(p => p !== pivot); return link && pivot && end ? { link, pivot, end } : null; }
  // the four-bar in it, if it is one: base, crank, coupler, rocker lengths and the pins of the coupler
  fourBar(): { base: number; crank: number; coupler: number; rocker: number; b: Pin; c: Pin; d: Pin } | null {
    const d = this.driver(); if (!d || this.links.length !== 3) return null;
    const rocker = this.links.find(l => l !== d.link && l.pins.some(p => this.pin(p).kind === "ground" && p !== d.pivot.id)), coupler = this.links.find(l => l !== d.link && l !== rocker); if (!rocker || !coupler) return null;
    const b = d.link.pins.find(p => coupler.pins.includes(p)), c = rocker.pins.find(p => coupler.pins.includes(p)), g = rocker.pins.find(p => this.pin(p).kind === "ground"); if (!b || !c || !g || b === c) return null;
    return { base: this.length(d.pivot.id, g), crank: this.length(d.pivot.id, b), coupler: this.length(b, c), rocker: this.length(c, g), b: this.pin(b), c: this.pin(c), d: this.pin(g) };
  }
  grashof(): string {
    const f = this.fourBar(); if (!f) return "";
    const all = [f.base, f.crank, f.coupler, f.rocker], s = Math.min(...all), l = Math.max(...all), rest = all.reduce((x, y) => x + y) - s - l, margin = s + l - rest;
    if (Math.abs(margin) < 1e-9 * l) return "change point (s + l = p + q)";
    if (margin > 0) return "non-Grashof: triple rocker";
    return s === f.base ? "Grashof: double crank" : s === f.crank ? "Grashof: crank-rocker" : s === f.rocker ? "Grashof: rocker-crank" : "Grashof: double rocker";
  }
  transmission(): number | null { const f = this.fourBar(); if (!f) return null; const a = Math.atan2(f.b.y - f.c.y, f.b.x - f.c.x), b = Math.atan2(f.d.y - f.c.y, f.d.x - f.c.x); let g = Math.abs(a - b) % (2 * Math.PI); if (g > Math.PI) g = 2 * Math.PI - g; return g > Math.PI / 2 ? Math.PI - g : g; }

  // ------------------------------------------------------------------------------------------------------- solving
  private rows(lengths: { a: Pin; b: Pin; d: number }[], lines: { p: Pin; x: number; y: number }[], angle: number | null): { value: number[]; slopes: Map<Pin, [number, number]>[] } {
    const value: number[] = [], slopes: Map<Pin, [number, number]>[] = [];
    for (const { a, b, d } of lengths) { const x = b.x - a.x, y = b.y - a.y, r = Math.hypot(x, y) || 1e-12; value.push(r - d); slopes.push(new Map([[a, [-x / r, -y / r]], [b, [x / r, y / r]]])); }
    for (const { p, x, y } of lines) { const n = [-Math.sin(p.angle), Math.cos(p.angle)] as [number, number]; value.push((p.x - x) * n[0] + (p.y - y) * n[1]); slopes.push(new Map([[p, n]])); }
    const d = this.driver();
    if (angle !== null && d) { const s = Math.sin(angle), c = Math.cos(angle); value.push((d.end.y - d.pivot.y) * c - (d.end.x - d.pivot.x) * s); slopes.push(new Map([[d.end, [-s, c]]])); }
    return { value, slopes };
  }
  constraints(): { lengths: { a: Pin; b: Pin; d: number }[]; lines: { p: Pin; x: number; y: number }[] } {
    const lengths: { a: Pin; b: Pin; d: number }[] = [];
    for (const l of this.links) { const p = l.pins.map(k => this.pin(k)); for (let j = 1; j < p.length; j++) for (let i = 0; i < Math.min(j, 2); i++) lengths.push({ a: p[i], b: p[j], d: Math.hypot(p[j].x - p[i].x, p[j].y - p[i].y) }); }
    return { lengths, lines: this.pins.filter(p => p.kind === "slider").map(p => ({ p, x: p.x, y: p.y })) };
  }
  // positions at an angle of the crank, by Gauss-Newton with the least motion; false (and unchanged) where the loops do not close
  solve(angle: number | null, held: ReturnType<Linkage["constraints"]>): boolean {
    const free = this.pins.filter(p => p.kind !== "ground"), index = new Map(free.map((p, k) => [p, k])), start = free.map(p => [p.x, p.y]), size = Math.max(...held.lengths.map(l => l.d), 1e-9);
    for (let step = 0; step < 25; step++) {
      const { value, slopes } = this.rows(held.lengths, held.lines, angle), worst = Math.max(...value.map(Math.abs), 0);
      if (worst < 1e-11 * size) { if (free.every((p, k) => Math.hypot(p.x - start[k][0], p.y - start[k][1]) < 0.5 * size)) return true; break; }
      const n = 2 * free.length, J = slopes.map(row => { const r = new Array<number>(n).fill(0); for (const [p, [x, y]] of row) { const k = index.get(p); if (k !== undefined) { r[2 * k] += x; r[2 * k + 1] += y; } } return r; });
      const A = J.map((r, i) => J.map((q, j) => r.reduce((s, x, k) => s + x * q[k], 0) + (i === j ? 1e-13 : 0))), y = gauss(A, value); if (!y) break;
      free.forEach((p, k) => { for (let i = 0; i < J.length; i++) { p.x -= J[i][2 * k] * y[i]; p.y -= J[i][2 * k + 1] * y[i]; } });
      if (!free.every(p => Number.isFinite(p.x + p.y))) break;
    }
    free.forEach((p, k) => { [p.x, p.y] = start[k]; });
    return false;
  }
  angle(): number { const d = this.driver(); return d ? Math.atan2(d.end.y - d.pivot.y, d.end.x - d.pivot.x) : 0; }
  // turn the crank to an angle in small steps; stops at a dead point
  turn(to: number, held = this.constraints()): boolean {
    const from = this.angle(); let way = (to - from) % (2 * Math.PI); if (way > Math.PI) way -= 2 * Math.PI; if (way < -Math.PI) way += 2 * Math.PI;
    const steps = Math.max(1, Math.ceil(Math.abs(way) / 0.05));
    for (let k = 1; k <= steps; k++) if (!this.solve(from + way * k / steps, held)) return false;
    return true;
  }
  // one turn of the crank: paths of all pins, dead points, and the range of the transmission angle
  sweep(steps = 180): Sweep | null {
    if (!this.driver() || this.mobility() !== 1) return null;
    const held = this.constraints(), start = this.pins.map(p => [p.x, p.y]), from = this.angle(), moving = this.pins.filter(p => p.kind !== "ground"), dead: number[] = [], angles: number[] = [];
    const back = (): void => this.pins.forEach((p, k) => { [p.x, p.y] = start[k]; }), record = (): { at: [number, number][]; t: number | null } => ({ at: moving.map(p => [p.x, p.y]), t: this.transmission() }), go = (way: number, limit: number): ReturnType<typeof record>[] => {
      const found: ReturnType<typeof record>[] = []; back();
      for (let k = 1; k <= limit; k++) { const wanted = from + way * 2 * Math.PI * k / steps; if (!this.solve(wanted, held)) { dead.push(this.edge(from + way * 2 * Math.PI * (k - 1) / steps, wanted, held)); break; } found.push(record()); angles.push(this.angle()); }
      return found;
    };
    const here = record(), forth = go(1, steps), full = forth.length === steps, rest = full ? [] : go(-1, steps), all = [...rest.reverse(), here, ...forth]; back();
    const ts = all.map(s => s.t).filter((t): t is number => t !== null);
    return { curves: moving.map((p, k) => ({ pin: p.id, points: all.map(s => s.at[k]) })), full, dead, transmission: ts.length ? [Math.min(...ts), Math.max(...ts)] : null, angles };
  }
  private edge(good: number, bad: number, held: ReturnType<Linkage["constraints"]>): number { for (let k = 0; k < 20; k++) { const mid = (good + bad) / 2; if (this.solve(mid, held)) good = mid; else bad = mid; } return good; }

  // ----------------------------------------------------------------------------------------------- a machine file
  yaml(name: string, density = 1): string {
    const round = (x: number): string => String(+x.toPrecision(6)), orient = (l: Link): number => { const [a, b] = l.pins.map(p => this.pin(p)); return Math.atan2(b.y - a.y, b.x - a.x); };
    const local = (l: Link, pin: number): string => { const [a] = l.pins.map(p => this.pin(p)), p = this.pin(pin), t = orient(l), x = p.x - a.x, y = p.y - a.y, k = l.pins.indexOf(pin); return k === 0 ? "[0, 0, 0]" : k === 1 ? `[${l.name}_length, 0, 0]` : `[${round(x * Math.cos(t) + y * Math.sin(t))}, ${round(-x * Math.sin(t) + y * Math.cos(t))}, 0]`; };
    const lines = ["biela: 1", `name: ${name}`, "gravity: [0, -9.81, 0]", "", "parameters:"], bodies: string[] = [], joints: string[] = [], guess: Record<string, string> = {}, letters = this.pins.map((_, k) => k < 26 ? String.fromCharCode(65 + k) : `P${k}`), deg = (x: number): string => { let d = x * 180 / Math.PI; d = ((d + 180) % 360 + 360) % 360 - 180; return `${round(d)} deg`; };
    let driver = "";
    for (const l of this.links) { lines.push(`  ${l.name}_length: ${round(this.length(l.pins[0], l.pins[1]))} m`); bodies.push(`  ${l.name}: {mass: density*${l.name}_length, com: [${l.name}_length/2, 0, 0], inertia: {rod: {length: ${l.name}_length}}}`); }
    lines.push(`  density: ${round(density)} kg/m`, "");
    this.pins.forEach((p, k) => {
      const on = [...this.at(p.id)].sort((a, b) => +(b.id === this.crank) - +(a.id === this.crank)), letter = letters[k];
      if (!on.length) return;
      const revolute = (label: string, parent: string, parentPoint: string, child: Link, parentAngle: number): void => { const points = [parentPoint === "[0, 0, 0]" ? "" : `parent_point: ${parentPoint}`, child.pins[0] === p.id ? "" : `child_point: ${local(child, p.id)}`].filter(Boolean); joints.push(`  ${label}: {type: revolute, parent: ${parent}, child: ${child.name}${points.length ? `, ${points.join(", ")}` : ""}}`); guess[label] = deg(orient(child) - parentAngle); };
      if (p.kind === "ground") on.forEach((l, j) => { const label = j ? `${letter}_${l.name}` : letter; revolute(label, "ground", `[${round(p.x)}, ${round(p.y)}, 0]`, l, 0); if (l.id === this.crank) driver = label; });
      else if (p.kind === "slider") { const block = `block_${letter}`; bodies.push(`  ${block}: {mass: 0.1 kg, inertia: [1e-4, 1e-4, 1e-4]}`); joints.push(`  ${letter}_slide: {type: prismatic, parent: ground, child: ${block}, parent_point: [${round(p.x)}, ${round(p.y)}, 0], parent_axis: [${round(Math.cos(p.angle))}, ${round(Math.sin(p.angle))}, 0], child_axis: [1, 0, 0]}`); guess[`${letter}_slide`] = "0 m"; on.forEach((l, j) => revolute(j ? `${letter}_${l.name}` : letter, block, "[0, 0, 0]", l, p.angle)); }
      else if (on.length > 1) on.slice(1).forEach((l, j) => revolute(j ? `${letter}_${l.name}` : letter, on[0].name, local(on[0], p.id), l, orient(on[0])));
    });
    const held = driver || Object.keys(guess)[0], others = Object.entries(guess).filter(([k]) => k !== held);
    lines.push("bodies:", ...bodies, "", "joints:", ...joints, "");
    if (held) lines.push("start:", `  coordinates: {${held}: ${guess[held]}}`, ...(others.length ? [`  guess: {${others.map(([k, v]) => `${k}: ${v}`).join(", ")}}`] : []), "");
    lines.push("simulation:", "  duration: 5 s", "");
    return lines.join("\n");
  }
}

// three positions of a coupler A_i B_i give the fixed pivots: the centres of the circles through A₁A₂A₃ and B₁B₂B₃
export function threePositions(a: [number, number][], b: [number, number][]): Linkage | null {
  const p = centre(a), q = centre(b);
  if (!p || !q) return null;
  const l = new Linkage(), A0 = l.addPin(...p, "ground"), A = l.addPin(...a[0]), B = l.addPin(...b[0]), B0 = l.addPin(...q, "ground");
  l.addLink([A0.id, A.id]); l.addLink([A.id, B.id]); l.addLink([B0.id, B.id]);
  return l;
}
export function centre([[x1, y1], [x2, y2], [x3, y3]]: [number, number][]): [number, number] | null {
  const d = 2 * (x1 * (y2 - y3) + x2 * (y3 - y1) + x3 * (y1 - y2)), s = [x1 * x1 + y1 * y1, x2 * x2 + y2 * y2, x3 * x3 + y3 * y3];
  if (Math.abs(d) < 1e-12) return null;
  return [(s[0] * (y2 - y3) + s[1] * (y3 - y1) + s[2] * (y1 - y2)) / d, (s[0] * (x3 - x2) + s[1] * (x1 - x3) + s[2] * (x2 - x1)) / d];
}

function gauss(A: number[][], b: number[]): number[] | null {
  const n = b.length, M = A.map((r, i) => [...r, b[i]]);
  for (let k = 0; k < n; k++) {
    let p = k; for (let i = k + 1; i < n; i++) if (Math.abs(M[i][k]) > Math.abs(M[p][k])) p = i;
    if (Math.abs(M[p][k]) < 1e-14) return null;
    [M[k], M[p]] = [M[p], M[k]];
    for (let i = k + 1; i < n; i++) { const f = M[i][k] / M[k][k]; if (f) for (let j = k; j <= n; j++) M[i][j] -= f * M[k][j]; }
  }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) { let s = M[k][n]; for (let j = k + 1; j < n; j++) s -= M[k][j] * x[j]; x[k] = s / M[k][k]; }
  return x;
}
