// The machine of the text in 3-D: it follows the text, its bodies are dragged with loops closed, its joints move numbers of the text.
import { Vector3 } from "three";
import type { SceneData } from "../data";
import { el } from "../dom";
import { grip } from "../scene/hand";
import { under } from "../scene/picking";
import { Viewer } from "../scene/viewer";
import type { Picture as Pose, Slider } from "../pages/show";

export interface Handle {
  joint: string;
  at: [number, number, number];
  moves: string[];
}
export interface Shown {
  scene: SceneData;
  now: Pose;
  sliders: Slider[];
}
interface Moves {
  drag: (
    body: string,
    index: number,
    point: number[],
    target: number[],
  ) => Promise<(Partial<Pose> & { pose: number[] }) | null>;
  place: (joint: string, target: number[]) => Promise<void>;
  pick: (kind: "bodies" | "joints", name: string | null) => void;
  settle: () => void;
  prepare: () => void;
}

export class Picture {
  viewer: Viewer | null = null;
  private handles: Handle[] = [];
  private marks: HTMLElement[] = [];
  private overlay = el("div", { class: "handles" });
  private scene = "";
  private sliders = 0;
  edit = false;
  constructor(
    readonly host: HTMLElement,
    readonly moves: Moves,
  ) {
    host.append(this.overlay);
  }
  load(shown: Shown, handles: Handle[], dark: boolean): void {
    const scene = JSON.stringify(shown.scene),
      old = this.viewer;
    this.handles = handles;
    this.sliders = shown.sliders.length;
    if (!old) this.begin(shown.scene, dark);
    else if (scene !== this.scene) {
      const another = old.scene.name !== shown.scene.name;
      old.reshape(shown.scene);
      if (another) old.canvas.setAttribute("aria-label", `3-D view of ${shown.scene.name}`);
      if (another || !old.eye.touched) old.eye.home();
    }
    this.scene = scene;
    this.pose(shown.now);
    this.draw();
  }
  private begin(scene: SceneData, dark: boolean): void {
    const canvas = el("canvas", { role: "img", "aria-label": `3-D view of ${scene.name}` });
    this.host.prepend(canvas);
    const viewer = (this.viewer = new Viewer(canvas, scene));
    viewer.show.names = scene.bodies.length <= 8;
    viewer.dark = dark;
    viewer.picked = (hit) => this.moves.pick("bodies", hit ? viewer.scene.bodies[hit.body].name : null);
    viewer.drawn = () => this.arrange();
    canvas.addEventListener("pointermove", () => this.moves.prepare());
    grip(viewer, {
      free: () => this.sliders > 0 && !this.edit,
      settle: () => this.moves.settle(),
      move: async (body, point, target) => {
        const before = this.scene,
          now = await this.moves.drag(viewer.scene.bodies[body].name, body, point, target);
        if (now && this.scene === before) this.pose(now);
      },
    });
  }
  pose(now: Partial<Pose> & { pose: number[] }): void {
    const v = this.viewer!;
    v.pose.set(now.pose);
    v.forces = now.forces ?? null;
    v.scales = now.scales ?? {};
    v.ask();
  }
  select(body: string | null): void {
    const v = this.viewer;
    if (v) v.select(v.scene.bodies.findIndex((b) => b.name === body));
  }

  // ------------------------------------------------------------------------------------------------------- handles
  private draw(): void {
    this.marks = this.handles.map((h) => {
      const mark = el("button", {
        class: "handle",
        type: "button",
        title: h.moves.length
          ? `${h.joint}: drag to change ${h.moves.join(", ")}`
          : `${h.joint}: change it in the text`,
        "data-joint": h.joint,
      });
      mark.disabled = !h.moves.length;
      mark.onclick = () => this.moves.pick("joints", h.joint);
      mark.onpointerdown = (e) => this.grab(e, h, mark);
      return mark;
    });
    this.overlay.replaceChildren(...this.marks);
    this.arrange();
  }
  private arrange(): void {
    const v = this.viewer;
    this.overlay.hidden = !this.edit;
    if (!v || !this.edit) return;
    const w = this.host.clientWidth,
      h = this.host.clientHeight,
      camera = v.eye.camera(w, h);
    this.handles.forEach((handle, k) => {
      const p = new Vector3(...handle.at).project(camera);
      Object.assign(this.marks[k].style, { left: `${((p.x + 1) / 2) * w}px`, top: `${((1 - p.y) / 2) * h}px` });
    });
  }
  editing(on: boolean): void {
    this.edit = on;
    this.viewer?.ask();
    this.arrange();
  }
  private grab(e: PointerEvent, handle: Handle, mark: HTMLElement): void {
    const v = this.viewer!,
      origin = new Vector3(...handle.at);
    let next: number[] | null = null,
      running = false,
      held = true;
    e.preventDefault();
    e.stopPropagation();
    if (e.isTrusted) mark.setPointerCapture(e.pointerId);
    const work = async (): Promise<void> => {
      running = true;
      while (next) {
        const target = next;
        next = null;
        await this.moves.place(handle.joint, target);
      }
      running = false;
    };
    const move = (m: PointerEvent): void => {
      if (!held) return;
      next = under(m, v.canvas, v.eye.camera(this.host.clientWidth, this.host.clientHeight), origin).toArray();
      if (!running) void work();
    };
    const end = (): void => {
      held = false;
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", end);
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", end);
  }
}
