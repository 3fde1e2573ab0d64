// What can be changed in a report that holds its simulator: values, method, duration; run again, run on, levers in real time.
import { Run, type RunData } from "../data";
import { byId, el, shown } from "../dom";
import { value } from "../format";
import { drive, type Levers } from "../pages/drive";
import type { Answer, Picture, ShowData } from "../pages/show";
import type { Player } from "../player";
import type { Plots } from "../plots/plots";
import { grip } from "../scene/hand";
import type { Viewer } from "../scene/viewer";
import type { Units } from "../units";
import { Bench } from "./bench";
import type { Options, Quantity } from "./machine";
import type { Done, Stand } from "./worker";

const KEPT = 3,
  SHOWN = 6,
  LONG = 400; // runs laid over each other, signals at the levers; [ms] after which a run shows how far it is
interface Parts {
  data: RunData;
  run: Run;
  units: Units;
  plots: Plots;
  player: Player | null;
  viewer: Viewer | null;
}
export interface Live {
  bench: Bench;
  again: () => Promise<Run | null>;
  on: () => Promise<Run | null>;
  set: (name: string, value: number) => void;
  readonly last: Run;
}

export async function panel(host: HTMLElement, { data, run, units, plots, player, viewer }: Parts): Promise<Live> {
  const bench = await Bench.open(data.live!),
    { about } = bench,
    values: Record<string, number> = {},
    say = el(
      "p",
      { class: "say", id: "live-say", role: "status" },
      "Change a value and run again: the machine is inside this page.",
    ),
    inputs = new Map<string, (v: number) => void>();
  let last = run,
    count = 1,
    busy = false,
    stopped = false; // stopped: the worker began anew, and does not know the last run
  const slider = (q: Quantity, start: number, moved?: () => void): HTMLElement => {
    // as far as a lever of the same input, else around the value; a number typed in may be anywhere
    const reach =
        data.live!.levers.find((lever) => lever.name === q.name)?.limit ??
        (q.unit === "rad" ? Math.PI : Math.abs(start) > 0 ? Math.abs(start) : 1),
      id = `live-${q.name}`,
      unit = (): string => units.name(q.unit);
    const input = el("input", {
        type: "range",
        id,
        min: start - reach,
        max: start + reach,
        step: reach / 500,
        value: start,
      }),
      number = el("input", { type: "number", step: "any", class: "number", "aria-label": `${shown(q.name)}, typed` }),
      text = el("span"),
      write = (v: number): void => {
        number.value = String(+(v * units.factor(q.unit)).toPrecision(6));
        text.textContent = unit() === "1" ? "" : unit();
      };
    const set = (v: number): void => {
      if (v < +input.min) input.min = String(v);
      if (v > +input.max) input.max = String(v);
      input.value = String(v);
      values[q.name] = v;
      write(v);
    };
    input.oninput = () => {
      values[q.name] = +input.value;
      write(+input.value);
      moved?.();
    };
    number.onchange = () => {
      const v = +number.value / units.factor(q.unit);
      if (Number.isFinite(v) && number.value) {
        set(v);
        moved?.();
      }
    };
    units.listeners.push(() => write(+input.value));
    write(start);
    inputs.set(q.name, set);
    return el(
      "div",
      { class: "slider" },
      el("label", { for: id }, shown(q.name)),
      el("span", { class: "typed" }, number, " ", text),
      input,
    );
  };
  const group = (title: string, list: HTMLElement[], open: boolean): HTMLElement | null =>
    list.length
      ? el(
          "details",
          { open },
          el("summary", {}, `${title} (${list.length})`),
          el("div", { class: "sliders" }, ...list),
        )
      : null;
  // the machine moves along while a coordinate of its start is dragged
  let placing = false,
    again = false,
    held = false,
    parked = -1; // parked: the time of the player when a hand moved the machine last
  const stood = ({ poses }: Stand): void => {
    player?.pause();
    parked = player?.time ?? 0;
    viewer!.pose.set(poses);
    viewer!.forces = null;
    viewer!.ask();
  };
  const place = async (): Promise<void> => {
    if (!viewer || placing) {
      again = placing;
      return;
    }
    placing = true;
    do {
      again = false;
      try {
        stood(await bench.place(values));
        tell("The machine at this start.");
      } catch (error) {
        tell((error as Error).message, true);
      }
    } while (again);
    placing = false;
    document.documentElement.dataset.placed = String(Number(document.documentElement.dataset.placed ?? 0) + 1);
  };
  // a body that is dragged: the loops stay closed, and the next run begins there
  const drag = async (body: number, point: number[], target: number[]): Promise<void> => {
    if (!held) {
      // from the position that is shown
      held = true;
      player?.pause();
      const at = last.nearest(player?.time ?? 0);
      if (player && player.time > 0 && player.time !== parked)
        for (const q of coordinates) if (last.has(q.name)) values[q.name] = last.signal(q.name)[at];
    }
    try {
      const stand = await bench.drag(values, body, point, target);
      stood(stand);
      for (const [name, v] of Object.entries(stand.values)) inputs.get(name)?.(v);
      tell("Moved by hand: the next run begins here.");
    } catch (error) {
      tell((error as Error).message, true);
    }
    document.documentElement.dataset.dragged = String(Number(document.documentElement.dataset.dragged ?? 0) + 1);
  };
  const tell = (text: string, bad = false): void => {
    say.textContent = text;
    say.classList.toggle("bad", bad);
  };

  const methods = [...(about.method === "automatic" ? ["automatic"] : []), ...Object.keys(about.methods)],
    method = el(
      "select",
      { id: "live-method" },
      ...methods.map((m) => new Option(m, m, m === about.method, m === about.method)),
    );
  const duration = el("input", {
      type: "number",
      id: "live-duration",
      min: 0,
      step: "any",
      value: about.duration,
      class: "number",
    }),
    fine = el("input", { type: "number", id: "live-fine", min: 0, step: "any", class: "number" }),
    title = el("span");
  const own = (): { step: number | null; rtol: number | null } =>
    about.methods[method.value === "automatic" ? "dormand-prince" : method.value];
  const retitle = (): void => {
    const fixed = own().step !== null;
    title.textContent = fixed ? "step [s]" : "tolerance";
    fine.value = String(fixed ? +own().step!.toPrecision(6) : own().rtol);
  };
  method.onchange = retitle;
  retitle();
  const options = (): Options => {
    const f = +fine.value;
    return {
      duration: +duration.value,
      method: method.value,
      ...(own().step !== null ? { step: f } : { rtol: f, atol: f * 0.01 }),
    };
  };

  const opened = (done: Done): Run =>
    new Run(
      {
        ...data,
        start: done.start,
        names: done.names,
        units: done.units,
        t: 0,
        rows: done.names.map((_, k) => k + 1),
        poses: done.poses.map((_, k) => k + 1 + done.names.length),
        reactions: null,
        scales: {},
        others: undefined,
        live: undefined,
      },
      [done.t, ...done.rows, ...done.poses],
    );
  const joined = (a: Run, b: Run): Run => {
    // b goes on where a ended
    const names = b.names.filter((n) => a.has(n)),
      shift = b.data.start - a.data.start,
      both = (x: Float32Array, y: Float32Array): Float32Array => {
        const all = new Float32Array(x.length + y.length - 1);
        all.set(x);
        all.set(y.subarray(1), x.length);
        return all;
      };
    return new Run(
      {
        ...b.data,
        start: a.data.start,
        names,
        units: names.map((n) => b.unit(n)),
        rows: names.map((_, k) => k + 1),
        poses: b.data.poses.map((_, k) => k + 1 + names.length),
      },
      [
        both(
          a.t,
          b.t.map((t) => t + shift),
        ),
        ...names.map((n) => both(a.signal(n), b.signal(n))),
        ...b.data.poses.map((row, k) => both(a.table[a.data.poses[k]], b.table[row])),
      ],
    );
  };
  const compute = async (on: boolean): Promise<Run | null> => {
    if (busy) return null;
    const from = on ? last.data.start + last.t[last.t.length - 1] : about.t0,
      length = +duration.value,
      bar = window.setTimeout(() => {
        waiting.hidden = false;
      }, LONG);
    busy = true;
    for (const b of buttons) b.disabled = true;
    tell("Computing…");
    bench.progress = (time) => {
      progress.value = (time - from) / length;
    };
    try {
      if (on && (count === 1 || stopped)) {
        if (stopped) throw new Error("The run before was stopped: run again first, then play on.");
        await bench.run({}, { ...options(), duration: about.duration });
      }
      const done = await (on ? bench.on(values, options()) : bench.run(values, options())),
        made = on ? joined(last, opened(done)) : opened(done),
        name = `run ${++count}`;
      last = made;
      stopped = false;
      plots.others = plots.others.slice(-(KEPT - 1));
      plots.overlay(made, name);
      if (player) {
        player.load(made);
        player.play();
      }
      const seconds = done.t[done.t.length - 1],
        pace = (seconds * 1000) / Math.max(done.milliseconds, 0.01);
      tell(
        `${name}: ${+seconds.toPrecision(4)} s in ${value(done.milliseconds)} ms, ${Math.round(pace).toLocaleString("en").replace(/,/g, " ")} × real time, ${done.steps} step${done.steps === 1 ? "" : "s"}.${done.done ? "" : ` It ended early: ${done.status}${done.events.length ? ` (${done.events[done.events.length - 1].name})` : ""}.`}`,
        !done.done,
      );
      document.documentElement.dataset.runs = String(count);
      return made;
    } catch (error) {
      tell(
        (error as Error).message === "stopped" ? "Stopped. The values are as you set them." : (error as Error).message,
        true,
      );
      return null;
    } finally {
      busy = false;
      clearTimeout(bar);
      waiting.hidden = true;
      progress.removeAttribute("value");
      for (const b of buttons) b.disabled = false;
    }
  };
  const run_ = el("button", { class: "main", id: "live-run", type: "button" }, "run again"),
    on = el("button", { id: "live-on", type: "button", title: "from where the last run ended" }, "play on"),
    back = el("button", { id: "live-reset", type: "button" }, "values as they were"),
    buttons = [run_, on, back],
    progress = el("progress", { max: 1, "aria-label": "progress of the run" }),
    end = el("button", { id: "live-stop", type: "button" }, "stop"),
    waiting = el("div", { class: "controls", id: "live-waiting", hidden: true }, progress, end);
  end.onclick = () => {
    void bench.stop().then(() => {
      stopped = true;
    });
  };
  run_.onclick = () => {
    void compute(false);
  };
  on.onclick = () => {
    void compute(true);
  };
  back.onclick = () => {
    for (const q of [...about.parameters, ...about.inputs]) inputs.get(q.name)?.(q.value);
    for (const q of about.starts) inputs.get(q.name)?.(about.x[q.entry!]);
    duration.value = String(about.duration);
    method.value = about.method;
    retitle();
    for (const name of Object.keys(values)) delete values[name];
    void bench.home().then((stand) => {
      if (viewer) stood(stand);
      tell("All values as they were.");
    });
  };

  const free = about.inputs.filter((q) => !q.law),
    coordinates = about.starts.filter((q) => q.entry! < about.sizes.q && (about.reconstruct || !about.residual)),
    rates = about.starts.filter(
      (q) =>
        q.entry! >= about.sizes.q && q.entry! < about.sizes.q + about.sizes.v && (about.reconstruct || !about.residual),
    ),
    states = about.starts.filter((q) => q.entry! >= about.sizes.q + about.sizes.v);
  const list = (from: Quantity[], moved?: () => void): HTMLElement[] =>
    from.map((q) => slider(q, q.value ?? about.x[q.entry!], moved));
  const hands = el("input", { type: "checkbox", id: "hands" });
  hands.checked = true;
  if (viewer && coordinates.length && about.bodies)
    byId("switches").append(
      el("label", { title: "drag a body: the machine moves, its loops stay closed" }, hands, "drag bodies"),
    );
  host.append(
    el(
      "section",
      { class: "live", id: "live", "aria-label": "change and run again" },
      el("h2", {}, "Change and run again"),
      group(
        "Free parameters",
        list(
          about.parameters,
          about.reconstruct || about.project
            ? () => {
                void place();
              }
            : undefined,
        ),
        true,
      ),
      group("Inputs", list(free), true),
      group(
        "Start: positions",
        list(coordinates, () => {
          void place();
        }),
        about.parameters.length + free.length === 0,
      ),
      group("Start: rates", list(rates), false),
      group("Start: states of networks", list(states), false),
      el(
        "div",
        { class: "controls" },
        el("label", {}, "duration [s]", duration),
        el("label", {}, "method", method),
        el("label", {}, title, fine),
      ),
      el("div", { class: "controls" }, run_, on, back),
      waiting,
      say,
      el(
        "div",
        { class: "card", id: "drive", hidden: true },
        el("h2", {}, "Drive in real time"),
        el("div", { class: "sliders", id: "levers" }),
        el(
          "div",
          { class: "controls" },
          el("button", { class: "main", id: "go", type: "button" }, "▶ drive"),
          el("label", {}, spring(), "levers return by themselves"),
        ),
        el("div", { class: "plots", id: "strips" }),
      ),
      el(
        "details",
        {},
        el("summary", {}, "What this page cannot change"),
        el(
          "ul",
          {},
          ...[
            ...about.cannot,
            ...(about.left_out ? [`${about.left_out} signals that no plot shows: they are in the first run only`] : []),
          ].map((text) => el("li", {}, `${text}.`)),
        ),
      ),
    ),
  );
  const driven =
    viewer && player && data.live!.levers.length
      ? levers(bench, { viewer, player, data, units, tell, options, values })
      : null;
  if (viewer && coordinates.length && about.bodies)
    grip(viewer, {
      free: () => !busy && hands.checked && !driven?.driving, // a machine that is driven moves by itself: a drag turns the view
      move: drag,
      settle: () => {
        held = false;
      },
    });
  return {
    bench,
    again: () => compute(false),
    on: () => compute(true),
    set: (name, v) => {
      const f = inputs.get(name);
      if (!f) throw new Error(`no value ${name}`);
      f(v);
    },
    get last() {
      return last;
    },
  };
}
const spring = (): HTMLInputElement => {
  const box = el("input", { type: "checkbox", id: "spring" });
  box.checked = true;
  return box;
};

