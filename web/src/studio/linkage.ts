// A planar linkage as it is drawn: pins and links. Positions by Newton's method, so that lengths hold while the crank turns.
import { gauss } from "../gauss";
import { arithmetic } from "./arithmetic";

// slider: along a line of the ground at an angle [rad]; locked: neither a hand nor a typed length moves it; hidden: no path is drawn;
// force: in ground axes [N], as text
export interface Pin {
  id: number;
  x: number;
  y: number;
  kind: "pin" | "ground" | "slider";
  angle: number;
  locked?: boolean;
  hidden?: boolean;
  force?: [string, string];
}
// length, mass and inertia (about the centre, out of the plane) as text where they were typed
export interface Link {
  id: number;
  name: string;
  pins: number[];
  length?: string;
  mass?: string;
  inertia?: string;
}
export interface Data {
  pins: Pin[];
  links: Link[];
  crank: number;
}
export interface Curve {
  pin: number;
  points: [number, number][];
}
export interface Sweep {
  curves: Curve[];
  full: boolean;
  dead: number[];
  transmission: [number, number] | null;
  angles: number[];
}
// what holds while the linkage moves: lengths, further pins of a link at x, y in its axes, pins on lines
export interface Length {
  a: Pin;
  b: Pin;
  d: number;
}
export interface Held {
  lengths: Length[];
  rigid: { own: Length; p: Pin; x: number; y: number }[];
  lines: { p: Pin; x: number; y: number }[];
}

const GRAVITY = 9.81,
  PROBE = 1e-4; // [m/s²]; [rad], by which slopes over the crank's angle are measured
export const DENSITY = 1; // mass of a link per length where none was typed [kg/m]

export class Linkage {
  pins: Pin[] = [];
  links: Link[] = [];
  crank = -1;
  private last = 0;
  static of(data: Data): Linkage {
    const l = new Linkage();
    l.pins = data.pins.map((p) => ({ ...p }));
    l.links = data.links.map((k) => ({ ...k, pins: [...k.pins] }));
    l.crank = data.crank;
    l.last = Math.max(0, ...l.pins.map((p) => p.id), ...l.links.map((k) => k.id));
    return l;
  }
  data(): Data {
    return {
      pins: this.pins.map((p) => ({ ...p })),
      links: this.links.map((k) => ({ ...k, pins: [...k.pins] })),
      crank: this.crank,
    };
  }
  pin(id: number): Pin {
    return this.pins.find((p) => p.id === id)!;
  }
  letter(pin: Pin): string {
    const k = this.pins.indexOf(pin);
    return k < 26 ? String.fromCharCode(65 + k) : `P${k}`;
  }
  link(id: number): Link | undefined {
    return this.links.find((k) => k.id === id);
  }
  addPin(x: number, y: number, kind: Pin["kind"] = "pin"): Pin {
    const pin: Pin = { id: ++this.last, x, y, kind, angle: 0 };
    this.pins.push(pin);
    return pin;
  }
  addLink(pins: number[]): Link {
    const names = ["crank", "coupler", "rocker", ...Array.from({ length: 99 }, (_, k) => `link_${k + 4}`)];
    const link = { id: ++this.last, name: names.find((n) => !this.links.some((l) => l.name === n))!, pins: [...pins] };
    this.links.push(link);
    if (this.crank < 0 && pins.some((p) => this.pin(p).kind === "ground")) this.crank = link.id;
    return link;
  }
  remove(id: number): void {
    this.pins = this.pins.filter((p) => p.id !== id);
    this.links = this.links
      .filter((l) => l.id !== id)
      .map((l) => ({ ...l, pins: l.pins.filter((p) => p !== id) }))
      .filter((l) => l.pins.length > 1);
    if (!this.links.some((l) => l.id === this.crank)) this.crank = -1;
  }
  // a further pin of a link: a coupler point, or a third joint
  extend(link: Link, pin: number): void {
    if (!link.pins.includes(pin)) link.pins.push(pin);
  }
  at(pin: number): Link[] {
    return this.links.filter((l) => l.pins.includes(pin));
  }
  length(a: number, b: number): number {
    const p = this.pin(a),
      q = this.pin(b);
    return Math.hypot(q.x - p.x, q.y - p.y);
  }
  lengthOf(link: Link): number {
    return this.length(link.pins[0], link.pins[1]);
  }

