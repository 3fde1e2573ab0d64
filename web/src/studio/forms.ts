// A form for the element that is chosen, made from its declaration; what is typed into it changes the text.
import { el } from "../dom";
import type { Forms, Schema } from "./schema";

interface Given {
  section: string;
  name: string;
  values: Record<string, string>;
}
export interface Actions {
  set: (path: (string | number)[], value: string) => Promise<string>;
  remove: (path: (string | number)[]) => Promise<string>;
}

export class ElementForm {
  private shown = "";
  constructor(
    readonly host: HTMLElement,
    readonly forms: Forms,
    readonly actions: Actions,
  ) {}
  show(given: Given | null): void {
    const key = JSON.stringify(given);
    if (
      key === this.shown ||
      (this.host.contains(document.activeElement) &&
        document.activeElement instanceof HTMLInputElement &&
        given &&
        this.shown.includes(`"name":"${given.name}"`))
    )
      return;
    this.shown = key;
    if (!given) {
      this.host.replaceChildren(
        el("p", { class: "soft" }, "Click a body in the picture, or put the cursor on an element of the text."),
      );
      return;
    }
    const { section, name, values } = given,
      kind = values.type,
      path = [section, name],
      fields = this.forms.fields(this.forms.at(path), kind),
      known = new Map(fields.map((f) => [f.name, f])),
      list = el("div", { class: "fields" }),
      rest = fields.filter((f) => !(f.name in values) && f.schema.const === undefined);
    for (const [field, value] of Object.entries(values))
      if (field !== "type") list.append(this.field([...path, field], field, value, known.get(field)?.schema));
    const add = el(
      "select",
      { "aria-label": "add a value" },
      new Option("add a value…", ""),
      ...rest.map((f) => new Option(`${f.name}${f.needed ? " (needed)" : ""}`, f.name)),
    );
    add.onchange = () => {
      const f = known.get(add.value);
      if (f) {
        list.append(this.field([...path, f.name], f.name, "", f.schema));
        add.value = "";
        (list.lastElementChild!.querySelector("input") as HTMLInputElement | null)?.focus();
      }
    };
    const gone = el("button", { type: "button" }, "remove"),
      told = el("p", { class: "say bad", hidden: true });
    gone.onclick = () => void this.actions.remove(path).then((words) => this.tell(told, words));
    this.host.replaceChildren(
      el(
        "h3",
        {},
        `${name} `,
        el("small", { class: "soft" }, `${section.replace(/ies$/, "y").replace(/s$/, "")}${kind ? `, ${kind}` : ""}`),
      ),
      list,
      el("div", { class: "row" }, rest.length ? add : "", gone),
      told,
    );
  }
  private field(path: string[], name: string, value: string, schema?: Schema): HTMLElement {
    const id = `field-${path.join("-")}`,
      words = schema ? this.forms.words(this.forms.at(path).length ? this.forms.at(path) : [schema]) : [],
      input = el("input", { id, value, spellcheck: "false", ...(words.length ? { list: `${id}-list` } : {}) }),
      told = el("small", { class: "say bad", hidden: true });
    input.onchange = () =>
      void this.actions.set(path, input.value.trim()).then((words) => {
        this.tell(told, words);
        input.classList.toggle("bad", !!words);
      });
    input.onkeydown = (e) => {
      if (e.key === "Escape") {
        input.value = value;
        input.blur();
      }
    };
    return el(
      "div",
      { class: "field" },
      el("label", { for: id, title: schema?.description ?? "" }, name),
      input,
      words.length ? el("datalist", { id: `${id}-list` }, ...words.map((w) => new Option(w, w))) : "",
      schema?.description ? el("small", { class: "soft" }, schema.description) : "",
      told,
    );
  }
  private tell(where: HTMLElement, words: string): void {
    where.textContent = words;
    where.hidden = !words;
  }
}
