// The report of a run: the view, the plots and the player joined.
import { pageData, Run, type RunData, unpackMeshes } from "../data";
import { byId, el } from "../dom";
import { type Live, panel } from "../live/panel";
import { short } from "../format";
import { Player } from "../player";
import { csvRun } from "../plots/csv";
import { Plots } from "../plots/plots";
import { signalBrowser } from "../plots/signals";
import { theme } from "../theme";
import { Units } from "../units";
import { cards, pressures, saving, scaleNote, stage, unitChooser } from "./stage";

export async function report(): Promise<object> {
  const data = pageData<RunData>(),
    run = await Run.open(data),
    units = new Units(data.display, data.chosen),
    root = byId("main");
  const left = el("div", { class: "card stage" }),
    right = el("div", { class: "plots", id: "plots" });
  let player: Player | null = null;
  await unpackMeshes(data.scene);
  if (data.scene) {
    root.append(left);
    const results = byId("results");
    if (results) left.append(results);
  }
  root.append(right);
  root.classList.toggle("alone", !data.scene);
  const viewer = data.scene ? stage(left, data.scene, !!data.pose) : null;
  const plots = new Plots(right, run, units, (time) => {
    player?.pause();
    player?.seek(time);
  });
  for (const p of data.plots) plots.add(p);
  if (run.names.length) right.append(signalBrowser(plots, data.left_out));
  else {
    right.hidden = true;
    root.classList.add("alone");
  }
  for (const [k, other] of (data.others ?? []).entries())
    plots.overlay(await Run.open({ ...other, display: data.display }), other.title || `run ${k + 2}`);
  if (viewer && data.pose) {
    // a machine that stands beside the curves
    viewer.pose.set(data.pose);
    cards(viewer, null, () => {});
    viewer.ask();
    plots.at(0);
  } else if (viewer) {
    player = new Player(viewer, (time, playing) => plots.at(time, playing));
    viewer.unit = (f) => `${short(f * units.factor("N"))} ${units.name("N")}`;
    viewer.scale = forceScale(run);
    player.load(run);
    cards(viewer, player, (name) =>
      plots.add({ title: name, signals: [name] }).root.scrollIntoView({ behavior: "smooth", block: "nearest" }),
    );
    pressures(viewer, player, units);
    saving(viewer, player, data.title);
    if (!data.reactions) byId("show-reactions").parentElement!.hidden = true;
    units.listeners.push(() => {
      scaleNote(viewer);
      viewer.ask();
    });
  } else plots.at(0);
  unitChooser(data, units);
  theme(byId("theme"), (dark) => {
    if (viewer) viewer.dark = dark;
    plots.redraw();
  });
  dropping(plots);
  if (player && !matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
  const live = data.live ? await begun(left, { data, run, units, plots, player, viewer }) : null;
  return { viewer, plots, player, data, run, units, live };
}

// a page without its simulator is still a report
async function begun(left: HTMLElement, parts: Parameters<typeof panel>[1]): Promise<Live | null> {
  try {
    return await panel(parts.viewer ? left : byId("main"), parts);
  } catch (error) {
    const say = byId("told");
    say.textContent = `This report cannot be run again here: ${error instanceof Error ? error.message : String(error)}`;
    say.hidden = false;
    return null;
  }
}

// the usual largest force of a joint: the 95th percentile over time
function forceScale(run: Run): number {
  const rows = run.data.reactions;
  if (!rows?.length) return 1;
  const largest = Array.from(run.t, (_, k) => {
    let most = 0;
    for (let j = 0; j < rows.length; j += 3)
      most = Math.max(most, Math.hypot(run.table[rows[j]][k], run.table[rows[j + 1]][k], run.table[rows[j + 2]][k]));
    return most;
  }).sort((a, b) => a - b);
  return largest[Math.floor(0.95 * (largest.length - 1))] || 1;
}

// another result dropped on the page, its report or a table of its signals, is laid over this one
export async function overlayText(plots: Plots, text: string, name: string): Promise<string> {
  const found = new DOMParser().parseFromString(text, "text/html").getElementById("data")?.textContent,
    short = name.replace(/\.(html?|csv)$/i, "");
  try {
    const run = found ? await Run.open(JSON.parse(found) as RunData) : csvRun(text, plots.units, plots.run);
    if (!run)
      return /\.nc$/i.test(name) || text.slice(1, 4) === "HDF"
        ? `${name} cannot be read by a page: drop the report.html beside it, or lay results over each other with biela compare.`
        : `${name} is not a report of biela, nor a table (CSV) of signals over time.`;
    const common = run.names.filter((n) => plots.run.has(n)).length,
      title = run.data.title;
    if (!common) return `${name} has no signal in common with this run.`;
    plots.overlay(run, title && title !== plots.run.data.title ? title : short);
    return `${name} is laid over this run, dashed: ${common} signals in common.`;
  } catch {
    return `${name} cannot be read: its data are damaged.`;
  }
}
function dropping(plots: Plots): void {
  const say = byId("told");
  document.addEventListener("dragover", (e) => e.preventDefault());
  document.addEventListener("drop", (e) => {
    const file = e.dataTransfer?.files[0];
    if (!file) return;
    e.preventDefault();
    void file
      .text()
      .then((text) => overlayText(plots, text, file.name))
      .then((words) => {
        say.textContent = words;
        say.hidden = false;
      });
  });
}
