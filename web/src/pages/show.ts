// `biela show`: sliders, or bodies dragged by hand, move the machine through the server, which keeps its loops closed.
import { pageData, Run, type RunData, type SceneData, type UnitTable, unpackMeshes } from "../data";
import { byId, el, shown, write } from "../dom";
import { short } from "../format";
import { Player } from "../player";
import { Plots } from "../plots/plots";
import { grip } from "../scene/hand";
import { theme } from "../theme";
import { Units } from "../units";
import { drive } from "./drive";
import { cards, saving, scaleNote, stage, unitChooser } from "./stage";

export interface Slider {
  name: string;
  unit: string;
  low: number;
  high: number;
  from?: number;
  to?: number;
}
export interface Knob extends Slider {
  value: number;
  rest: number;
}
export interface Picture {
  scene?: SceneData | null;
  pose: number[];
  forces: number[] | null;
  scales: Record<string, number>;
  closure: number;
  values: Record<string, number>;
}
export interface Answer extends Picture {
  ok: boolean;
  code: number;
  message: string;
  low: number;
  high: number;
  time: number;
  warnings: string[];
  signals: Record<string, { unit: string; value: number }>;
}
export interface ShowData {
  scene: SceneData;
  knobs: Knob[];
  now: Picture;
  sliders: Slider[];
  levers: { name: string; unit: string; limit: number; rest: number }[];
  rides: SceneData["follow"];
  duration: number;
  token: string;
  title: string;
  display: Record<string, UnitTable>;
  chosen: string;
}
const READABLE = 100; // [ms] between readings while a body is dragged: nobody reads faster, and each costs a layout of the page
interface Row {
  s: Slider;
  row: HTMLElement;
  value: HTMLElement;
  input: HTMLInputElement;
}

