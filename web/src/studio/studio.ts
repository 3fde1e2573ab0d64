// The studio: files on the left, the text and its machine side by side, forms and work on the right.
import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { pageData } from "../data";
import { byId, el } from "../dom";
import { theme } from "../theme";
import { Adding } from "./adding";
import { type Change, Editor, type Problem } from "./editor";
import { ElementForm } from "./forms";
import { Hands } from "./hands";
import { Line, type Message } from "./line";
import { Permission } from "./permission";
import { type Handle, Picture, type Shown } from "./picture";
import { Forms, type Schema } from "./schema";
import { Sketcher } from "./sketcher";
import { Waits } from "./waits";
import { type Command, type Job, Work } from "./work";

interface Look {
  problems: Problem[];
  outline: Record<string, [number, number]>;
  values?: Record<string, string>;
  show?: Shown;
  handles?: Handle[];
  check?: Check;
  code?: string[]; // files of code that nobody has allowed
}
interface Check {
  text?: string;
  mobility: number | null;
  loops: number;
  bodies: number;
  problems: string[];
  warnings: string[];
  failed?: string; // why there is none
}

export async function studio(): Promise<object> {
  const data = pageData<{ title: string; schema: Schema; commands: Command[] }>(),
    line = new Line(),
    forms = new Forms(data.schema),
    told = byId("told");
  let look: Look | null = null,
    text = "",
    chosen: { section: string; name: string } | null = null,
    dark = false,
    wished: { section: string; name: string } | null = null,
    files: string[] = [],
    measurements: string[] = [],
    drawn = -1; // version of the text that the picture shows
  let fading = 0;
  const tell = (text: string, bad = false): void => {
    told.textContent = text;
    told.hidden = !text;
    told.classList.toggle("bad", bad);
    clearTimeout(fading);
    if (text && line.open)
      fading = window.setTimeout(
        () => {
          told.hidden = true;
        },
        bad ? 12_000 : 5_000,
      );
  };
  line.connected = (on) => {
    document.documentElement.dataset.line = on ? "on" : "off";
    if (!on)
      tell(
        "The line to the studio is broken. What you type is kept here and sent when it is back. If the studio was started again, open the address that it printed.",
        true,
      );
    else {
      tell("");
      void refresh();
      if (editor.file) void editor.rejoin().then(() => editor.synced());
    }
  };
  const editor = new Editor(byId("editor"), line, forms);
  editor.refused = (words) => tell(`What you typed was not taken: ${words}`, true);
  editor.names = () => ({ bodies: names("bodies"), joints: names("joints"), parameters: names("parameters") });
  const names = (section: string): string[] =>
    Object.keys(look?.outline ?? {})
      .filter((k) => k.startsWith(`${section}.`))
      .map((k) => k.slice(section.length + 1));
  const change = async (what: string, given: object): Promise<string> => {
    await editor.synced();
    const answer = await line.ask(what, { file: editor.file, ...given });
    if (answer.ok) {
      editor.apply(answer.changes as Change[]);
      await editor.synced();
      return "";
    }
    return String(answer.message);
  };
  const hands = new Hands(line, () => editor.file, tell);
  const picture = new Picture(byId("view"), {
    drag: (body, index, point, target) => hands.drag(body, index, point, target),
    place: async (joint, target) => {
      const words = await change("place", { joint, target });
      if (words) tell(words, true);
    },
    pick: (kind, name) => {
      if (name) choose(kind, name, true);
      else choose("", "", false);
    },
    settle: () => tell("The machine was moved by hand; the text is as it was."),
    prepare: () => hands.prepare(),
  });
  const form = new ElementForm(byId("element"), forms, {
    set: (path, value) => change("set", { path, value }),
    remove: (path) => change("remove", { path }),
  });
  const adding = new Adding(forms, {
    set: (path, value) => change("set", { path, value }),
    remove: (path) => change("remove", { path }),
    taken: names,
    names,
    added: (section, name) => {
      wished = { section, name };
    },
  });
  byId("element").before(adding.root);
  const work = new Work(byId("work"), line, data.commands, {
    file: () => editor.file,
    digest: () => text,
    synced: () => editor.synced(),
    tell,
    page: (address, title, words) => page(address, title, words),
    restore: async (job: Job) => {
      if (job.file !== editor.file) await open(job.file);
      const answer = await line.ask("restore", { file: editor.file, job: job.id });
      if (answer.ok) {
        editor.replace(String(answer.text));
        tell(`The text of ${job.id} is back; undo brings the other one.`);
      } else tell(String(answer.message), true);
    },
  });
  const sketcher = new Sketcher(
    byId("sketch"),
    async (name, text) => {
      const answer = await line.ask("new", { name, text });
      if (!answer.ok) return String(answer.message);
      await refresh();
      await open(String(answer.file));
      mode("machine");
      return "";
    },
    (drawing) => {
      if (current === "sketch") void line.ask("keep_sketch", { text: drawing });
    },
  );

  const permission = new Permission(byId("named-code"), line, () => editor.file, tell);
  new Waits(byId("waits"), line, () => line.open && !!editor.file && drawn !== editor.version);

  // ------------------------------------------------------------------------------------------------------- choosing
  const choose = (section: string, name: string, scroll: boolean): void => {
    chosen = name ? { section, name } : null;
    picture.select(section === "bodies" ? name : null);
    const lines = look?.outline[`${section}.${name}`];
    editor.choose(lines ?? null, scroll);
    formOf();
    document.documentElement.dataset.chosen = name ? `${section}.${name}` : "";
  };
  const formOf = (): void => {
    if (!chosen || !look) {
      form.show(null);
      return;
    }
    const head = `${chosen.section}.${chosen.name}.`,
      values = Object.fromEntries(
        Object.entries(look.values ?? {})
          .filter(([k]) => k.startsWith(head))
          .map(([k, v]) => [k.slice(head.length), v]),
      );
    form.show(Object.keys(values).length || look.outline[head.slice(0, -1)] ? { ...chosen, values } : null);
  };
  editor.cursor = (row) => {
    const found = Object.entries(look?.outline ?? {}).find(
      ([k, [a, b]]) => k.includes(".") && a <= row && row <= b && !/\.\d+$/.test(k),
    );
    const [section, name] = found
      ? [found[0].slice(0, found[0].indexOf(".")), found[0].slice(found[0].indexOf(".") + 1)]
      : ["", ""];
    if (chosen?.section !== section || chosen?.name !== name) {
      chosen = name ? { section, name } : null;
      picture.select(section === "bodies" ? name : null);
      formOf();
      document.documentElement.dataset.chosen = name ? `${section}.${name}` : "";
    }
  };

  // --------------------------------------------------------------------------------------------------------- pictures
  const take = (version: number, next: Look | null): void => {
    if (!next) return;
    look = next;
    drawn = version;
    editor.tell(next.problems);
    permission.show(next.code ?? []);
    if (wished && next.outline[`${wished.section}.${wished.name}`]) {
      const { section, name } = wished;
      wished = null;
      choose(section, name, true);
    }
    byId("problems").replaceChildren(
      ...next.problems.slice(0, 30).map((p) => {
        const b = el(
          "button",
          { type: "button", class: "link bad" },
          `${p.line ? `line ${p.line}: ` : ""}${p.path ? `${p.path}: ` : ""}${p.message}`,
        );
        b.onclick = () => {
          if (p.line) {
            editor.choose([p.line, p.line]);
            editor.view.focus();
          }
        };
        return b;
      }),
    );
    if (next.show) {
      hands.renew(next.show.sliders);
      picture.load(next.show, next.handles ?? [], dark);
      if (next.check) verdict(next.check);
    } else byId("verdict").textContent = "This is the machine before the problem.";
    byId("view").classList.toggle("stale", !next.show);
    formOf();
    document.documentElement.dataset.drawn = String(version);
    document.documentElement.dataset.problems = String(next.problems.length);
  };
  line.on("picture", (news) => {
    if (news.file === editor.file) take(news.version as number, news.picture as unknown as Look);
  });
  // what is to be said of the machine comes a moment after its picture
  const verdict = (c: Check): void => {
    byId("verdict").textContent =
      c.failed ??
      `${c.bodies} bodies, ${c.loops === 1 ? "one loop" : `${c.loops} loops`}, mobility ${c.mobility ?? "?"}${c.warnings.length ? `. ${c.warnings[0]}` : ""}`;
    byId("verdict").title = c.text ?? "";
  };
  line.on("check", (news) => {
    if (news.file !== editor.file || news.version !== drawn || !look?.show) return;
    look.check = news.check as Check;
    verdict(look.check);
  });
  line.on("files", (news) => list(news.machines as string[], news.data as string[]));
  line.on("state", (news) => {
    if (news.file === editor.file) state(news);
  });

  // ------------------------------------------------------------------------------------------------------------ files
  const list = (machines: string[], data: string[]): void => {
    files = machines;
    measurements = data;
    byId("data-files").replaceChildren(...data.map((d) => new Option(d, d)));
    const fresh = el("button", { type: "button", id: "new-file" }, "new…");
    fresh.onclick = () => ask();
    byId("files").replaceChildren(
      el("h3", {}, "Machines"),
      ...machines.map((name) => {
        const b = el("button", { type: "button", class: "link", "data-file": name }, name);
        b.setAttribute("aria-current", String(name === editor.file));
        b.onclick = () => void open(name);
        return b;
      }),
      fresh,
      el("h3", {}, "Data"),
      ...(data.length
        ? data.map((name) => el("div", { class: "soft" }, name))
        : [el("small", { class: "soft" }, "none yet: tables put into the folder appear here")]),
    );
  };
  const ask = (): void => {
    const name = el("input", { placeholder: "name", "aria-label": "name of the new file", id: "new-name" }),
      from = el("input", {
        placeholder: "empty, or a ready machine: four-bar",
        "aria-label": "ready machine to begin with",
        id: "new-from",
      }),
      make = el("button", { type: "submit" }, "create"),
      box = el("form", { class: "new" }, name, from, make);
    box.onsubmit = (e) => {
      e.preventDefault();
      void line
        .ask("new", { name: name.value.trim(), machine: from.value.trim() || undefined })
        .then(async (answer) => {
          if (!answer.ok) {
            tell(String(answer.message), true);
            return;
          }
          await refresh();
          await open(String(answer.file));
        });
    };
    byId("new-file").replaceWith(box);
    name.focus();
  };
  const refresh = async (): Promise<Message> => {
    const answer = await line.ask("list");
    if (answer.ok) {
      list(answer.machines as string[], answer.data as string[]);
      work.load(answer.results as Job[]);
    }
    return answer;
  };
  const open = async (name: string): Promise<void> => {
    await editor.synced();
    const answer = await line.ask("open", { file: name });
    if (!answer.ok) {
      tell(String(answer.message), true);
      return;
    }
    editor.open(String(answer.file), String(answer.text), answer.version as number, String(answer.epoch));
    chosen = null;
    look = null;
    drawn = -1;
    byId("doc").textContent = String(answer.file);
    list(files, measurements);
    page(null, "");
    if (answer.recovered) tell("Changes of a studio that ended suddenly were found and are back in the text.");
    take(answer.drawn as number, answer.picture as unknown as Look | null);
    state({ unsaved: false, version: answer.version, conflict: answer.conflict, trouble: "", text: answer.digest });
    location.hash = encodeURIComponent(name);
  };
  let known: Message = {}; // the last word of the server; what it has not received yet is not saved either
  const state = (news: Message): void => {
    known = news;
    if (news.text !== undefined && news.text !== text) {
      text = String(news.text);
      work.refresh();
    }
    byId("saved").textContent = news.trouble
      ? String(news.trouble)
      : news.conflict
        ? "not saved: the file was changed elsewhere"
        : news.unsaved || editor.pending || news.version !== editor.version
          ? "saving…"
          : "saved";
    byId("saved").classList.toggle("bad", !!news.trouble || !!news.conflict);
    conflict(typeof news.conflict === "string" ? news.conflict : null);
  };
  editor.changed = () => state(known);
  let shown: string | null = null;
  const conflict = (theirs: string | null): void => {
    const host = byId("conflict");
    if (theirs === shown) return;
    shown = theirs;
    host.hidden = theirs === null;
    host.replaceChildren();
    if (theirs === null) return;
    const sides = el("div", { class: "merge" }),
      mine = el("button", { type: "button", id: "keep-mine" }, "keep the text here (left)"),
      other = el("button", { type: "button", id: "keep-theirs" }, "take the file (right)"),
      extensions = [EditorView.lineWrapping, EditorState.readOnly.of(true)];
    host.append(
      el(
        "p",
        { class: "answer bad" },
        "Another program changed the same lines of this file. Nothing was overwritten: choose a version.",
      ),
      el("div", { class: "row" }, mine, other),
      sides,
    );
    const view = new MergeView({ a: { doc: editor.text, extensions }, b: { doc: theirs, extensions }, parent: sides });
    mine.onclick = () => {
      view.destroy();
      void line.ask("choose", { file: editor.file, text: editor.text });
    };
    other.onclick = () => {
      view.destroy();
      void line.ask("choose", { file: editor.file, text: theirs });
    };
  };

  // ------------------------------------------------------------------------------------------------------------ modes
  // a page of a result, or what a command said in its place; null: none is shown any more
  const page = (address: string | null, title: string, words = ""): void => {
    const button = byId("mode-result");
    button.hidden = address === null;
    button.textContent = `result ${title}`;
    work.shown = address === null ? "" : title;
    if (address) byId<HTMLIFrameElement>("page").src = address;
    else byId("page").removeAttribute("src");
    byId("said").textContent = words;
    if (address !== null) mode("result");
    else if (current === "result") mode("machine");
  };
  let current = "machine";
  const mode = (next: string): void => {
    current = next;
    document.body.dataset.mode = next;
    for (const b of byId("modes").children)
      b.setAttribute("aria-pressed", String(b.getAttribute("data-mode") === next));
    byId("view").hidden = byId("verdict").hidden = next === "sketch" || next === "result";
    byId("home").hidden = byId("view").hidden;
    byId("sketch").hidden = next !== "sketch";
    const paged = byId("page").hasAttribute("src");
    byId("page").hidden = next !== "result" || !paged;
    byId("said").hidden = next !== "result" || paged;
    picture.editing(next === "edit");
    if (next === "sketch") sketcher.draw();
    picture.viewer?.ask();
  };
  for (const [key, text, hint] of [
    ["machine", "machine", "drag bodies: the loops stay closed"],
    ["edit", "edit points", "drag joints: numbers of the text change"],
    ["sketch", "sketch", "draw a planar linkage"],
    ["result", "result", "what the command that was opened last gave"],
  ]) {
    const b = el("button", { type: "button", "data-mode": key, id: `mode-${key}`, title: hint }, text);
    b.hidden = key === "result"; // until there is one
    b.onclick = () => mode(key);
    byId("modes").append(b);
  }
  for (const [key, text] of [
    ["element", "element"],
    ["work", "work"],
  ]) {
    const b = el("button", { type: "button", role: "tab", id: `tab-${key}` }, text);
    b.onclick = () => {
      for (const k of ["element", "work"]) {
        byId(k).hidden = k !== key;
        adding.root.hidden = key !== "element";
        byId(`tab-${k}`).setAttribute("aria-selected", String(k === key));
      }
    };
    byId("sidetabs").append(b);
  }
  document.addEventListener("keydown", (e) => {
    // undo covers text, picture and forms, wherever the hand was last
    if (
      !(e.ctrlKey || e.metaKey) ||
      e.altKey ||
      e.defaultPrevented ||
      (e.target instanceof HTMLInputElement && e.target.type !== "checkbox") ||
      editor.view.hasFocus ||
      current === "sketch"
    )
      return;
    const key = e.key.toLowerCase();
    if (key === "z" || key === "y") {
      e.preventDefault();
      if (key === "y" || e.shiftKey) editor.redo();
      else editor.undo();
    }
  });
  byId("undo").onclick = () => editor.undo();
  byId("redo").onclick = () => editor.redo();
  byId("home").onclick = () => picture.viewer?.home();
  byId("units")?.remove();
  theme(byId("theme"), (d) => {
    dark = d;
    if (picture.viewer) picture.viewer.dark = d;
  });
  mode("machine");
  byId("tab-work").click();
  const first = await refresh();
  if (typeof first.sketch === "string") sketcher.restore(first.sketch);
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (files.length) await open(files.includes(wanted) ? wanted : files[0]);
  else mode("sketch");
  return {
    editor,
    line,
    picture,
    hands,
    work,
    sketcher,
    open,
    choose,
    mode,
    get look() {
      return look;
    },
  };
}
