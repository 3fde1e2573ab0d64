// The numbers of a drawing: links with length, mass and inertia; pins with place, line, force, lock and path.
import { el } from "../dom";
import type { Link, Linkage, Pin } from "./linkage";

interface Hooks {
  linkage: () => Linkage;
  change: (act: () => string) => string;
} // change: what went wrong, in words
const short = (x: number): string => String(+x.toPrecision(5));

export class Tables {
  readonly root = el("div", { class: "tables" });
  constructor(readonly hooks: Hooks) {}
  draw(): void {
    const active = document.activeElement;
    if (active instanceof HTMLInputElement && active.type !== "checkbox" && this.root.contains(active)) return; // somebody types
    const l = this.hooks.linkage(),
      tables = [];
    if (l.links.length)
      tables.push(
        table(
          "Links",
          ["name", "length [m]", "mass [kg]", "inertia [kg·m²]"],
          l.links.map((link) => this.link(l, link)),
        ),
      );
    if (l.pins.length)
      tables.push(
        table(
          "Pins",
          ["", "kind", "x [m]", "y [m]", "line [°]", "force x [N]", "force y [N]", "locked", "path"],
          l.pins.map((pin) => this.pin(l, pin)),
        ),
      );
    this.root.replaceChildren(...tables);
  }
  private field(label: string, value: string, apply: (text: string) => string, hint = ""): HTMLElement {
    const input = el("input", { value, "aria-label": label, placeholder: hint, spellcheck: "false" });
    input.onchange = () => {
      const words = this.hooks.change(() => apply(input.value.trim()));
      input.classList.toggle("bad", !!words);
      input.title = words;
      if (!words) this.draw();
    };
    input.onkeydown = (e) => {
      if (e.key === "Enter") input.blur();
    };
    return input;
  }
  private tick(label: string, on: boolean, apply: (on: boolean) => void): HTMLElement {
    const box = el("input", { type: "checkbox", "aria-label": label });
    box.checked = on;
    box.onchange = () =>
      void this.hooks.change(() => {
        apply(box.checked);
        return "";
      });
    return box;
  }
  private number(label: string, value: number, apply: (x: number) => void): HTMLElement {
    return this.field(label, short(value), (text) => {
      const x = this.hooks.linkage().value(text);
      if (x === null) return unknown(text);
      apply(x);
      return settled(this.hooks.linkage());
    });
  }
  private link(l: Linkage, link: Link): HTMLElement[] {
    const optional = (key: "mass" | "inertia", text: string): string => {
      if (!text) {
        delete link[key];
        return "";
      }
      const x = l.value(text);
      if (x === null) return unknown(text);
      if (!(x > 0)) return `${key} must be positive.`;
      link[key] = text;
      return "";
    };
    return [
      this.field("name of the link", link.name, (text) =>
        l.rename(link, text)
          ? ""
          : `${text || "nothing"} cannot be the name: letters, digits and _, and no other link has it.`,
      ),
      this.field(`length of ${link.name} [m]`, link.length ?? short(l.lengthOf(link)), (text) => {
        const x = l.value(text);
        if (x === null) return unknown(text);
        if (!l.resize(link, x)) return `the loops cannot close with a length of ${short(x)} m.`;
        if (/[A-Za-z]/.test(text)) link.length = text;
        else delete link.length;
        return settled(l);
      }),
      this.field(`mass of ${link.name} [kg]`, link.mass ?? "", (text) => optional("mass", text), short(l.mass(link))),
      this.field(
        `inertia of ${link.name} [kg·m²]`,
        link.inertia ?? "",
        (text) => optional("inertia", text),
        short(l.inertia(link)),
      ),
    ];
  }
  private pin(l: Linkage, pin: Pin): HTMLElement[] {
    const name = l.letter(pin),
      kind = el(
        "select",
        { "aria-label": `kind of ${name}` },
        ...["pin", "ground", "slider"].map((k) => new Option(k, k, k === pin.kind, k === pin.kind)),
      ),
      moved = (x: number, y: number): void => {
        [pin.x, pin.y] = [x, y];
        for (const link of l.at(pin.id)) if (link.pins.indexOf(pin.id) < 2) delete link.length;
      };
    kind.onchange = () =>
      void this.hooks.change(() => {
        pin.kind = kind.value as Pin["kind"];
        return "";
      });
    const force = (k: 0 | 1): HTMLElement =>
      this.field(
        `force ${"xy"[k]} at ${name} [N]`,
        pin.force?.[k] ?? "",
        (text) => {
          if (text && l.value(text) === null) return unknown(text);
          const both: [string, string] = [...(pin.force ?? ["", ""])] as [string, string];
          both[k] = text;
          if (both.some(Boolean)) pin.force = both;
          else delete pin.force;
          return "";
        },
        "0",
      );
    return [
      el("b", {}, name),
      kind,
      this.number(`x of ${name} [m]`, pin.x, (x) => moved(x, pin.y)),
      this.number(`y of ${name} [m]`, pin.y, (y) => moved(pin.x, y)),
      pin.kind === "slider"
        ? this.number(`line of ${name} [°]`, (pin.angle * 180) / Math.PI, (a) => {
            pin.angle = (a * Math.PI) / 180;
          })
        : el("span"),
      pin.kind === "ground" ? el("span") : force(0),
      pin.kind === "ground" ? el("span") : force(1),
      this.tick(`lock ${name}`, !!pin.locked, (on) => {
        if (on) pin.locked = true;
        else delete pin.locked;
      }),
      pin.kind === "ground"
        ? el("span")
        : this.tick(`show the path of ${name}`, !pin.hidden, (on) => {
            if (on) delete pin.hidden;
            else pin.hidden = true;
          }),
    ];
  }
}
const unknown = (text: string): string =>
  `${text || "nothing"} is not a value: a number, with a unit if you like, or an expression such as 2*crank_length.`;
const settled = (l: Linkage): string => {
  const failed = l.settle();
  return failed.length ? `the loops cannot close with the length of ${failed.join(" and ")}.` : "";
};
const table = (title: string, heads: string[], rows: HTMLElement[][]): HTMLElement =>
  el(
    "table",
    { class: "numbers", "aria-label": title },
    el("caption", {}, title),
    el("thead", {}, el("tr", {}, ...heads.map((h) => el("th", { scope: "col" }, h)))),
    el("tbody", {}, ...rows.map((cells) => el("tr", {}, ...cells.map((c) => el("td", {}, c))))),
  );
