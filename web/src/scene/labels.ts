// Words on the picture: names of bodies and joints, values of forces; each is placed over its point.
import { type Camera, Vector3 } from "three";
import { el } from "../dom";

export interface Label {
  text: string;
  at: Vector3;
  colour?: string;
  kind: string;
}
export class Labels {
  private host = el("div", { class: "labels", "aria-hidden": "true" });
  constructor(parent: HTMLElement) {
    parent.append(this.host);
  }
  close(): void {
    this.host.remove();
  }
  place(labels: Label[], camera: Camera, width: number, height: number): void {
    const host = this.host;
    while (host.children.length < labels.length) host.append(el("span"));
    while (host.children.length > labels.length) host.lastChild!.remove();
    labels.forEach((label, k) => {
      const e = host.children[k] as HTMLElement,
        p = label.at.clone().project(camera);
      if (e.textContent !== label.text) e.textContent = label.text;
      e.className = label.kind;
      e.style.color = label.colour ?? "";
      e.style.display = p.z > 1 ? "none" : "";
      e.style.left = `${(((p.x + 1) / 2) * width).toFixed(1)}px`;
      e.style.top = `${(((1 - p.y) / 2) * height).toFixed(1)}px`;
    });
  }
}
