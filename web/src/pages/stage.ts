// The 3-D view with everything around it: clock, player, switches, views, and the card of the body that was clicked.
import type { RunData, SceneData } from "../data";
import { byId, el, shown, write } from "../dom";
import { value } from "../format";
import { out } from "../out";
import type { Player } from "../player";
import { speedOptions } from "../player";
import { VIEWS } from "../scene/camera";
import { SWITCHES, Viewer } from "../scene/viewer";
import type { Units } from "../units";

const HINT = "drag: turn · shift-drag: move · wheel: zoom · double-click: back · click a body: what it is",
  KEYS = "space: play · ← →: one output · Home: start";
export function stage(host: HTMLElement, scene: SceneData, still = false): Viewer {
  const canvas = el("canvas", { id: "canvas", role: "img", "aria-label": `3-D view of ${shown(scene.name)}` }),
    view = el(
      "div",
      { class: "view" },
      canvas,
      el("div", { class: "clock", id: "clock" }),
      el("div", { class: "legend3d", id: "legend3d" }),
      el("div", { class: "pick", id: "pick", hidden: true }),
      el("div", { class: "hint" }, HINT, still ? "" : el("br"), still ? "" : KEYS),
    );
  host.prepend(view);
  if (!still) {
    const views = el(
      "select",
      { id: "views", "aria-label": "view" },
      new Option("home view", ""),
      ...Object.keys(VIEWS).map((v) => new Option(v, v)),
    );
    const save = el(
      "select",
      { id: "save", "aria-label": "save the view" },
      ...[
        ["", "save…"],
        ["png", "picture (PNG)"],
        ["svg", "drawing (SVG)"],
        ["film", "film"],
        ["glb", "model (glTF)"],
      ].map(([k, text]) => new Option(text, k)),
    );
    view.after(
      el(
        "div",
        { class: "controls" },
        el("button", { class: "main", id: "play", type: "button" }, "▶ play"),
        el("input", { type: "range", id: "time", min: 0, max: 1, value: 0, step: "any", "aria-label": "time" }),
        el("select", { id: "speed", "aria-label": "speed" }, ...speedOptions()),
      ),
      el("div", { class: "controls", id: "switches" }, views, save),
    );
  }
  const viewer = new Viewer(canvas, scene);
  if (!still) {
    const box = (id: string, text: string, on: boolean, change: (on: boolean) => void): HTMLElement => {
      const input = el("input", { type: "checkbox", id });
      input.checked = on;
      input.onchange = () => {
        change(input.checked);
        viewer.ask();
      };
      return el("label", {}, input, text);
    };
    byId("switches").append(
      box("show-parallel", "parallel", viewer.eye.parallel, (on) => {
        viewer.eye.parallel = on;
      }),
      ...SWITCHES.map(([key, text]) =>
        box(`show-${key}`, text, viewer.show[key], (on) => {
          viewer.show[key] = on;
          if (key === "reactions") scaleNote(viewer);
        }),
      ),
    );
    byId<HTMLSelectElement>("views").onchange = (e) => {
      const view = (e.target as HTMLSelectElement).value;
      if (view) viewer.eye.look(view);
      else viewer.home();
      byId<HTMLInputElement>("show-parallel").checked = viewer.eye.parallel;
      viewer.ask();
    };
  }
  return viewer;
}

export function scaleNote(viewer: Viewer): void {
  write(
    byId("legend3d"),
    viewer.show.reactions && viewer.forces ? `longest arrow: ${viewer.unit(1.5 * viewer.scale)}` : "",
  );
}

