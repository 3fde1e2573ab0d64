// The text of a machine file: shared with other windows, checked while it is written, completed and explained from the schema.
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from "@codemirror/autocomplete";
import { collab, getSyncedVersion, receiveUpdates, sendableUpdates, type Update } from "@codemirror/collab";
import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import {
  bracketMatching,
  HighlightStyle,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { type Tag, tags } from "@lezer/highlight";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { ChangeSet, EditorState, Prec, StateEffect, StateField, type Text } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { el } from "../dom";
import type { Line } from "./line";
import { placeAt } from "./place";
import type { Forms } from "./schema";

export interface Problem {
  line: number;
  path: string;
  message: string;
  text?: string;
}
export interface Change {
  from: number;
  to: number;
  insert: string;
}
interface Sent {
  by: string;
  changes: unknown;
}
const changesOf = (sent: Sent[]): { clientID: string; changes: ChangeSet }[] =>
  sent.map((u) => ({ clientID: u.by, changes: ChangeSet.fromJSON(u.changes) }));
const mark = StateEffect.define<[number, number] | null>();
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (set, tr) => {
    for (const e of tr.effects)
      if (e.is(mark))
        set = e.value
          ? Decoration.set(
              Array.from({ length: e.value[1] - e.value[0] + 1 }, (_, k) =>
                Decoration.line({ class: "cm-chosen" }).range(
                  tr.state.doc.line(Math.min(e.value![0] + k, tr.state.doc.lines)).from,
                ),
              ),
              true,
            )
          : Decoration.none;
    return set.map(tr.changes);
  },
  provide: (f) => EditorView.decorations.from(f),
});

const COLOURS = HighlightStyle.define(
  [
    [[tags.propertyName, tags.definition(tags.propertyName)], "key"],
    [[tags.string, tags.special(tags.string)], "string"],
    [[tags.comment, tags.lineComment], "comment"],
    [[tags.meta, tags.labelName, tags.typeName], "meta"],
  ].map(([tag, name]) => ({ tag: tag as Tag[], color: `var(--code-${name as string})` })),
);

