// A machine of biela in WebAssembly: load, set, run, signals. No DOM, no network: runs in pages, workers and Node.
import { gauss } from "../gauss";

export interface Quantity {
  name: string;
  unit: string;
  value: number;
  law?: boolean;
  entry?: number;
}
export interface MethodAbout {
  record: number;
  base: number;
  bytes: number;
  loop: number;
  step: number | null;
  careful: boolean;
  rough: boolean;
  rtol: number | null;
  atol: number | null;
}
export interface EventAbout {
  name: string;
  action: "touch" | "stop" | "record" | "function" | [number, string][];
  text: string;
}
// size: of the machine [m]
export interface About {
  format: number;
  machine: string;
  t0: number;
  duration: number;
  outputs: number;
  sizes: { x: number; q: number; v: number; work: number };
  layout: Record<string, number>;
  x: number[];
  methods: Record<string, MethodAbout>;
  method: string;
  free: number;
  work: number;
  project: number;
  residual: number;
  reconstruct: number;
  signals: Record<string, [number, number, string]>;
  levels: ([number, number] | null)[];
  bodies?: [number, number];
  left_out: number;
  inputs: Quantity[];
  parameters: Quantity[];
  starts: Quantity[];
  mask: number[];
  size?: number;
  events: EventAbout[];
  breaks: number[];
  watchful: boolean;
  max_step: number | null;
  cannot: string[];
}
export interface Options {
  duration?: number;
  outputs?: number;
  method?: string;
  step?: number;
  rtol?: number;
  atol?: number;
  progress?: (time: number) => void;
}
export interface Happening {
  name: string;
  time: number;
}
interface Piece {
  status: number;
  t: number;
  x: Float64Array;
  reached: number;
  steps: number;
  rejected: number;
  events: Happening[];
}

const SMALL = 0.05,
  PROBE = 1e-5,
  DAMPING = 0.02,
  LARGEST = 0.35,
  JUMP = 0.5; // moves by hand: of a step, of a slope, λ, at once, and what counts as a jump [rad, or parts of the size]
const [, DONE, STOPPED_BY_EVENT, , , , , , ACCUMULATE, , STIFF] = [...Array(11).keys()],
  FINISHED = 0,
  STOPPED = 2,
  CROWD = 10,
  MANY = 100_000,
  PAGE = 65536;
const WORDS: Record<number, string> = {
  2: "stopped by an event",
  3: "the tolerance cannot be reached: steps became too short",
  4: "the motion is no longer finite: take a shorter step, or check the values",
  5: "the loops could not be closed again after a step",
  6: "too many steps",
  8: "the same event happened again and again",
  9: "the steps collapsed at a singular position",
  10: "the machine is stiff for this method",
};
const erf = (x: number): number => {
  // Abramowitz & Stegun 7.1.6, and the continued fraction 7.1.14
  const a = Math.abs(x);
  if (!(a < 6)) return Math.sign(x) || x;
  if (a < 2.5) {
    let term = a,
      sum = a;
    for (let n = 1; Math.abs(term) > 1e-17 * sum && n < 200; n++) {
      term *= (2 * a * a) / (2 * n + 1);
      sum += term;
    }
    return ((Math.sign(x) * 2) / Math.sqrt(Math.PI)) * Math.exp(-a * a) * sum;
  }
  let f = a;
  for (let n = 60; n > 0; n--) f = a + n / 2 / f;
  return Math.sign(x) * (1 - Math.exp(-a * a) / Math.sqrt(Math.PI) / f);
};
const remainder = (a: number, b: number): number => {
  const q = a / b,
    n = Math.floor(q),
    r = q - n;
  return a - b * (r > 0.5 || (r === 0.5 && n % 2 !== 0) ? n + 1 : n);
};
const MATH: Record<string, (...x: number[]) => number> = { fmod: (a, b) => a % b, remainder, erf };

export class Failed extends Error {}