  // ------------------------------------------------------------------------------------------------------ values
  // what an expression may name: the lengths of all links, and their mass per length
  names(): Record<string, number> {
    return { ...Object.fromEntries(this.links.map((l) => [`${l.name}_length`, this.lengthOf(l)])), density: DENSITY };
  }
  value(text: string): number | null {
    return arithmetic(text, this.names());
  }
  mass(link: Link): number {
    return (link.mass ? this.value(link.mass) : null) ?? DENSITY * this.lengthOf(link);
  }
  inertia(link: Link): number {
    return (link.inertia ? this.value(link.inertia) : null) ?? (this.mass(link) * this.lengthOf(link) ** 2) / 12;
  }
  force(pin: Pin): [number, number] {
    return [this.value(pin.force?.[0] ?? "") ?? 0, this.value(pin.force?.[1] ?? "") ?? 0];
  }
  rename(link: Link, name: string): boolean {
    if (!/^[A-Za-z_]\w*$/.test(name) || this.links.some((l) => l !== link && l.name === name)) return false;
    const old = new RegExp(`\\b${link.name}_length\\b`, "g"),
      changed = (text: string | undefined): string | undefined => text?.replace(old, `${name}_length`);
    for (const l of this.links)
      Object.assign(l, { length: changed(l.length), mass: changed(l.mass), inertia: changed(l.inertia) });
    link.name = name;
    return true;
  }
  // values as they were, in the very objects that somebody may hold
  back(data: Data): void {
    const put = (own: { id: number }, was: object | undefined): void => {
      for (const key of Object.keys(own)) delete (own as Record<string, unknown>)[key];
      Object.assign(own, was);
    };
    for (const p of this.pins)
      put(
        p,
        data.pins.find((q) => q.id === p.id),
      );
    for (const l of this.links)
      put(
        l,
        data.links.find((k) => k.id === l.id),
      );
  }
  // give a link a length; the others keep theirs, and what hangs on them follows. False where the loops cannot close with it
  resize(link: Link, length: number): boolean {
    if (!(length > 0)) return false;
    const held = this.constraints(),
      [a, b] = link.pins.map((p) => this.pin(p)),
      row = held.lengths.find((r) => r.a === a && r.b === b)!,
      from = row.d,
      start = this.pins.map((p) => [p.x, p.y]),
      steps = Math.max(1, Math.ceil(Math.abs(length / from - 1) / 0.1)),
      angle = this.angle();
    for (let k = 1; k <= steps; k++) {
      row.d = from + ((length - from) * k) / steps;
      if (
        !this.solve(link.id === this.crank || !this.driver() ? null : angle, held, true) &&
        !this.solve(null, held, true)
      ) {
        this.pins.forEach((p, j) => {
          [p.x, p.y] = start[j];
        });
        return false;
      }
    }
    return true;
  }
  // lengths that are expressions of others take their values again; the names of links for which that fails
  settle(): string[] {
    const failed = new Set<string>();
    for (let round = 0; round < 8; round++) {
      const due = this.links.filter((l) => {
        const v = l.length ? this.value(l.length) : null;
        return v !== null && Math.abs(v - this.lengthOf(l)) > 1e-9 * v;
      });
      if (!due.length) return [];
      for (const l of due)
        if (this.resize(l, this.value(l.length!)!)) failed.delete(l.name);
        else failed.add(l.name);
    }
    return [...failed];
  }
  // torque that holds the crank against weights and forces: τ = −Σ F · ∂r/∂φ (principle of virtual work)
  holding(): number | null {
    if (!this.driver() || this.mobility() !== 1) return null;
    const held = this.constraints(),
      start = this.pins.map((p) => [p.x, p.y]),
      angle = this.angle();
    const places = (): [number, number][] => [
      ...this.links.map((l) => {
        const [a, b] = l.pins.map((p) => this.pin(p));
        return [(a.x + b.x) / 2, (a.y + b.y) / 2] as [number, number];
      }),
      ...this.pins.map((p) => [p.x, p.y] as [number, number]),
    ];
    const forces = [...this.links.map((l) => [0, -GRAVITY * this.mass(l)]), ...this.pins.map((p) => this.force(p))],
      found: [number, number][][] = [];
    for (const way of [-1, 1]) {
      if (this.solve(angle + way * PROBE, held)) found.push(places());
      this.pins.forEach((p, k) => {
        [p.x, p.y] = start[k];
      });
    }
    return found.length < 2
      ? null
      : -forces.reduce(
          (sum, [x, y], k) =>
            sum + (x * (found[1][k][0] - found[0][k][0]) + y * (found[1][k][1] - found[0][k][1])) / (2 * PROBE),
          0,
        );
  }

