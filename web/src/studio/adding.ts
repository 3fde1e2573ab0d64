// A new element of the machine: its kind and the values it needs, as its declaration says; the text gets it.
import { el } from "../dom";
import type { Actions } from "./forms";
import type { Field, Forms } from "./schema";

const SECTIONS = ["bodies", "joints", "loads", "couplings", "actuators", "drives", "sensors", "parameters"];
interface Hooks extends Actions {
  taken: (section: string) => string[];
  names: (kind: string) => string[];
  added: (section: string, name: string) => void;
}

export class Adding {
  readonly root = el("details", { class: "adding", id: "adding" });
  private readonly section = el(
    "select",
    { id: "add-section", "aria-label": "kind of element" },
    ...SECTIONS.map((s) => new Option(s, s)),
  );
  private readonly kind = el("select", { id: "add-type", "aria-label": "type" });
  private readonly name = el("input", {
    id: "add-name",
    placeholder: "name",
    "aria-label": "name of the new element",
    spellcheck: "false",
  });
  private readonly fields = el("div", { class: "fields" });
  private readonly told = el("p", { class: "say bad", hidden: true, role: "status" });
  constructor(
    readonly forms: Forms,
    readonly hooks: Hooks,
  ) {
    const form = el(
      "form",
      {},
      el("div", { class: "row" }, this.section, this.kind),
      this.name,
      this.fields,
      el("div", { class: "row" }, el("button", { type: "submit", class: "main", id: "add-element" }, "add")),
      this.told,
    );
    form.onsubmit = (e) => {
      e.preventDefault();
      void this.add();
    };
    this.section.onchange = () => this.types();
    this.kind.onchange = () => this.draw();
    this.root.append(el("summary", {}, "Add an element"), form);
    this.root.ontoggle = () => {
      if (this.root.open) this.types();
    };
  }
  private types(): void {
    const kinds = this.forms.types(this.forms.at([this.section.value, "x"]));
    this.kind.replaceChildren(...kinds.map((k) => new Option(k, k)));
    this.kind.hidden = !kinds.length;
    this.draw();
  }
  private draw(): void {
    const all = this.forms
        .fields(this.forms.at([this.section.value, "x"]), this.kind.value || undefined)
        .filter((f) => f.name !== "type"),
      own =
        this.section.value === "parameters"
          ? [{ name: "value", schema: { description: "a number with its unit, or an expression" } }]
          : all.filter((f) => f.needed),
      rest = this.section.value === "parameters" ? [] : all.filter((f) => !f.needed);
    const field = (f: Pick<Field, "name" | "schema">): HTMLElement => {
      const id = `add-${f.name}`,
        body =
          /\b(body|frame)\b/i.test(f.schema.description ?? "") || ["parent", "child", "at", "a", "b"].includes(f.name),
        list = [
          ...(body ? ["ground", ...this.hooks.names("bodies")] : f.name === "joint" ? this.hooks.names("joints") : []),
          ...this.forms.words(this.forms.at([this.section.value, "x", f.name])),
        ];
      return el(
        "div",
        { class: "field" },
        el("label", { for: id }, f.name),
        el("input", { id, name: f.name, spellcheck: "false", ...(list.length ? { list: `${id}-list` } : {}) }),
        list.length ? el("datalist", { id: `${id}-list` }, ...list.map((w) => new Option(w, w))) : "",
        f.schema.description ? el("small", { class: "soft" }, f.schema.description) : "",
      );
    };
    this.fields.replaceChildren(
      ...own.map(field),
      rest.length ? el("details", {}, el("summary", {}, `${rest.length} more values`), ...rest.map(field)) : "",
    );
  }
  private async add(): Promise<void> {
    const name = this.name.value.trim(),
      section = this.section.value,
      given = [...this.fields.querySelectorAll("input")].map((i) => [i.name, i.value.trim()]).filter(([, v]) => v);
    const taken = this.hooks.taken(section).includes(name),
      inside = [...(this.kind.value ? [["type", this.kind.value]] : []), ...given]
        .map(([k, v]) => `${k}: ${v}`)
        .join(", ");
    const words = !name
      ? "Give it a name."
      : taken
        ? `${section} has a ${name} already.`
        : section === "parameters"
          ? await this.hooks.set([section, name], given[0]?.[1] ?? "1")
          : await this.hooks.set([section, name], `{${inside}}`);
    this.told.textContent = words;
    this.told.hidden = !words;
    if (!words) {
      this.name.value = "";
      this.hooks.added(section, name);
    }
  }
}