// What a run left: states at the outputs; signals are computed when asked for.
export class Result {
  private levels: (Float64Array | null)[] = [];
  constructor(
    private machine: Machine,
    readonly t: Float64Array,
    readonly x: Float64Array,
    readonly u: Float64Array,
    readonly p: Float64Array,
    readonly status: string,
    readonly done: boolean,
    readonly steps: number,
    readonly rejected: number,
    readonly events: Happening[],
    readonly milliseconds: number,
  ) {}
  get names(): string[] {
    return Object.keys(this.machine.about.signals);
  }
  unit(name: string): string {
    return this.place(name)[2];
  }
  signal(name: string): Float64Array {
    const [level, entry] = this.place(name),
      [kernel, size] = this.machine.about.levels[level]!;
    const all = (this.levels[level] ??= this.machine.sampled(kernel, size, this)),
      found = new Float64Array(this.t.length);
    for (let k = 0; k < found.length; k++) found[k] = all[k * size + entry];
    return found;
  }
  // position and turn of every link, 12 numbers each: rotation matrix by columns, then the origin
  bodies(): Float64Array {
    const b = this.machine.about.bodies;
    return b ? this.machine.sampled(b[0], b[1], this) : new Float64Array(0);
  }
  get final(): Float64Array {
    const n = this.machine.about.sizes.x;
    return this.x.slice(-n);
  }
  private place(name: string): [number, number, string] {
    const found = this.machine.about.signals[name];
    if (!found) throw new Failed(`no signal ${name}`);
    return found;
  }
}