export async function show(): Promise<object> {
  const data = pageData<ShowData>(),
    root = byId("main"),
    left = el("div", { class: "card stage" }),
    panel = byId("panel"),
    units = new Units(data.display, data.chosen);
  root.prepend(left);
  await unpackMeshes(data.scene);
  const viewer = stage(left, data.scene),
    say = byId("say"),
    host = byId("plots");
  let plots: Plots | null = null,
    stale = true,
    now = data.now,
    wanted: { values: Record<string, number>; name: string } | null = null,
    busy = false,
    moves = 0,
    dragged = 0, // moves of a hand: under way, asked for, answered
    sent = 0,
    seen = 0,
    reading = 0;
  byId<HTMLInputElement>("time").disabled = true;
  const player = new Player(viewer, (time, playing) => plots?.at(time, playing));
  viewer.unit = (f) => `${short(f * units.factor("N"))} ${units.name("N")}`;
  const ask = async (path: string, body: object = {}): Promise<Answer> => {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Biela-Token": data.token },
      body: JSON.stringify(body),
    });
    return { ok: answer.ok, code: answer.status, ...(await answer.json()) };
  };
  const tell = (text: string, bad = false): void => {
    write(say, text);
    say.classList.toggle("bad", bad);
  };
  const text = (s: Slider, v: number): string => measured(units, s.unit, v);
  const readings = (): void => {
    window.clearTimeout(reading);
    reading = 0;
    write(byId("closure"), now.closure.toExponential(1));
    settleOthers(null);
  };
  const place = (picture: Picture): void => {
    if (picture.scene) viewer.reshape(picture.scene);
    now = picture;
    player.pause();
    viewer.pose.set(picture.pose);
    viewer.forces = picture.forces;
    viewer.scales = picture.scales || {};
    viewer.scale = strongest(picture.forces) || viewer.scale;
    write(byId("clock"), "");
    scaleNote(viewer);
    viewer.ask();
  };
  const apply = (picture: Picture): void => {
    place(picture);
    write(byId("closure"), picture.closure.toExponential(1));
  };
  const track = (e: Row): void => {
    const s = e.s,
      span = s.high - s.low,
      a = (100 * ((s.from ?? s.low) - s.low)) / span,
      b = (100 * ((s.to ?? s.high) - s.low)) / span,
      part = a > 0.5 || b < 99.5;
    e.input.style.background = part
      ? `linear-gradient(to right, var(--warn) 0 ${a}%, transparent ${a}% ${b}%, var(--warn) ${b}% 100%) center / 100% 4px no-repeat`
      : "";
    e.input.title = part ? `reachable from here: ${text(s, s.from!)} to ${text(s, s.to!)}` : "";
  };
  const rows: Row[] = data.sliders.map((s) => {
    const id = `slider-${s.name}`,
      output = el("output"),
      input = el("input", { type: "range", id, min: s.low, max: s.high, step: (s.high - s.low) / 1440 });
    input.oninput = () => {
      output.textContent = text(s, +input.value);
      request({ [s.name]: +input.value }, s.name);
    };
    input.onchange = () => {
      void settle();
    };
    const row = el(
      "div",
      { class: "slider" },
      el("label", { for: id }, shown(s.name.replace(".angle", ""))),
      output,
      input,
    );
    byId("sliders").append(row);
    return { s, row, value: output, input };
  });
  const knobs = data.knobs.map((k) => {
    const id = `knob-${k.name}`,
      output = el("output", {}, amount(k, k.value)),
      input = el("input", { type: "range", id, min: k.low, max: k.high, step: (k.high - k.low) / 400, value: k.value }),
      row = el("div", { class: "slider" }, el("label", { for: id }, shown(k.name)), output, input);
    input.oninput = () => {
      output.textContent = amount(k, +input.value);
    };
    input.onchange = async () => {
      await idle();
      busy = true;
      stale = true;
      await levers.park();
      const answer = await ask("/set", { values: { [k.name]: +input.value } });
      await unpackMeshes(answer.scene);
      row.classList.toggle("refused", !answer.ok);
      if (answer.pose) apply(answer);
      if (answer.ok) {
        k.value = +input.value;
        tell(`${shown(k.name)} is ${amount(k, k.value)}; the loops are closed.`);
      } else {
        tell(`${shown(k.name)} cannot be ${amount(k, +input.value)}. ${answer.message}`, true);
        input.value = String(k.value);
        output.textContent = amount(k, k.value);
      }
      busy = false;
      await settle();
    };
    byId("knobs").append(row);
    return { k, input, output };
  });
  byId("knobs").hidden = byId("knobs-title").hidden = !knobs.length;
  byId("sliders-title").hidden = !rows.length;
  if (!rows.length) tell("This machine has no joint for a slider: play its simulation.");
  const settleOthers = (except: string | null): void =>
    rows.forEach((e) => {
      if (e.s.name !== except) {
        e.input.value = String(now.values[e.s.name]);
        write(e.value, text(e.s, now.values[e.s.name]));
      }
    });
  const request = (values: Record<string, number>, name: string): void => {
    wanted = { values, name };
    stale = true;
    if (!busy) void work();
  };
  const work = async (): Promise<void> => {
    busy = true;
    await levers.park();
    while (wanted) {
      const { values, name } = wanted as { values: Record<string, number>; name: string };
      wanted = null;
      const e = rows.find((r) => r.s.name === name),
        answer = await ask("/move", { values });
      e?.row.classList.toggle("refused", !answer.ok);
      if (answer.pose) apply(answer);
      if (answer.ok) tell("The loops are closed.");
      else if (e) {
        tell(`${e.s.name} cannot be ${text(e.s, values[name])}. ${answer.message}`, true);
        e.value.textContent = `${text(e.s, values[name])} out of reach`;
      }
      settleOthers(answer.ok || !e ? null : name);
    }
    busy = false;
    document.documentElement.dataset.moves = String(++moves);
  };
  const idle = async (): Promise<void> => {
    while (busy) await new Promise((done) => setTimeout(done, 20));
  };
  const settle = async (): Promise<void> => {
    await idle();
    rows.forEach((e) => e.row.classList.remove("refused"));
    readings();
    await measure();
  };
  const measure = async (): Promise<void> => {
    for (const e of rows) {
      if (busy) return;
      const answer = await ask("/reach", { name: e.s.name });
      if (answer.ok) {
        e.s.from = answer.low;
        e.s.to = answer.high;
        track(e);
      }
    }
    document.documentElement.dataset.measured = "yes";
  };
  const simulate = async (): Promise<boolean> => {
    tell("Simulating…");
    const answer = await ask("/run");
    if (!answer.ok) {
      tell(answer.message, true);
      return false;
    }
    const got = answer as unknown as RunData & { closure: number; energy: number },
      run = await Run.open(got);
    host.replaceChildren();
    plots = new Plots(host, run, units, (time) => {
      player.pause();
      player.seek(time);
    });
    for (const p of got.plots) plots.add(p);
    player.load(run);
    stale = false;
    byId("closure").textContent = got.closure.toExponential(1);
    tell(
      `Simulated ${data.duration} s; loops closed to ${got.closure.toExponential(1)}, energy to ${got.energy.toExponential(1)} J.`,
    );
    return true;
  };
  const levers = drive({
    viewer,
    player,
    data,
    ask,
    apply,
    tell,
    settle: () => {
      stale = true;
      settleOthers(null);
    },
    units,
  });
  byId("play").onclick = async () => {
    await levers.park();
    if (stale && !(await simulate())) return;
    player.toggle();
  };
  byId("run").onclick = async () => {
    await levers.park();
    stale = true;
    if (await simulate()) player.play();
  };
  byId("reset").onclick = async () => {
    await levers.park();
    stale = true;
    const answer = await ask("/reset");
    await unpackMeshes(answer.scene);
    apply(answer);
    for (const e of knobs) {
      e.k.value = e.k.rest;
      e.input.value = String(e.k.rest);
      e.output.textContent = amount(e.k, e.k.rest);
    }
    settleOthers(null);
    rows.forEach((e) => e.row.classList.remove("refused"));
    tell("Back at the start.");
    await measure();
  };
  const hands = el("input", { type: "checkbox", id: "hands" });
  hands.checked = true;
  if (data.sliders.length) byId("switches").append(el("label", {}, hands, "drag bodies"));
  // the last move wins: after one that was overtaken, the machine may stand where the older one wants it
  const follow = async (wish: () => object, mine = ++sent): Promise<void> => {
    const answer = await ask("/drag", wish());
    if (mine < seen) return follow(wish);
    seen = mine;
    tell(answer.ok ? "The loops are closed." : answer.message, !answer.ok);
    if (!answer.pose) return;
    await new Promise<void>((done) => {
      arrived.push([answer, done]);
      if (!presenting) present();
    });
    reading ||= window.setTimeout(readings, READABLE);
  };
  // poses that come together are drawn one after the other: the body moves evenly, and no answer is in vain
  const arrived: [Answer, () => void][] = [];
  let goal: object = {},
    presenting = false;
  const present = (): void => {
    const [answer, done] = arrived.shift() ?? [];
    presenting = !!answer;
    if (!answer) return;
    place(answer);
    done!();
    requestAnimationFrame(present);
  };
  grip(viewer, {
    ahead: 2, // one is drawn while the next is computed
    free: () => hands.checked && data.sliders.length > 0,
    settle: () => {
      void settle();
    },
    move: async (body, point, target) => {
      if (busy && !dragged) return;
      busy = true;
      stale = true;
      dragged++;
      try {
        await levers.park();
        goal = { body: data.scene.bodies[body].name, point, target };
        await follow(() => goal);
      } finally {
        if (!--dragged) {
          busy = false;
          document.documentElement.dataset.moves = String(++moves);
        }
      }
    },
  });
  viewer.show.names = data.scene.bodies.length <= 8;
  byId<HTMLInputElement>("show-names").checked = viewer.show.names;
  cards(viewer, null, () => {});
  saving(viewer, player, data.title);
  unitChooser(data, units);
  panel.hidden = false;
  apply(data.now);
  settleOthers(null);
  units.listeners.push(() => {
    settleOthers(null);
    for (const e of rows) track(e);
    scaleNote(viewer);
    viewer.ask();
  });
  theme(byId("theme"), (dark) => {
    viewer.dark = dark;
    plots?.redraw();
  });
  void measure();
  return {
    viewer,
    player,
    data,
    ask,
    apply,
    tell,
    drive: levers,
    request,
    get now() {
      return now;
    },
    get plots() {
      return plots;
    },
  };
}

// a place of a slider in the chosen units, with as many digits as its steps have
export function measured(units: Units, unit: string, v: number): string {
  const name = units.name(unit),
    digits = { "°": 1, mm: 1, rad: 3, m: 4 }[name] ?? 3;
  return `${(v * units.factor(unit)).toFixed(digits).replace("-", "−")}${name === "°" || !name || name === "1" ? "" : " "}${name === "1" ? "" : name}`;
}
const amount = (k: Knob, v: number): string => `${short(v)}${k.unit && k.unit !== "1" ? ` ${k.unit}` : ""}`;
function strongest(forces: number[] | null): number {
  let most = 0;
  for (let k = 0; forces && k < forces.length; k += 3)
    most = Math.max(most, Math.hypot(forces[k], forces[k + 1], forces[k + 2]));
  return most;
}