  // ------------------------------------------------------------------------------------------------------ counting
  // Grübler: bodies move in a plane by three each; a pin of k bodies takes 2 (k − 1), one on a line 2 (k − 1) − 1
  mobility(): number {
    let m = 3 * this.links.length;
    for (const p of this.pins) {
      const bodies = this.at(p.id).length + (p.kind === "ground" ? 1 : 0);
      if (bodies > 1) m -= 2 * (bodies - 1);
      if (p.kind === "slider" && this.at(p.id).length) m -= 1;
    }
    return m;
  }
  driver(): { link: Link; pivot: Pin; end: Pin } | null {
    const link = this.link(this.crank),
      pivot = link && link.pins.map((p) => this.pin(p)).find((p) => p.kind === "ground"),
      end = link && link.pins.map((p) => this.pin(p)).find((p) => p !== pivot);
    return link && pivot && end ? { link, pivot, end } : null;
  }
  // the four-bar in it, if it is one: base, crank, coupler, rocker lengths and the pins of the coupler
  fourBar(): { base: number; crank: number; coupler: number; rocker: number; b: Pin; c: Pin; d: Pin } | null {
    const d = this.driver();
    if (!d || this.links.length !== 3) return null;
    const rocker = this.links.find(
        (l) => l !== d.link && l.pins.some((p) => this.pin(p).kind === "ground" && p !== d.pivot.id),
      ),
      coupler = this.links.find((l) => l !== d.link && l !== rocker);
    if (!rocker || !coupler) return null;
    const b = d.link.pins.find((p) => coupler.pins.includes(p)),
      c = rocker.pins.find((p) => coupler.pins.includes(p)),
      g = rocker.pins.find((p) => this.pin(p).kind === "ground");
    if (!b || !c || !g || b === c) return null;
    return {
      base: this.length(d.pivot.id, g),
      crank: this.length(d.pivot.id, b),
      coupler: this.length(b, c),
      rocker: this.length(c, g),
      b: this.pin(b),
      c: this.pin(c),
      d: this.pin(g),
    };
  }
  grashof(): string {
    const f = this.fourBar();
    if (!f) return "";
    const all = [f.base, f.crank, f.coupler, f.rocker],
      s = Math.min(...all),
      l = Math.max(...all),
      rest = all.reduce((x, y) => x + y) - s - l,
      margin = s + l - rest;
    if (Math.abs(margin) < 1e-9 * l) return "change point (s + l = p + q)";
    if (margin > 0) return "non-Grashof: triple rocker";
    return s === f.base
      ? "Grashof: double crank"
      : s === f.crank
        ? "Grashof: crank-rocker"
        : s === f.rocker
          ? "Grashof: rocker-crank"
          : "Grashof: double rocker";
  }
  transmission(): number | null {
    const f = this.fourBar();
    if (!f) return null;
    const a = Math.atan2(f.b.y - f.c.y, f.b.x - f.c.x),
      b = Math.atan2(f.d.y - f.c.y, f.d.x - f.c.x);
    let g = Math.abs(a - b) % (2 * Math.PI);
    if (g > Math.PI) g = 2 * Math.PI - g;
    return g > Math.PI / 2 ? Math.PI - g : g;
  }