function inflated(section: ArrayBuffer): Promise<string> {
  return new Response(new Blob([section]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

export class Machine {
  private f = new Float64Array();
  private i = new BigInt64Array();
  private pristine = new Map<string, Uint8Array>();
  private u: Float64Array;
  private p: Float64Array;
  private starts = new Map<number, number>();
  private at: { t: number; x: Float64Array } | null = null;
  private hand: { x: Float64Array; p: Float64Array } | null = null; // where the machine was put last
  private constructor(
    readonly about: About,
    private memory: WebAssembly.Memory,
    private table: WebAssembly.Table,
  ) {
    this.u = Float64Array.from(about.inputs, (q) => q.value);
    this.p = Float64Array.from(about.parameters, (q) => q.value);
    this.look();
    for (const [name, m] of Object.entries(about.methods))
      this.pristine.set(name, new Uint8Array(memory.buffer, m.base, m.bytes).slice());
  }
  static async load(source: BufferSource | WebAssembly.Module): Promise<Machine> {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source),
      [section] = WebAssembly.Module.customSections(module, "biela");
    if (!section) throw new Failed("not a machine of biela: the module has no section of that name");
    const about = JSON.parse(await inflated(section)) as About,
      math: Record<string, (...x: number[]) => number> = {};
    if (about.format !== 1) throw new Failed(`a machine of format ${about.format}: this code reads format 1`);
    for (const { name } of WebAssembly.Module.imports(module))
      math[name] = MATH[name] ?? (Math as unknown as typeof MATH)[name];
    const { exports } = await WebAssembly.instantiate(module, { math });
    return new Machine(about, exports.memory as WebAssembly.Memory, exports.table as WebAssembly.Table);
  }
  private look(): void {
    this.f = new Float64Array(this.memory.buffer);
    this.i = new BigInt64Array(this.memory.buffer);
  }
  private reserve(bytes: number): void {
    const lack = bytes - this.memory.buffer.byteLength;
    if (lack > 0) {
      this.memory.grow(Math.ceil(lack / PAGE));
      this.look();
    }
  }

  // a free parameter, an input, or a value of the start
  set(name: string, value: number): this {
    if (!Number.isFinite(value)) throw new Failed(`${name} is ${value}: give a finite number`);
    const { parameters, inputs, starts } = this.about,
      p = parameters.findIndex((q) => q.name === name),
      u = inputs.findIndex((q) => q.name === name),
      s = starts.find((q) => q.name === name);
    if (p >= 0) this.p[p] = value;
    else if (u >= 0 && !inputs[u].law) this.u[u] = value;
    else if (s) this.starts.set(s.entry!, value);
    else
      throw new Failed(
        u >= 0
          ? `${name} follows a law, which is part of the compiled code`
          : `${name} is neither a free parameter nor an input nor a value of the start`,
      );
    return this;
  }
  get(name: string): number {
    const { parameters, inputs, starts } = this.about,
      p = parameters.findIndex((q) => q.name === name),
      u = inputs.findIndex((q) => q.name === name),
      s = starts.find((q) => q.name === name);
    if (p < 0 && u < 0 && !s)
      throw new Failed(`${name} is neither a free parameter nor an input nor a value of the start`);
    return p >= 0 ? this.p[p] : u >= 0 ? this.u[u] : (this.starts.get(s!.entry!) ?? this.about.x[s!.entry!]);
  }

  // -- kernels -----------------------------------------------------------------------------------------------------------------
  // memory behind the records: scratch, a table of six arguments and one result, then their vectors
  private desk(size: number): {
    arg: number;
    t: number;
    x: number;
    u: number;
    p: number;
    mask: number;
    res: number;
    end: number;
  } {
    const { free, work, sizes } = this.about,
      arg = free + 8 * work,
      t = arg + 64,
      x = t + 8,
      u = x + 8 * sizes.x,
      p = u + 8 * this.u.length,
      mask = p + 8 * this.p.length,
      res = mask + 8 * sizes.v,
      end = res + 8 * size;
    this.reserve(end + PAGE);
    [t, x, u, p, mask, mask, res].forEach((address, k) => {
      this.i[arg / 8 + k] = BigInt(address);
    });
    return { arg, t, x, u, p, mask, res, end };
  }
  private call(kernel: number, d: { arg: number }): void {
    (this.table.get(kernel) as (...x: number[]) => void)(d.arg, d.arg + 48, this.about.free);
  }
  sampled(kernel: number, size: number, r: Result): Float64Array {
    const n = this.about.sizes.x,
      d = this.desk(size),
      found = new Float64Array(r.t.length * size);
    this.f.set(r.u, d.u / 8);
    this.f.set(r.p, d.p / 8);
    for (let k = 0; k < r.t.length; k++) {
      this.f[d.t / 8] = r.t[k];
      this.f.set(r.x.subarray(k * n, k * n + n), d.x / 8);
      this.call(kernel, d);
      found.set(this.f.subarray(d.res / 8, d.res / 8 + size), k * size);
    }
    return found;
  }
  private values(kernel: number, size: number, t: number, x: Float64Array, p = this.p): Float64Array {
    const d = this.desk(size);
    this.f[d.t / 8] = t;
    this.f.set(x, d.x / 8);
    this.f.set(this.u, d.u / 8);
    this.f.set(p, d.p / 8);
    this.f.set(this.about.mask, d.mask / 8);
    this.call(kernel, d);
    return this.f.slice(d.res / 8, d.res / 8 + size);
  }

  // -- the start: loops closed again where values or parameters changed ----------------------------------------------------------
  start(): Float64Array {
    const { about } = this,
      { q } = about.sizes,
      x = Float64Array.from(about.x),
      p0 = this.hand?.p ?? Float64Array.from(about.parameters, (one) => one.value);
    if (this.hand) x.set(this.hand.x.subarray(0, q)); // positions go on from there, on the same way of assembly
    const from = x.slice(),
      moves = [...this.starts].filter(([k, value]) => value !== x[k]),
      moved = !!this.hand || moves.length > 0 || this.p.some((value, k) => value !== p0[k]);
    if (!moved) return x;
    if (about.residual && !about.reconstruct && moves.some(([k]) => k < q + about.sizes.v))
      throw new Failed(
        "positions and rates of the start cannot be changed here: the loops are too large to be closed again in a page",
      );
    if (!about.residual || !(about.reconstruct || about.project)) {
      for (const [k, value] of moves) x[k] = value;
      return this.put(x);
    }
    const way = Math.max(0, ...moves.filter(([k]) => k < q).map(([k, value]) => Math.abs(value - x[k]))),
      steps = Math.min(200, Math.max(1, Math.ceil(way / SMALL)));
    for (let s = 1; s <= steps; s++) {
      const p = this.p.map((value, k) => p0[k] + ((value - p0[k]) * s) / steps);
      for (const [k, value] of moves) x[k] = from[k] + ((value - from[k]) * s) / steps;
      if (!this.close(x, p))
        throw new Failed("the loops do not close at these start values: the machine cannot be put there");
    }
    return this.put(x);
  }
  private put(x: Float64Array): Float64Array {
    this.hand = { x: x.slice(), p: this.p.slice() };
    return x;
  }
  // loops closed at the independent coordinates of x, which becomes that state
  private close(x: Float64Array, p: Float64Array): boolean {
    const { about } = this,
      { q, v } = about.sizes,
      kernel = about.reconstruct || about.project;
    let gap = Infinity,
      rate = Infinity,
      fast = 1;
    for (let k = 0; k < 30 && (gap > 1e-13 || rate > 1e-13 * fast); k++) {
      x.set(this.values(kernel, x.length, about.t0, x, p));
      [gap, rate] = this.values(about.residual, 2, about.t0, x, p);
      fast = 1 + Math.max(0, ...Array.from(x.subarray(q, q + v), Math.abs));
    }
    return gap < 1e-9 && rate < 1e-7 * fast;
  }
  // all values as the module came, and the machine at its start
  home(): this {
    this.hand = null;
    this.starts.clear();
    this.u.set(this.about.inputs.map((one) => one.value));
    this.p.set(this.about.parameters.map((one) => one.value));
    return this;
  }

  // -- by hand -------------------------------------------------------------------------------------------------------------------
  get draggable(): boolean {
    const { about } = this;
    return (
      !!about.bodies && (!about.residual || about.reconstruct > 0) && about.starts.some((s) => s.entry! < about.sizes.q)
    );
  }
  // Draw a point of a link, in its axes, to a place in ground axes, or as near as one step gets: (JᵀJ + λ²I) δ = Jᵀ (wanted − p), J by
  // differences along the closed loops. The start of the next run is where the machine then is. limits: of coordinates, by name.
  drag(link: number, point: number[], target: number[], limits: Record<string, [number, number]> = {}): Result {
    const { about } = this,
      { q, v } = about.sizes,
      list = about.starts.filter((s) => s.entry! < q);
    if (!this.draggable) throw new Failed("this machine has no coordinate that can be moved by hand here");
    if (![...point, ...target].every(Number.isFinite) || point.length !== 3 || target.length !== 3)
      throw new Failed("a point is three finite numbers");
    const still = (x: Float64Array): Float64Array => x.fill(0, q, q + v),
      [kernel, size] = about.bodies!,
      shut = (x: Float64Array): boolean => !about.residual || this.close(x, this.p);
    const spot = (x: Float64Array): number[] => {
      const b = this.values(kernel, size, about.t0, x).subarray(18 * link, 18 * link + 12);
      return [0, 1, 2].map((r) => b[9 + r] + b[r] * point[0] + b[3 + r] * point[1] + b[6 + r] * point[2]);
    };
    const x = still(this.start()),
      at = spot(x),
      scale = list.map((s) => (s.unit === "rad" ? 1 : (about.size ?? 1)));
    const J = list.map((s, j) => {
      const y = x.slice();
      y[s.entry!] += PROBE * scale[j];
      return shut(y) ? spot(y).map((value, r) => (value - at[r]) / PROBE) : [0, 0, 0];
    });
    const damping = DAMPING * Math.max(1e-12, ...J.flat().map(Math.abs)),
      dot = (a: number[], b: number[]): number => a.reduce((sum, value, r) => sum + value * b[r], 0);
    const way =
      gauss(
        J.map((a, i) => J.map((b, j) => dot(a, b) + (i === j ? damping ** 2 : 0))),
        J.map((a) =>
          dot(
            a,
            target.map((value, r) => value - at[r]),
          ),
        ),
      ) ?? list.map(() => 0);
    const part = Math.min(1, LARGEST / Math.max(1e-12, ...way.map(Math.abs))),
      wanted = list.map((s, j) => {
        const [low, high] = limits[s.name] ?? [-Infinity, Infinity],
          now = x[s.entry!];
        return Math.min(Math.max(now + part * way[j] * scale[j], Math.min(low, now)), Math.max(high, now));
      });
    const steps = Math.max(
      1,
      Math.ceil(Math.max(...list.map((s, j) => Math.abs(wanted[j] - x[s.entry!]) / scale[j])) / SMALL),
    );
    let good = x;
    for (let k = 1; k <= steps; k++) {
      // as far as the loops follow without a jump
      const y = good.slice();
      list.forEach((s, j) => {
        y[s.entry!] = x[s.entry!] + ((wanted[j] - x[s.entry!]) * k) / steps;
      });
      if (
        !shut(y) ||
        y
          .subarray(0, q)
          .some((value, j) => Math.abs(value - good[j]) > JUMP * (about.size && about.size > 1 ? about.size : 1))
      )
        break;
      good = y;
    }
    list.forEach((s) => this.starts.set(s.entry!, good[s.entry!]));
    return this.result(this.put(good));
  }

  // -- runs ---------------------------------------------------------------------------------------------------------------------
  run(options: Options = {}): Result {
    const x = this.start();
    return this.from(this.about.t0, x, options);
  }
  // the start alone, as a run of one output
  placed(): Result {
    return this.result(this.start());
  }
  private result(x: Float64Array): Result {
    return new Result(
      this,
      Float64Array.of(this.about.t0),
      x,
      this.u.slice(),
      this.p.slice(),
      "done",
      true,
      0,
      0,
      [],
      0,
    );
  }
  // on from where the last run ended
  on(options: Options = {}): Result {
    return this.at ? this.from(this.at.t, this.at.x, options) : this.run(options);
  }
  get time(): number {
    return this.at?.t ?? this.about.t0;
  }

  // as many outputs as natively: those of the run that the module was made from, else each step if steps are fixed and few, else a thousand
  private outputs(method: string, duration: number, step?: number): number {
    const own = this.about.methods[method].step,
      h = step ?? own;
    if (duration === this.about.duration && h === own) return this.about.outputs;
    return own !== null && h! > 0 && duration / h! <= 2000 ? duration / h! : 1000;
  }

  private from(t0: number, x0: Float64Array, options: Options): Result {
    const { about } = this,
      n = about.sizes.x,
      began = performance.now(),
      duration = options.duration ?? about.duration;
    if (!(duration > 0 && Number.isFinite(duration)))
      throw new Failed(`duration is ${duration}: give a positive number of seconds`);
    const wanted = options.method ?? about.method,
      automatic = wanted === "automatic";
    let name = automatic ? "dormand-prince" : wanted;
    if (!about.methods[name]) throw new Failed(`no method ${name}: choose ${Object.keys(about.methods).join(", ")}`);
    const count = Math.max(1, Math.round(options.outputs ?? this.outputs(name, duration, options.step))),
      times = Float64Array.from({ length: count + 1 }, (_, k) => t0 + (duration * k) / count);
    const out = new Float64Array((count + 1) * n).fill(NaN),
      events: Happening[] = [];
    out.set(x0);
    let t = t0,
      x = x0,
      steps = 0,
      rejected = 0,
      reached = 0,
      status = DONE;
    const adaptive = about.methods[name].step === null,
      breaks = adaptive ? about.breaks.filter((b) => b > t0 && b < t0 + duration) : [],
      ends = [...breaks, times[count]];
    for (let k = 0; k < ends.length; k++) {
      const end = ends[k],
        own = times.filter((time) => time > t && time <= end),
        last = own[own.length - 1] === end,
        list = last ? own : Float64Array.from([...own, end]);
      const piece = this.piece(name, t, x, list, {
        ...options,
        duration,
        count,
        yields: automatic && !!about.methods.rosenbrock,
      });
      const got = Math.min(piece.reached, own.length);
      out.set(this.f.subarray(this.output / 8, this.output / 8 + got * n), (reached + 1) * n);
      reached += got;
      steps += piece.steps;
      rejected += piece.rejected;
      events.push(...piece.events);
      t = piece.t;
      x = piece.x;
      status = piece.status;
      if (status === STIFF && automatic) {
        name = "rosenbrock";
        k--;
      } else if (status !== DONE) break;
    }
    let size = reached + 1;
    const list = Array.from(times.subarray(0, size));
    if (status !== DONE && t > list[size - 1] && x.every(Number.isFinite) && size <= count) {
      list.push(t);
      out.set(x, size * n);
      size++;
    }
    this.at = { t, x };
    return new Result(
      this,
      Float64Array.from(list),
      out.subarray(0, size * n),
      this.u.slice(),
      this.p.slice(),
      status === DONE ? "done" : (WORDS[status] ?? `status ${status}`),
      status === DONE,
      steps,
      rejected,
      events,
      performance.now() - began,
    );
  }

  private output = 0;
  private piece(
    name: string,
    t0: number,
    x: Float64Array,
    times: Float64Array,
    o: Options & { duration: number; count: number; yields: boolean },
  ): Piece {
    const { about } = this,
      m = about.methods[name],
      n = about.sizes.x,
      L = about.layout,
      rec = m.record / 8,
      // behind all that a kernel may write while the run stands at an event
      clock = this.desk(Math.max(n, about.bodies?.[1] ?? 0, ...about.levels.map((level) => level?.[1] ?? 0))).end,
      grid = clock + 8 * times.length,
      t1 = times[times.length - 1];
    this.output = grid + 8 * (times.length + 1);
    this.reserve(this.output + 8 * n * times.length + PAGE);
    new Uint8Array(this.memory.buffer).set(this.pristine.get(name)!, m.base);
    const vector = (field: string): number => Number(this.i[rec + L[field]]) / 8,
      whole = (field: string, value: number): void => {
        this.i[rec + L[field]] = BigInt(value);
      },
      real = (field: string, value: number): void => {
        this.f[rec + L[field]] = value;
      };
    const bind = (field: string, address: number, part: number, length: number): void =>
      [address, part, length].forEach((value, k) => {
        this.i[rec + L[field] + k] = BigInt(value);
      });
    for (const field of ["X", "XS"]) this.f.set(x, vector(field));
    for (const field of ["T", "TS"]) this.f[vector(field)] = t0;
    this.f.set(this.u, vector("U"));
    this.f.set(this.p, vector("P"));
    this.f.set(times, clock / 8);
    bind("TIMES", clock, 1, times.length);
    bind("OUT", this.output, n, n * times.length);
    bind("GRID", grid, 1, times.length + 1);
    whole("N_OUT", times.length);
    real("T0", t0);
    real("T_END", t1);
    if (m.step === null) {
      const rtol = o.rtol ?? m.rtol!,
        part = !m.careful ? 1 : m.rough ? 0.1 : rtol < 1e-7 ? 0.2 : 1,
        longest = about.max_step ?? Infinity;
      real("RTOL", part * rtol);
      real("ATOL", part * (o.atol ?? m.atol!));
      real("MIN_STEP", 1e-15 * (t1 - t0));
      real("YIELDS", o.yields && name !== "rosenbrock" ? 1 : 0);
      real("MAX_STEP", about.watchful ? Math.min(longest, o.duration / Math.max(o.count, 100)) : longest);
    } else {
      const wanted = o.step ?? m.step,
        interval = o.duration / o.count,
        each = Math.max(1, Math.ceil(interval / wanted - 1e-9)),
        h = interval / each;
      if (!(wanted > 0)) throw new Failed(`step is ${wanted}: give a positive number of seconds`);
      real("STEP_SIZE", h);
      times.forEach((time, k) => {
        this.i[grid / 8 + k] = BigInt(Math.round((time - t0) / h));
      });
      this.i[grid / 8 + times.length] = -1n;
    }
    const loop = this.table.get(m.loop) as (record: number) => void,
      status = vector("STATUS"),
      events: Happening[] = [],
      touches: number[] = [];
    for (;;) {
      whole("BLOCK", 20_000);
      loop(m.record);
      o.progress?.(this.f[vector("T")]);
      const reason = Number(this.i[rec + L.REASON]);
      if (reason === STOPPED) this.happen(name, events, touches, t1 - t0);
      else if (reason === FINISHED) break;
    }
    return {
      status: Number(this.i[status]),
      t: this.f[vector("T")],
      x: this.f.slice(vector("X"), vector("X") + n),
      reached: Number(this.i[vector("NEXT")]),
      steps: Number(this.i[vector("TAKEN")]),
      rejected: Number(this.i[vector("REJECTED")]),
      events,
    };
  }
  // the loop stopped at events: they are noted, end the run, or change the state
  private happen(name: string, events: Happening[], touches: number[], span: number): void {
    const { about } = this,
      rec = about.methods[name].record / 8,
      L = about.layout,
      vector = (field: string): number => Number(this.i[rec + L[field]]) / 8,
      n = about.sizes.x,
      t = this.f[vector("T")];
    about.events.forEach((event, k) => {
      if (this.f[vector("FIRED") + k] < 0.5) return;
      if (event.action === "touch") {
        touches.push(t);
        if (touches.length >= CROWD && t - touches[touches.length - CROWD] < 1e-6 * span)
          about.events.forEach((e, j) => {
            if (e.action === "touch") this.f[vector("DIRECTION") + j] = NaN;
          });
        return;
      }
      events.push({ name: event.name, time: t });
      if (event.action === "stop") this.i[vector("STATUS")] = BigInt(STOPPED_BY_EVENT);
      else if (Array.isArray(event.action))
        this.f.set(this.changed(event.action, t, this.f.slice(vector("X"), vector("X") + n)), vector("X"));
      const same = events.slice(-CROWD);
      if (
        events.length > MANY ||
        (same.length === CROWD && same.every((e) => e.name === event.name) && t - same[0].time < 1e-7 * span)
      )
        this.i[vector("STATUS")] = BigInt(ACCUMULATE);
    });
    this.i[vector("EVENT")] = 0n;
    this.i[vector("FRESH")] = 1n;
  }
  // a mode takes its new value; what that puts into the machine is work done on it
  private changed(sets: [number, string][], t: number, x: Float64Array): Float64Array {
    const after = x.slice(),
      energy = (state: Float64Array): number => this.one("machine.energy", t, state);
    for (const [entry, signal] of sets) after[entry] = this.one(signal, t, x);
    after[this.about.sizes.work] = x[this.about.sizes.work] + energy(after) - energy(x);
    return after;
  }
  private one(name: string, t: number, x: Float64Array): number {
    const [level, entry] = this.about.signals[name],
      [kernel, size] = this.about.levels[level]!;
    return this.values(kernel, size, t, x)[entry];
  }
}
export const load = (source: BufferSource | WebAssembly.Module): Promise<Machine> => Machine.load(source);