// inputs moved by hand while the machine runs in real time: the same levers, keys and controllers as in `biela show`
function levers(
  bench: Bench,
  {
    viewer,
    player,
    data,
    units,
    tell,
    options,
    values,
  }: Pick<Parts, "data" | "units"> & {
    viewer: Viewer;
    player: Player;
    tell: (text: string, bad?: boolean) => void;
    options: () => Options;
    values: Record<string, number>;
  },
): Levers {
  const { about } = bench,
    signals = [...new Set((data.plots[0]?.signals ?? []).filter((n) => n in about.signals))].slice(0, SHOWN);
  let fresh = true;
  const ask = async (_: string, body: object = {}): Promise<Answer> => {
    const { levers: held, seconds } = body as { levers: Record<string, number>; seconds: number },
      { duration: _d, ...rest } = options();
    try {
      const got = await bench.drive({ ...values, ...held }, { ...rest, duration: seconds, outputs: 1 }, signals, fresh);
      fresh = false;
      if (!got.done) {
        fresh = true;
        return { ok: false, message: `The run ended: ${got.status}.` } as Answer;
      }
      return {
        ok: true,
        code: 200,
        message: "",
        pose: got.poses,
        forces: null,
        scales: {},
        closure: 0,
        values: {},
        low: 0,
        high: 0,
        time: got.time,
        warnings: [],
        signals: got.signals,
      };
    } catch (error) {
      fresh = true;
      return { ok: false, message: (error as Error).message } as Answer;
    }
  };
  const apply = (picture: Picture): void => {
    player.pause();
    viewer.pose.set(picture.pose);
    viewer.forces = null;
    viewer.ask();
  };
  return drive({
    viewer,
    player,
    data: { ...data, levers: data.live!.levers, rides: null } as unknown as ShowData,
    ask,
    apply,
    tell,
    settle: () => {},
    units,
  });
}