export class Editor {
  view: EditorView;
  file = "";
  names: () => Record<string, string[]> = () => ({});
  cursor: (line: number) => void = () => {};
  refused: (words: string) => void = () => {};
  changed: () => void = () => {};
  problems: Problem[] = [];
  private readonly by = Math.random().toString(36).slice(2);
  private pushing = false;
  private epoch = "";
  private base: Text; // base: what the server has, as far as known
  private readonly kept = new Map<string, { state: EditorState; epoch: string; base: Text }>(); // files that were open, with what can be undone in them
  private settled: (() => void)[] = [];
  constructor(
    host: HTMLElement,
    readonly line: Line,
    readonly forms: Forms,
  ) {
    this.view = new EditorView({ parent: host, state: this.state("", 0) });
    this.base = this.view.state.doc;
    line.on("updates", (news) => {
      if (news.file === this.file) this.receive(news.version as number, news.updates as Sent[], String(news.epoch));
      else this.follow(String(news.file), news.version as number, news.updates as Sent[], String(news.epoch));
    });
  }
  private state(text: string, version: number): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        foldGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSelectionMatches(),
        lintGutter(),
        marked,
        EditorView.lineWrapping,
        syntaxHighlighting(COLOURS),
        yaml(),
        autocompletion({ override: [(context) => this.complete(context)] }),
        hoverTooltip((_, pos) => this.explain(pos)),
        Prec.high(keymap.of([...completionKeymap])),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...foldKeymap, ...lintKeymap, indentWithTab]),
        collab({ startVersion: version, clientID: this.by }),
        EditorView.contentAttributes.of({ "aria-label": "text of the machine" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            this.changed();
            void this.push();
          }
          if (update.selectionSet || update.docChanged)
            this.cursor(update.state.doc.lineAt(update.state.selection.main.head).number);
        }),
      ],
    });
  }
  open(file: string, text: string, version: number, epoch: string): void {
    if (this.file) this.kept.set(this.file, { state: this.view.state, epoch: this.epoch, base: this.base });
    const old = this.kept.get(file),
      same = old && old.epoch === epoch && getSyncedVersion(old.state) === version && old.state.doc.toString() === text;
    this.file = file;
    this.epoch = epoch;
    this.problems = [];
    this.view.setState(same ? old.state : this.state(text, version));
    this.base = this.view.state.doc;
  }
  get text(): string {
    return this.view.state.doc.toString();
  }
  get version(): number {
    return getSyncedVersion(this.view.state);
  }

  // ---------------------------------------------------------------------------------------------------------- sharing
  private receive(version: number, sent: Sent[], epoch = this.epoch): void {
    if (epoch !== this.epoch || version > this.version) return;
    const missed = changesOf(sent.slice(this.version - version));
    for (const u of missed) this.base = u.changes.apply(this.base);
    if (missed.length) this.view.dispatch(receiveUpdates(this.view.state, missed));
  }
  // a file that is not shown keeps up with the others
  private follow(file: string, version: number, sent: Sent[], epoch: string): void {
    const old = this.kept.get(file);
    if (!old) return;
    const at = getSyncedVersion(old.state),
      missed = changesOf(sent.slice(at - version));
    if (epoch !== old.epoch || version > at) {
      this.kept.delete(file);
      return;
    }
    if (missed.length) {
      const { state } = receiveUpdates(old.state, missed);
      this.kept.set(file, { state, epoch, base: state.doc });
    }
  }
  private async push(): Promise<void> {
    if (this.pushing) return;
    this.pushing = true;
    try {
      for (let updates = sendableUpdates(this.view.state); updates.length; updates = sendableUpdates(this.view.state)) {
        const file = this.file,
          version = this.version;
        const answer = await this.line.ask("push", {
          file,
          version,
          epoch: this.epoch,
          updates: updates.map((u: Update) => ({ by: u.clientID, changes: u.changes.toJSON() })),
        });
        if (file !== this.file) return;
        if (!answer.ok && !answer.broken) {
          this.refused(String(answer.message));
          break;
        } // the next change tries again
        if (!answer.ok) {
          await new Promise((done) => setTimeout(done, 500));
          continue;
        }
        if (answer.lost) {
          if (!(await this.rejoin())) break;
        } else if (answer.taken === false)
          this.receive((answer.version as number) - (answer.updates as Sent[]).length, answer.updates as Sent[]);
      }
    } finally {
      this.pushing = false;
      for (const done of this.settled.splice(0)) done();
      this.changed();
    }
  }
  // after the line broke: the server may have begun anew, and others may have changed the file; what was typed here is merged with it
  async rejoin(): Promise<boolean> {
    const file = this.file;
    let { epoch } = this,
      base = this.base.toString();
    for (;;) {
      const text = this.text,
        answer = await this.line.ask("rejoin", { file, epoch, version: this.version, base, text });
      if (!file || !answer.ok || file !== this.file) return false;
      if (typeof answer.text !== "string") {
        this.receive((answer.version as number) - (answer.updates as Sent[]).length, answer.updates as Sent[]);
        return true;
      }
      if (this.text !== text) {
        epoch = "";
        base = text;
        continue;
      } // typed meanwhile: that is merged, too
      const top = this.view.scrollDOM.scrollTop,
        { head } = this.view.state.selection.main;
      this.file = "";
      this.kept.clear();
      this.open(file, answer.text, answer.version as number, String(answer.epoch));
      this.view.dispatch({ selection: { anchor: Math.min(head, this.view.state.doc.length) } });
      this.view.scrollDOM.scrollTop = top;
      return true;
    }
  }
  get pending(): boolean {
    return this.pushing || sendableUpdates(this.view.state).length > 0;
  }
  synced(): Promise<void> {
    return this.pending
      ? new Promise((done) => {
          this.settled.push(done);
          void this.push();
        })
      : Promise.resolve();
  }

  // ---------------------------------------------------------------------------------------------------------- changes
  apply(changes: Change[], scroll = true): void {
    this.view.dispatch({
      changes,
      userEvent: "input.form",
      ...(scroll && changes.length ? { effects: EditorView.scrollIntoView(changes[0].from, { y: "nearest" }) } : {}),
    });
  }
  replace(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, userEvent: "input.form" });
  }
  undo(): void {
    undo(this.view);
  }
  redo(): void {
    redo(this.view);
  }
  choose(lines: [number, number] | null, scroll = true): void {
    const effects: StateEffect<unknown>[] = [mark.of(lines)];
    if (lines && scroll)
      effects.push(
        EditorView.scrollIntoView(this.view.state.doc.line(Math.min(lines[0], this.view.state.doc.lines)).from, {
          y: "center",
        }),
      );
    this.view.dispatch({ effects });
  }
  tell(problems: Problem[]): void {
    this.problems = problems;
    const doc = this.view.state.doc,
      found: Diagnostic[] = problems
        .filter((p) => p.line > 0)
        .map((p) => {
          const line = doc.line(Math.min(p.line, doc.lines)),
            at = p.text ? line.text.indexOf(p.text) : -1,
            from = at < 0 ? line.from + line.text.length - line.text.trimStart().length : line.from + at;
          return {
            from,
            to: at < 0 ? line.to : from + p.text!.length,
            severity: "error",
            message: p.path ? `${p.path}: ${p.message}` : p.message,
          };
        });
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  // ------------------------------------------------------------------------------------------------ help while typing
  private typeOf = (path: (string | number)[]): string | undefined => {
    const lines = this.text.split("\n");
    let row = -1,
      indent = -1;
    for (const step of path) {
      // the line of each key, one inside the other
      const from = row + 1;
      let found = -1;
      for (let k = from; k < lines.length; k++) {
        const m = /^(\s*)["']?([^\s:#"'][^:#"']*?)["']?\s*:(?=\s|$)/.exec(lines[k]);
        if (!m) continue;
        if (m[1].length <= indent) break;
        if (m[2] === String(step)) {
          found = k;
          indent = m[1].length;
          break;
        }
      }
      if (found < 0) return undefined;
      row = found;
    }
    let block = lines[row] ?? "";
    for (
      let k = row + 1;
      k < lines.length && (!lines[k].trim() || lines[k].length - lines[k].trimStart().length > indent);
      k++
    )
      block += `\n${lines[k]}`;
    return /\btype:\s*["']?([\w-]+)/.exec(block)?.[1];
  };
  get car(): boolean {
    return /^car:/m.test(this.text);
  }
  private complete(context: CompletionContext): CompletionResult | null {
    const place = placeAt(this.text, context.pos),
      schemas = this.forms.at(place.path, this.car, this.typeOf);
    if (place.kind === "key") {
      const kind = this.typeOf(place.path),
        line = context.state.doc.lineAt(context.pos);
      if (!context.explicit && !place.word) return null;
      const present = new Set(this.keysBeside(line.number)),
        options: Completion[] = this.forms
          .fields(schemas, kind)
          .filter((f) => !present.has(f.name))
          .map((f) => ({
            label: f.name,
            type: "property",
            info: f.schema.description,
            apply: `${f.name}: `,
            boost: f.needed ? 1 : 0,
          }));
      return options.length ? { from: place.from, options, validFor: /^[\w-]*$/ } : null;
    }
    const last = place.path[place.path.length - 1],
      options: Completion[] = this.forms
        .words(schemas)
        .map((label) => ({ label, type: "enum", info: this.forms.about(schemas) }));
    const names = this.names(),
      element = this.forms.about(schemas);
    if (["parent", "child", "body", "at", "a", "b"].includes(String(last)) || /\ba body\b/.test(element))
      options.push(...["ground", ...(names.bodies ?? [])].map((label) => ({ label, type: "class", info: "body" })));
    if (["joint", "coordinate"].includes(String(last)) || place.path[0] === "start")
      options.push(...(names.joints ?? []).map((label) => ({ label, type: "class", info: "joint" })));
    if (!options.length || !place.word || /[\d+*/(]/.test(place.word))
      options.push(...(names.parameters ?? []).map((label) => ({ label, type: "variable", info: "parameter" })));
    const word = /[\w-]*$/.exec(context.state.sliceDoc(0, context.pos))![0];
    return options.length &&
      (context.explicit || word || /:\s$/.test(context.state.sliceDoc(Math.max(0, context.pos - 2), context.pos)))
      ? { from: context.pos - word.length, options, validFor: /^[\w-]*$/ }
      : null;
  }
  private keysBeside(row: number): string[] {
    const doc = this.view.state.doc,
      indent = doc.line(row).text.length - doc.line(row).text.trimStart().length,
      found: string[] = [];
    for (const way of [-1, 1])
      for (let k = row + way; k >= 1 && k <= doc.lines; k += way) {
        const text = doc.line(k).text;
        if (!text.trim()) continue;
        const own = text.length - text.trimStart().length;
        if (own < indent) break;
        const key = /^\s*["']?([\w-]+)["']?\s*:/.exec(text);
        if (own === indent && key) found.push(key[1]);
      }
    return found;
  }
  private explain(pos: number): { pos: number; above: boolean; create: () => { dom: HTMLElement } } | null {
    const word = this.view.state.wordAt(pos);
    if (!word) return null;
    const place = placeAt(this.text, word.to),
      text = this.view.state.sliceDoc(word.from, word.to);
    let path = place.path;
    if (place.kind === "key") path = [...path, text];
    const schemas = this.forms.at(path, this.car, this.typeOf),
      about = this.forms.about(schemas),
      words = this.forms.words(schemas);
    if (!about && !words.length) return null;
    return {
      pos: word.from,
      above: true,
      create: () => ({
        dom: el(
          "div",
          { class: "cm-explain" },
          el("b", {}, path.join(".")),
          about ? ` ${about}` : "",
          words.length
            ? el("div", { class: "soft" }, `one of ${words.slice(0, 14).join(", ")}${words.length > 14 ? ", …" : ""}`)
            : "",
        ),
      }),
    };
  }
}
