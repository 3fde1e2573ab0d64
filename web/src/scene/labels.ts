// Words on the picture: names of bodies and joints, values of forces; each is placed over its point.
import { type Camera, Vector3 } from "three";
import { el } from "../dom";

export interface Label {
  text: string;
  at: Vector3;
  colour?: string;
  kind: string;
}
const HIGH = 19; // [px] of a line of text
const BESIDE: Record<string, [number, number]> = { joint: [8, -0.6], force: [8, 0.4] }; // from the point: to the right [px], down [lines]
interface Box {
  left: number;
  top: number;
  width: number;
}
const apart = (a: Box, b: Box): boolean =>
  a.left + a.width <= b.left || b.left + b.width <= a.left || Math.abs(a.top - b.top) >= HIGH;

export class Labels {
  private host = el("div", { class: "labels", "aria-hidden": "true" });
  private widths = new Map<string, number>();
  constructor(parent: HTMLElement) {
    parent.append(this.host);
  }
  close(): void {
    this.host.remove();
  }
  // each near its point; one that would cover another moves up, or down, by lines
  place(labels: Label[], camera: Camera, width: number, height: number): void {
    const host = this.host,
      taken: Box[] = [];
    while (host.children.length < labels.length) host.append(el("span"));
    while (host.children.length > labels.length) host.lastChild!.remove();
    labels.forEach((label, k) => {
      const e = host.children[k] as HTMLElement,
        p = label.at.clone().project(camera);
      if (e.textContent !== label.text) e.textContent = label.text;
      if (e.className !== label.kind) e.className = label.kind;
      e.style.color = label.colour ?? "";
      e.style.display = p.z > 1 ? "none" : "";
      if (p.z > 1) return;
      const beside = BESIDE[label.kind],
        w = this.width(label, e),
        x = ((p.x + 1) / 2) * width,
        y = ((1 - p.y) / 2) * height,
        box: Box = { width: w, left: beside ? x + beside[0] : x - w / 2, top: y + HIGH * (beside ? beside[1] : -1.7) },
        top = box.top;
      for (let n = 1; n < 9 && taken.some((b) => !apart(b, box)); n++)
        box.top = top + HIGH * (n % 2 ? -1 : 1) * Math.ceil(n / 2);
      taken.push(box);
      e.style.transform = `translate(${box.left.toFixed(1)}px, ${box.top.toFixed(1)}px)`; // moved, not laid out
    });
  }
  private width(label: Label, e: HTMLElement): number {
    const key = `${label.kind} ${label.kind === "force" ? label.text.length : label.text}`; // values change all the time
    let w = this.widths.get(key);
    if (w === undefined) {
      w = e.offsetWidth;
      if (w) this.widths.set(key, w);
    }
    return w;
  }
}
