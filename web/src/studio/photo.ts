// A photo behind the drawing, at a place and of a width in metres, so that it stays where it is while one zooms.
import { el } from "../dom";
import { svg } from "./vector";

export class Photo {
  readonly controls = el("span", { class: "row" });
  private url = "";
  private aspect = 1;
  private readonly numbers = Object.fromEntries(
    [
      ["width", 1],
      ["x", 0],
      ["y", 0],
    ].map(([name, value]) => [
      name,
      el("input", { type: "number", step: "any", value, "aria-label": `photo: ${name} [m]`, id: `photo-${name}` }),
    ]),
  );
  constructor(readonly changed: () => void) {
    const file = el("input", { type: "file", accept: "image/*", "aria-label": "background photo", id: "photo" }),
      more = el("span", { class: "row", hidden: true }),
      away = el("button", { type: "button" }, "remove photo");
    for (const [name, input] of Object.entries(this.numbers)) {
      input.oninput = () => this.changed();
      more.append(el("label", {}, `${name} `, input, " m"));
    }
    more.append(away);
    file.onchange = () => {
      const one = file.files?.[0];
      if (one)
        void this.load(one).then(() => {
          more.hidden = false;
        });
    };
    away.onclick = () => {
      URL.revokeObjectURL(this.url);
      this.url = "";
      file.value = "";
      more.hidden = true;
      this.changed();
    };
    this.controls.append(el("label", {}, "photo ", file), more);
  }
  private async load(file: Blob): Promise<void> {
    if (this.url) URL.revokeObjectURL(this.url);
    const url = URL.createObjectURL(file),
      image = new Image();
    image.src = url;
    await image.decode();
    this.url = url;
    this.aspect = image.naturalHeight / image.naturalWidth;
    this.changed();
  }
  // x and y are its lower left corner
  drawn(sx: (x: number) => number, sy: (y: number) => number, scale: number): Element[] {
    const { width, x, y } = Object.fromEntries(
      Object.entries(this.numbers).map(([k, input]) => [k, +input.value || 0]),
    );
    if (!this.url || !(width > 0)) return [];
    const image = svg("image", {
      x: sx(x),
      y: sy(y + width * this.aspect),
      width: width * scale,
      height: width * this.aspect * scale,
      opacity: 0.5,
      preserveAspectRatio: "none",
    });
    image.setAttribute("href", this.url);
    return [image];
  }
}