// pressures of cylinders and hoses as colours
export function pressures(viewer: Viewer, player: Player, units: Units): void {
  const run = player.run!,
    known = viewer.lines.filter((l) => l.data.pressures?.some((n) => run.has(n)));
  if (!known.length) return;
  let most = 0;
  for (const l of known) for (const n of l.data.pressures!) for (const v of run.signal(n)) if (v > most) most = v;
  const input = el("input", { type: "checkbox", id: "show-pressure" });
  const paint = (k: number): void => {
    for (const l of known)
      l.tint(input.checked ? Math.max(...l.data.pressures!.map((n) => run.signal(n)[k])) / most : null);
  };
  input.onchange = () => {
    paint(run.nearest(player.time));
    byId("legend3d").textContent = input.checked
      ? `blue: 0 · red: ${value(most * units.factor("Pa"))} ${units.name("Pa")}`
      : "";
    viewer.ask();
  };
  byId("switches").append(el("label", {}, input, "pressures"));
  player.onFrame = (k) => {
    if (input.checked) paint(k);
  };
}

// the card of a body: name, mass, joints, signals; hide, fade, isolate, follow, trace
export function cards(viewer: Viewer, player: Player | null, add: (signal: string) => void): void {
  const card = byId("pick"),
    run = player?.run;
  viewer.picked = (hit) => {
    card.hidden = !hit;
    if (!hit) return;
    const k = hit.body,
      body = viewer.scene.bodies[k],
      joints = viewer.scene.joints.filter((j) => j.bodies?.includes(body.name)),
      signals = run
        ? run.names.filter((n) => n.startsWith(`${body.name}.`) || joints.some((j) => n.startsWith(`${j.name}.`)))
        : [];
    const button = (text: string, act: () => void): HTMLElement =>
        el(
          "button",
          {
            type: "button",
            click: () => {
              act();
              viewer.ask();
            },
          },
          text,
        ),
      point = viewer.local(k, hit.point);
    card.replaceChildren(
      el(
        "div",
        { class: "pickhead" },
        el("b", {}, shown(body.name)),
        el(
          "button",
          {
            type: "button",
            class: "close",
            "aria-label": "close",
            click: () => {
              card.hidden = true;
              viewer.select(-1);
            },
          },
          "×",
        ),
      ),
      el("div", {}, body.mass === undefined ? "" : `mass ${value(body.mass)} kg`),
      joints.length > 0
        ? el("div", {}, `joints: ${joints.map((j) => `${shown(j.name)} (${j.kind ?? ""})`).join(", ")}`)
        : "",
      el(
        "div",
        { class: "row" },
        button(viewer.look(k) === "faded" ? "show" : "fade", () =>
          viewer.set(k, viewer.look(k) === "faded" ? "shown" : "faded"),
        ),
        button("hide", () => {
          viewer.set(k, "hidden");
          card.hidden = true;
        }),
        button("isolate", () => viewer.isolate(k)),
        button("show all", () => viewer.all()),
        button("follow", () => {
          viewer.follow = viewer.follow === k ? -1 : k;
        }),
      ),
      player?.motion
        ? el(
            "div",
            { class: "row" },
            button("trace this point", () => viewer.trace(k, point, player.motion!)),
            button("trace its centre", () => {
              if (body.com) viewer.trace(k, point.clone().set(...body.com), player.motion!);
            }),
            button("no traces", () => viewer.untrace()),
          )
        : "",
      signals.length > 0
        ? el(
            "details",
            {},
            el("summary", {}, `${signals.length} signals`),
            el(
              "ul",
              { class: "signals" },
              ...signals.map((n) => el("li", {}, el("button", { type: "button", click: () => add(n) }, n))),
            ),
          )
        : "",
    );
  };
}

export function saving(viewer: Viewer, player: Player, title: string): void {
  const save = byId<HTMLSelectElement>("save");
  save.onchange = () => {
    const kind = save.value;
    save.value = "";
    void out(kind, viewer, player, title);
  };
}

export function unitChooser(data: Pick<RunData, "display" | "chosen">, units: Units): void {
  const chooser = byId<HTMLSelectElement>("units");
  if (!chooser || Object.keys(data.display).length < 2) {
    chooser?.remove();
    return;
  }
  chooser.hidden = false;
  chooser.append(
    ...Object.keys(data.display).map(
      (name) =>
        new Option(name === "SI" ? "SI units" : `${name} units`, name, name === units.system, name === units.system),
    ),
  );
  chooser.onchange = () => units.choose(chooser.value);
}
