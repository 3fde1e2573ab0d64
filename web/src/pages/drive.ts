// Levers: the inputs of a machine moved by hand, by keys or by a game controller, while it runs in real time.
import { Run, type RunData } from "../data";
import { busy, byId, el, shown } from "../dom";
import { value } from "../format";
import type { Player } from "../player";
import { Plots } from "../plots/plots";
import type { Viewer } from "../scene/viewer";
import type { Units } from "../units";
import type { Answer, Picture, ShowData } from "./show";

const KEYS = ["QA", "WS", "ED", "RF", "TG", "YH"].map((pair) => [...pair].map((letter) => `Key${letter}`)),
  KEPT = 20,
  REDRAW = 120; // [s], [ms]
interface Bench {
  viewer: Viewer;
  player: Player;
  data: ShowData;
  ask: (path: string, body?: object) => Promise<Answer>;
  apply: (picture: Picture) => void;
  tell: (text: string, bad?: boolean) => void;
  settle: () => void;
  units: Units;
}
export interface Levers {
  start: () => void;
  stop: () => Promise<unknown>;
  park: () => Promise<void>;
  readonly driving: boolean;
}

export function drive({ viewer, player, data, ask, apply, tell, settle, units }: Bench): Levers {
  const card = byId("drive"),
    button = byId("go"),
    spring = byId<HTMLInputElement>("spring"),
    held = new Set<string>();
  let driving = false,
    turn = 0,
    drawn = 0,
    finished: Promise<unknown> = Promise.resolve(),
    strip: { t: number[]; rows: Map<string, number[]>; plots: Plots } | null = null;
  const rows = data.levers.map((lever, k) => {
    const id = `lever-${lever.name}`,
      output = el("output"),
      input = el("input", {
        type: "range",
        id,
        min: -lever.limit,
        max: lever.limit,
        step: lever.limit / 500,
        value: lever.rest,
      }),
      label = el("label", { for: id }, shown(lever.name.replace(/\/position$/, "")));
    if (KEYS[k])
      label.append(
        " ",
        ...KEYS[k].flatMap((code) => [el("kbd", { "data-code": code, title: "key: forth, back" }, code.slice(3)), " "]),
      );
    const set = (v: number): void => {
      input.value = String(v);
      const at = +input.value;
      output.textContent = `${Math.abs(at) < 1e-9 * lever.limit ? "0" : value(at * units.factor(lever.unit))}${lever.unit === "1" ? "" : ` ${units.name(lever.unit)}`}`;
    };
    input.oninput = () => {
      set(+input.value);
      start();
    };
    input.addEventListener("pointerup", () => {
      if (spring.checked) set(lever.rest);
    });
    set(lever.rest);
    byId("levers").append(el("div", { class: "slider" }, label, output, input));
    return { lever, input, set, byKey: false };
  });
  void layout();
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || busy(e.target)) return;
    named(e);
    if (rows.some((_, k) => KEYS[k]?.includes(e.code))) {
      held.add(e.code);
      start();
    }
  });
  document.addEventListener("keyup", (e) => held.delete(e.code));
  window.addEventListener("blur", () => held.clear());
  const hands = (seconds: number): void => {
    // keys push a lever gently, a controller holds it where it is
    const pad = navigator.getGamepads ? [...navigator.getGamepads()].find((p) => p) : null;
    rows.forEach((row, k) => {
      const { lever, input } = row,
        [forth, back] = KEYS[k] ?? [],
        push = +held.has(forth) - +held.has(back),
        at = +input.value,
        axis = pad && k < pad.axes.length ? pad.axes[k] * (k % 2 ? -1 : 1) : 0;
      if (Math.abs(axis) > 0.1) {
        row.byKey = true;
        row.set(axis * lever.limit);
      } else if (push) {
        row.byKey = true;
        row.set(Math.max(-lever.limit, Math.min(lever.limit, at + push * 3 * seconds * lever.limit)));
      } else if (row.byKey && spring.checked) {
        const way = 4 * seconds * lever.limit;
        row.set(Math.abs(at - lever.rest) <= way ? lever.rest : at - Math.sign(at - lever.rest) * way);
        if (+input.value === lever.rest) row.byKey = false;
      }
    });
  };
  const record = (answer: Answer): void => {
    // a strip of the last seconds
    const names = Object.keys(answer.signals);
    if (!names.length) return;
    if (!strip || answer.time < strip.t[strip.t.length - 1]) {
      byId("strips").replaceChildren();
      strip = {
        t: [answer.time - 1e-3],
        rows: new Map(names.map((n) => [n, [answer.signals[n].value]])),
        plots: null as unknown as Plots,
      };
      drawn = 0;
    }
    strip.t.push(answer.time);
    for (const n of names) strip.rows.get(n)!.push(answer.signals[n].value);
    while (strip.t[0] < answer.time - KEPT) {
      strip.t.shift();
      for (const list of strip.rows.values()) list.shift();
    }
    if (performance.now() - drawn < REDRAW) return;
    drawn = performance.now();
    const run = new Run(
      {
        names,
        units: names.map((n) => answer.signals[n].unit),
        rows: names.map((_, k) => k + 1),
        t: 0,
      } as unknown as RunData,
      [Float32Array.from(strip.t), ...names.map((n) => Float32Array.from(strip!.rows.get(n)!))],
    );
    if (!strip.plots) {
      strip.plots = new Plots(byId("strips"), run, units, () => {});
      for (const unit of new Set(run.data.units))
        strip.plots.add({ title: "at the levers", signals: names.filter((n) => run.unit(n) === unit) });
    } else strip.plots.renew(run, [strip.t[0], Math.max(answer.time, strip.t[0] + 1)]);
    strip.plots.at(answer.time);
  };
  const start = (): void => {
    if (driving) return;
    driving = true;
    const before = finished;
    finished = Promise.all([before, loop(++turn)]);
  };
  const loop = async (mine: number): Promise<void> => {
    player.pause();
    if (data.rides) viewer.scene.follow = data.rides;
    button.textContent = "❚❚ stop";
    tell("Driving: drag a lever, hold its key, or take a game controller.");
    let last = performance.now();
    while (driving && mine === turn) {
      await new Promise((done) => requestAnimationFrame(done));
      const now = performance.now(),
        seconds = Math.min(0.25, Math.max(0.005, ((now - last) / 1000) * player.speed));
      last = now;
      hands(seconds);
      const answer = await ask("/drive", {
        levers: Object.fromEntries(rows.map((r) => [r.lever.name, +r.input.value])),
        seconds,
      });
      if (!answer.ok) {
        tell(answer.message, true);
        void stop();
        break;
      }
      apply(answer);
      settle();
      byId("clock").textContent = `${answer.time.toFixed(2)} s`;
      record(answer);
      if (answer.warnings.length) tell(answer.warnings[0], true);
      document.documentElement.dataset.driven = String(answer.time);
    }
  };
  const stop = (): Promise<unknown> => {
    driving = false;
    button.textContent = "▶ drive";
    return finished;
  }; // when the last answer is there
  button.onclick = () => {
    if (driving) void stop();
    else start();
  };
  card.hidden = !rows.length;
  return {
    start,
    stop,
    park: async () => {
      await stop();
      rows.forEach((r) => r.set(r.lever.rest));
    },
    get driving() {
      return driving;
    },
  };
}

// a browser that does not tell its layout tells the letter of each key that is pressed
function named(e: KeyboardEvent): void {
  if (/^\p{L}$/u.test(e.key ?? ""))
    for (const key of document.querySelectorAll<HTMLElement>(`kbd[data-code="${CSS.escape(e.code)}"]`))
      key.textContent = e.key.toUpperCase();
}

// keys are named as the user's keyboard has them: KeyY is printed Z on a German one
async function layout(): Promise<void> {
  const keyboard = (navigator as Navigator & { keyboard?: { getLayoutMap(): Promise<Map<string, string>> } }).keyboard;
  if (!keyboard) return;
  try {
    const map = await keyboard.getLayoutMap();
    for (const key of document.querySelectorAll<HTMLElement>("kbd[data-code]"))
      key.textContent = (map.get(key.dataset.code!) ?? key.textContent!).toUpperCase();
  } catch {
    /* the letters of the codes stay */
  }
}
