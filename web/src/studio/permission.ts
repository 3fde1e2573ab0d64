// Code that a machine file names runs only after a person has seen what it is, and has allowed it.
import { el } from "../dom";
import type { Line } from "./line";

interface Code {
  file: string;
  what: string;
  size: number;
  digest: string;
  refused: string; // why it cannot be allowed here
}
const WORDS: Record<string, string> = {
  elements: "Python file of elements",
  measure: "Python file of a measure",
  FMU: "FMU, which holds a compiled program",
};

export class Permission {
  private shown = "";
  constructor(
    readonly host: HTMLElement,
    readonly line: Line,
    readonly file: () => string,
    readonly tell: (text: string, bad?: boolean) => void,
  ) {}
  // a bar above the text, as long as the machine names code that nobody has allowed
  show(files: string[]): void {
    const key = JSON.stringify([this.file(), files]);
    if (key === this.shown) return;
    this.shown = key;
    this.host.hidden = !files.length;
    this.host.replaceChildren();
    if (!files.length) return;
    const button = el("button", { type: "button", id: "allow-code" }, "look at it…");
    button.onclick = () => void this.ask();
    this.host.append(
      el(
        "p",
        { class: "answer doubt" },
        `This machine names code that nobody has allowed, and that does not run: ${files.join(", ")}.`,
      ),
      el("div", { class: "row" }, button),
    );
  }
  private async ask(): Promise<void> {
    const file = this.file(),
      answer = await this.line.ask("code", { file });
    if (!answer.ok) {
      this.tell(String(answer.message), true);
      return;
    }
    const code = answer.code as Code[],
      able = code.filter((c) => !c.refused),
      no = el("button", { type: "button", id: "refuse-code", autofocus: true }, "do not allow it"),
      yes = el("button", { type: "button", id: "really-allow-code" }, "allow it until the studio ends"),
      box = el(
        "dialog",
        { id: "permission", "aria-label": "code that would run" },
        el("h3", {}, "Allow this code to run?"),
        el(
          "p",
          {},
          "Code that you allow can do all that you can do on this computer. Allow it if you trust its maker.",
        ),
        el("ul", {}, ...code.map((c) => this.about(c))),
        el("div", { class: "row" }, no, able.length ? yes : null),
      );
    no.onclick = () => box.close();
    yes.onclick = () => {
      box.close();
      const chosen = able.map((c) => ({ file: c.file, digest: c.digest }));
      void this.line.ask("allow", { file, code: chosen }).then((done) => {
        if (done.ok) this.tell(`Allowed until the studio ends: ${able.map((c) => c.file).join(", ")}.`);
        else this.tell(String(done.message), true);
      });
    };
    box.onclose = () => box.remove();
    document.body.append(box);
    box.showModal();
  }
  private about(c: Code): HTMLElement {
    const what = WORDS[c.what] ?? c.what;
    return c.refused
      ? el("li", {}, el("b", {}, c.file), ` (${what}) cannot be allowed here: ${c.refused}`)
      : el("li", {}, el("b", {}, c.file), ` (${what}), ${c.size} bytes, SHA-256 `, el("code", {}, c.digest));
  }
}