  // ------------------------------------------------------------------------------------------------------- solving
  private rows(
    { lengths, rigid, lines }: Held,
    angle: number | null,
  ): { value: number[]; slopes: Map<Pin, [number, number]>[] } {
    const value: number[] = [],
      slopes: Map<Pin, [number, number]>[] = [];
    for (const { a, b, d } of lengths) {
      const x = b.x - a.x,
        y = b.y - a.y,
        r = Math.hypot(x, y) || 1e-12;
      value.push(r - d);
      slopes.push(
        new Map([
          [a, [-x / r, -y / r]],
          [b, [x / r, y / r]],
        ]),
      );
    }
    for (const {
      own: { a, b, d },
      p,
      x,
      y,
    } of rigid) {
      const c = x / d,
        s = y / d,
        u = b.x - a.x,
        v = b.y - a.y;
      value.push(p.x - a.x - c * u + s * v, p.y - a.y - c * v - s * u);
      slopes.push(
        new Map<Pin, [number, number]>([
          [p, [1, 0]],
          [a, [c - 1, -s]],
          [b, [-c, s]],
        ]),
        new Map<Pin, [number, number]>([
          [p, [0, 1]],
          [a, [s, c - 1]],
          [b, [-s, -c]],
        ]),
      );
    }
    for (const { p, x, y } of lines) {
      const n = [-Math.sin(p.angle), Math.cos(p.angle)] as [number, number];
      value.push((p.x - x) * n[0] + (p.y - y) * n[1]);
      slopes.push(new Map([[p, n]]));
    }
    const d = this.driver();
    if (angle !== null && d) {
      const s = Math.sin(angle),
        c = Math.cos(angle);
      value.push((d.end.y - d.pivot.y) * c - (d.end.x - d.pivot.x) * s);
      slopes.push(new Map([[d.end, [-s, c]]]));
    }
    return { value, slopes };
  }
  constraints(): Held {
    const lengths: Length[] = [],
      rigid: Held["rigid"] = [];
    for (const l of this.links) {
      const [a, b, ...more] = l.pins.map((k) => this.pin(k)),
        own = { a, b, d: this.length(a.id, b.id) },
        u = (b.x - a.x) / (own.d || 1e-12),
        v = (b.y - a.y) / (own.d || 1e-12);
      lengths.push(own);
      for (const p of more)
        rigid.push({ own, p, x: (p.x - a.x) * u + (p.y - a.y) * v, y: (p.y - a.y) * u - (p.x - a.x) * v });
    }
    return { lengths, rigid, lines: this.pins.filter((p) => p.kind === "slider").map((p) => ({ p, x: p.x, y: p.y })) };
  }
  // positions at an angle of the crank, by Gauss-Newton with the least motion; false (and unchanged) where the loops do not close
  solve(angle: number | null, held: Held, locks = false): boolean {
    const free = this.pins.filter((p) => p.kind !== "ground" && !(locks && p.locked)),
      index = new Map(free.map((p, k) => [p, k])),
      start = free.map((p) => [p.x, p.y]),
      size = Math.max(...held.lengths.map((l) => l.d), 1e-9);
    for (let step = 0; step < 25; step++) {
      const { value, slopes } = this.rows(held, angle),
        worst = Math.max(...value.map(Math.abs), 0);
      if (worst < 1e-11 * size) {
        if (free.every((p, k) => Math.hypot(p.x - start[k][0], p.y - start[k][1]) < 0.5 * size)) return true;
        break;
      }
      const n = 2 * free.length,
        J = slopes.map((row) => {
          const r = new Array<number>(n).fill(0);
          for (const [p, [x, y]] of row) {
            const k = index.get(p);
            if (k !== undefined) {
              r[2 * k] += x;
              r[2 * k + 1] += y;
            }
          }
          return r;
        });
      const A = J.map((r, i) => J.map((q, j) => r.reduce((s, x, k) => s + x * q[k], 0) + (i === j ? 1e-13 : 0))),
        y = gauss(A, value);
      if (!y) break;
      free.forEach((p, k) => {
        for (let i = 0; i < J.length; i++) {
          p.x -= J[i][2 * k] * y[i];
          p.y -= J[i][2 * k + 1] * y[i];
        }
      });
      if (!free.every((p) => Number.isFinite(p.x + p.y))) break;
    }
    free.forEach((p, k) => {
      [p.x, p.y] = start[k];
    });
    return false;
  }
  angle(): number {
    const d = this.driver();
    return d ? Math.atan2(d.end.y - d.pivot.y, d.end.x - d.pivot.x) : 0;
  }
  // turn the crank to an angle in small steps; stops at a dead point
  turn(to: number, held = this.constraints()): boolean {
    const from = this.angle();
    let way = (to - from) % (2 * Math.PI);
    if (way > Math.PI) way -= 2 * Math.PI;
    if (way < -Math.PI) way += 2 * Math.PI;
    const steps = Math.max(1, Math.ceil(Math.abs(way) / 0.05));
    for (let k = 1; k <= steps; k++) if (!this.solve(from + (way * k) / steps, held)) return false;
    return true;
  }
  // whether the crank carries its end to a point, and the other end of the coupler to b
  reaches(a: [number, number], b: [number, number]): boolean {
    const copy = Linkage.of(this.data()),
      f = copy.fourBar(),
      d = copy.driver();
    if (!f || !d || !copy.turn(Math.atan2(a[1] - d.pivot.y, a[0] - d.pivot.x))) return false;
    return Math.hypot(f.c.x - b[0], f.c.y - b[1]) < 1e-6 * (f.coupler + f.crank);
  }
  // one turn of the crank: paths of all pins, dead points, and the range of the transmission angle
  sweep(steps = 180): Sweep | null {
    if (!this.driver() || this.mobility() !== 1) return null;
    const held = this.constraints(),
      start = this.pins.map((p) => [p.x, p.y]),
      from = this.angle(),
      moving = this.pins.filter((p) => p.kind !== "ground"),
      dead: number[] = [];
    const back = (): void =>
        this.pins.forEach((p, k) => {
          [p.x, p.y] = start[k];
        }),
      record = (): { at: [number, number][]; t: number | null; angle: number } => ({
        at: moving.map((p) => [p.x, p.y]),
        t: this.transmission(),
        angle: this.angle(),
      }),
      go = (way: number, limit: number): ReturnType<typeof record>[] => {
        const found: ReturnType<typeof record>[] = [];
        back();
        for (let k = 1; k <= limit; k++) {
          const wanted = from + (way * 2 * Math.PI * k) / steps;
          if (!this.solve(wanted, held)) {
            dead.push(this.edge(from + (way * 2 * Math.PI * (k - 1)) / steps, wanted, held));
            break;
          }
          found.push(record());
        }
        return found;
      };
    const here = record(),
      forth = go(1, steps),
      full = forth.length === steps,
      rest = full ? [] : go(-1, steps),
      all = [...rest.reverse(), here, ...forth];
    back();
    const ts = all.map((s) => s.t).filter((t): t is number => t !== null);
    return {
      curves: moving.map((p, k) => ({ pin: p.id, points: all.map((s) => s.at[k]) })),
      full,
      dead,
      transmission: ts.length ? [Math.min(...ts), Math.max(...ts)] : null,
      angles: all.map((s) => s.angle),
    };
  }
  private edge(good: number, bad: number, held: Held): number {
    for (let k = 0; k < 20; k++) {
      const mid = (good + bad) / 2;
      if (this.solve(mid, held)) good = mid;
      else bad = mid;
    }
    return good;
  }
}

