// Commands on the machine: their options as a form, progress, an end, and the results that were kept.
import { el } from "../dom";
import type { Line } from "./line";

export interface Option_ {
  name: string;
  label: string;
  kind: string;
  help: string;
  several: boolean;
  default: string;
  needed: boolean;
}
export interface Command {
  name: string;
  help: string;
  options: Option_[];
}
export interface Job {
  id: string;
  command: string;
  file: string;
  given: Record<string, unknown>;
  version: string;
  begun: number;
  words: string[];
  status: string;
  progress: number | null;
  said: string;
  seconds: number;
  files: string[];
}
interface Hooks {
  file: () => string;
  synced: () => Promise<void>;
  page: (address: string, title: string, words?: string) => void;
  restore: (job: Job) => Promise<void>;
  digest: () => string;
  tell: (text: string, bad?: boolean) => void;
}
const COMMON: Record<string, string[]> = {
  run: ["duration", "method"],
  inverse: ["motions", "duration"],
  identify: ["data"],
  estimate: ["log", "filter"],
  sweep: ["vary", "measures", "samples"],
};
const SIGN: Record<string, string> = { done: "✓", failed: "✗", cancelled: "■", running: "…" };

export class Work {
  private jobs = new Map<string, Job>();
  private chosen = new Set<string>();
  private command: Command;
  private current = ""; // the result that is shown
  private readonly form = el("form", { class: "command" });
  private readonly list = el("div", { class: "jobs" });
  private readonly tabs = el("div", { class: "row", role: "tablist" });
  constructor(
    readonly host: HTMLElement,
    readonly line: Line,
    readonly commands: Command[],
    readonly hooks: Hooks,
  ) {
    this.command = commands.find((c) => c.name === "run") ?? commands[0];
    for (const c of commands) {
      const tab = el("button", { type: "button", role: "tab", title: c.help, id: `work-${c.name}` }, c.name);
      tab.onclick = () => {
        this.command = c;
        this.draw();
      };
      this.tabs.append(tab);
    }
    const compare = el("button", { type: "button", id: "compare" }, "compare the chosen");
    compare.onclick = () => void this.compare();
    host.append(this.tabs, this.form, el("div", { class: "row" }, el("h3", {}, "Results"), compare), this.list);
    this.form.onsubmit = (e) => {
      e.preventDefault();
      void this.start();
    };
    line.on("job", (news) => {
      this.take(news.job as Job);
    });
    this.draw();
  }
  set shown(id: string) {
    if (id === this.current) return;
    this.current = id;
    this.results();
  }
  refresh(): void {
    this.results();
  }
  load(jobs: Job[]): void {
    this.jobs = new Map(jobs.map((j) => [j.id, j]));
    this.results();
  }
  private take(job: Job): void {
    const before = this.jobs.get(job.id);
    this.jobs.set(job.id, job);
    this.results();
    if (before?.status === "running" && job.status !== "running") {
      this.hooks.tell(
        `${job.command} of ${job.file}: ${job.status} after ${job.seconds.toFixed(1)} s.`,
        job.status === "failed",
      );
      if (job.status !== "cancelled") this.open(job); // a failed one says why
    }
  }
  private draw(): void {
    for (const tab of this.tabs.children)
      tab.setAttribute("aria-selected", String(tab.textContent === this.command.name));
    const shown = this.command.options,
      first = new Set(COMMON[this.command.name] ?? []),
      field = (o: Option_): HTMLElement => {
        const id = `option-${o.name}`,
          input =
            o.kind === "flag"
              ? el("input", { type: "checkbox", id, name: o.name })
              : el("input", {
                  id,
                  name: o.name,
                  placeholder: o.default || (o.several ? "several: separate with ;" : ""),
                  spellcheck: "false",
                  ...(o.kind === "file" ? { list: "data-files" } : {}),
                });
        return el(
          "div",
          { class: "field" },
          el("label", { for: id, title: o.help }, o.label),
          input,
          el("small", { class: "soft" }, o.help),
        );
      };
    const rest = shown.filter((o) => !first.has(o.name) && !o.needed);
    this.form.replaceChildren(
      el("p", { class: "soft" }, this.command.help),
      ...shown.filter((o) => first.has(o.name) || o.needed).map(field),
      rest.length ? el("details", {}, el("summary", {}, `${rest.length} more options`), ...rest.map(field)) : "",
      el(
        "div",
        { class: "row" },
        el("button", { class: "main", type: "submit", id: "start" }, `▶ ${this.command.name}`),
      ),
    );
  }
  private async start(): Promise<void> {
    const given: Record<string, unknown> = {};
    for (const o of this.command.options) {
      const input = this.form.elements.namedItem(o.name) as HTMLInputElement | null;
      if (!input) continue;
      if (o.kind === "flag") {
        if (input.checked) given[o.name] = true;
      } else if (input.value.trim())
        given[o.name] = o.several
          ? input.value
              .split(";")
              .map((t) => t.trim())
              .filter(Boolean)
          : input.value.trim();
    }
    await this.hooks.synced();
    const answer = await this.line.ask("start", { command: this.command.name, file: this.hooks.file(), given });
    if (!answer.ok) this.hooks.tell(String(answer.message), true);
    else this.take(answer.job as Job);
  }
  private results(): void {
    const jobs = [...this.jobs.values()].sort((a, b) => b.begun - a.begun);
    this.list.replaceChildren(
      ...jobs.map((j) => {
        const pick = el("input", { type: "checkbox", "aria-label": `choose ${j.id} for a comparison` });
        pick.checked = this.chosen.has(j.id);
        pick.disabled = !j.files.includes("result.nc") && !j.files.includes("summary.json");
        pick.onchange = () => {
          if (pick.checked) this.chosen.add(j.id);
          else this.chosen.delete(j.id);
        };
        const open = el("button", { type: "button", class: "link" }, `${SIGN[j.status] ?? "?"} ${j.id}`);
        open.setAttribute("aria-current", String(j.id === this.current));
        open.onclick = () => this.open(j);
        const row = el(
          "div",
          { class: `job ${j.status.split(" ")[0]}`, "data-id": j.id },
          pick,
          open,
          el(
            "small",
            { class: "soft", title: `${j.words.join(" ")}; the version of the text that it came from` },
            `${j.status === "running" ? "" : `${j.seconds.toFixed(1)} s · `}${j.version === this.hooks.digest() ? "this text" : `text ${j.version.slice(0, 6)}`}`,
          ),
        );
        if (j.status === "running") {
          const end = el("button", { type: "button" }, "cancel");
          end.onclick = () => void this.line.ask("cancel", { job: j.id });
          row.append(j.progress === null ? el("progress", {}) : el("progress", { value: j.progress, max: 1 }), end);
        } else {
          const back = el(
            "button",
            { type: "button", title: "put the text of this result back into the editor" },
            "restore text",
          );
          back.onclick = () => void this.hooks.restore(j);
          row.append(back);
        }
        if (j.files.length)
          row.append(
            el(
              "details",
              { class: "files" },
              el("summary", {}, `${j.files.length} files`),
              ...j.files.map((name) =>
                el(
                  "a",
                  {
                    href: `/result/${j.id}/${name}`,
                    target: "_blank",
                    download: name.endsWith(".html") ? undefined : name,
                  },
                  name,
                ),
              ),
            ),
          );
        return row;
      }),
    );
  }
  private open(j: Job): void {
    const page =
      ["report.html", "inverse.html", "identification.html", "estimation.html", "sweep.html", "compare.html"].find(
        (n) => j.files.includes(n),
      ) ?? j.files.find((n) => n.endsWith(".html"));
    if (page) this.hooks.page(`/result/${j.id}/${page}`, j.id);
    else this.hooks.page("", j.id, `${j.words.join(" ")}\n\n${j.said || "it said nothing."}`);
  }
  private async compare(): Promise<void> {
    if (this.chosen.size < 2) {
      this.hooks.tell("Choose two or more results with their boxes, then compare.", true);
      return;
    }
    const answer = await this.line.ask("compare", { jobs: [...this.chosen] });
    if (answer.ok) this.hooks.page(String(answer.page), "comparison");
    else this.hooks.tell(String(answer.message), true);
  }
}
