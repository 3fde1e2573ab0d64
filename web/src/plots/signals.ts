// All signals: searched by name, put into plots by a click or by dragging, drawn over each other.
import { el } from "../dom";
import { bracket } from "../format";
import type { Plots } from "./plots";

const MOST = 60;
export function signalBrowser(plots: Plots, leftOut: number): HTMLElement {
  const run = plots.run,
    search = el("input", {
      type: "search",
      id: "search",
      placeholder: `search ${run.names.length} signals`,
      "aria-label": "search the signals",
    }),
    list = el("ul", { class: "signals", "aria-label": "signals" }),
    count = el("span", { class: "soft" });
  const make = (name: string): HTMLElement =>
    el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          draggable: "true",
          title: "click: a plot of its own; drag: into a plot",
          click: () => {
            plots.add({ title: name, signals: [name] }).root.scrollIntoView({ behavior: "smooth", block: "nearest" });
          },
          dragstart: (e: DragEvent) => e.dataTransfer?.setData("text/plain", name),
        },
        name,
        el("span", { class: "soft" }, bracket(plots.units.name(run.unit(name)))),
      ),
    );
  const fill = (): void => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean),
      found = run.names.filter((n) => words.every((w) => n.toLowerCase().includes(w)));
    list.replaceChildren(...found.slice(0, MOST).map(make));
    count.textContent = `${found.length} of ${run.names.length}${found.length > MOST ? `, the first ${MOST} shown` : ""}${leftOut ? `; ${leftOut} more in result.nc` : ""}`;
  };
  search.oninput = fill;
  plots.units.listeners.push(fill);
  fill();
  const chooser = (id: string, text: string): HTMLInputElement =>
      el("input", { id, list: "signal-names", placeholder: text, "aria-label": text }),
    x = chooser("xy-x", "x signal"),
    y = chooser("xy-y", "y signal"),
    names = el("datalist", { id: "signal-names" }, ...run.names.map((n) => el("option", { value: n })));
  const draw = el(
      "button",
      {
        type: "button",
        id: "xy-add",
        click: () => {
          if (run.has(x.value) && run.has(y.value))
            plots
              .add({ title: y.value, signals: [y.value], x: x.value })
              .root.scrollIntoView({ behavior: "smooth", block: "nearest" });
          else note.textContent = "Choose two signals of this run.";
        },
      },
      "draw y over x",
    ),
    note = el("span", { class: "soft", role: "status" });
  return el(
    "section",
    { class: "card browser" },
    el("h2", {}, "Signals"),
    search,
    count,
    list,
    el("div", { class: "xyrow" }, y, "over", x, draw, note),
    names,
    el(
      "p",
      { class: "soft" },
      "In a plot: drag to zoom (both ways), shift-drag to move, ctrl-wheel and shift-wheel to zoom, double-click to see all, click to set the time. Drop the report of another run, or a table of its signals (CSV), here to lay it over this one.",
    ),
  );
}