// three positions of a coupler A_i B_i give the fixed pivots: the centres of the circles through A₁A₂A₃ and B₁B₂B₃
export function threePositions(a: [number, number][], b: [number, number][]): Linkage | null {
  const p = centre(a),
    q = centre(b);
  if (!p || !q) return null;
  const l = new Linkage(),
    A0 = l.addPin(...p, "ground"),
    A = l.addPin(...a[0]),
    B = l.addPin(...b[0]),
    B0 = l.addPin(...q, "ground");
  l.addLink([A0.id, A.id]);
  l.addLink([A.id, B.id]);
  l.addLink([B0.id, B.id]);
  return l;
}
export function centre([[x1, y1], [x2, y2], [x3, y3]]: [number, number][]): [number, number] | null {
  const d = 2 * (x1 * (y2 - y3) + x2 * (y3 - y1) + x3 * (y1 - y2)),
    s = [x1 * x1 + y1 * y1, x2 * x2 + y2 * y2, x3 * x3 + y3 * y3];
  if (Math.abs(d) < 1e-12) return null;
  return [
    (s[0] * (y2 - y3) + s[1] * (y3 - y1) + s[2] * (y1 - y2)) / d,
    (s[0] * (x3 - x2) + s[1] * (x1 - x3) + s[2] * (x2 - x1)) / d,
  ];
}
