// Where one looks from: home, standard views, perspective or parallel, turning, moving and zooming by hand.
import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { SceneData } from "../data";
import { vec } from "./shapes";

const FOV = 36; // degrees
export const VIEWS: Record<string, [number, number]> = {
  front: [0, 0],
  back: [Math.PI, 0],
  left: [-Math.PI / 2, 0],
  right: [Math.PI / 2, 0],
  top: [0, 1.5],
  oblique: [0.6, 0.45],
};

export class Eye {
  target: Vector3;
  travel = new Vector3();
  distance = 1;
  yaw: number;
  pitch: number;
  parallel: boolean;
  private perspective = new PerspectiveCamera(FOV);
  private flat = new OrthographicCamera();
  private up = new Vector3();
  private right = new Vector3();
  private depth = new Vector3();
  constructor(
    private data: SceneData,
    private canvas: HTMLElement,
    private redraw: () => void,
  ) {
    this.renew();
    this.target = vec(data.centre);
    this.yaw = data.yaw;
    this.pitch = data.pitch;
    this.parallel = data.planar;
    this.home();
    this.mouse();
  }
  // axes of a scene that was replaced
  renew(): void {
    this.up = vec(this.data.up);
    this.right = vec(this.data.right);
    this.depth = this.right.clone().cross(this.up);
  }
  private shape = 0;
  touched = false;
  fit(): void {
    const a = this.canvas.clientWidth / this.canvas.clientHeight;
    if (!this.touched && a !== this.shape) this.home();
  } // until the reader turns it, all of the machine is seen
  home(): void {
    this.touched = false;
    const s = this.data,
      a = (this.shape = (this.canvas.clientWidth || 4) / (this.canvas.clientHeight || 3)),
      m = 4 * s.unit,
      half = Math.tan((FOV * Math.PI) / 360);
    this.target = vec(s.centre);
    this.distance = s.frame.length
      ? Math.max(...s.frame.map(([x, y, z]) => z + (1.06 * Math.max(Math.abs(y) + m, (Math.abs(x) + m) / a)) / half))
      : 1.16 * Math.max((s.half[1] + m) / half, (s.half[0] + m) / (half * a));
    this.yaw = s.yaw;
    this.pitch = s.pitch;
    this.parallel = s.planar;
  }
  look(view: string): void {
    if (VIEWS[view]) {
      [this.yaw, this.pitch] = VIEWS[view];
      this.touched = true;
    } else this.home();
  }
  camera(width: number, height: number): PerspectiveCamera | OrthographicCamera {
    const c = Math.cos(this.pitch),
      d = this.right
        .clone()
        .multiplyScalar(c * Math.sin(this.yaw))
        .addScaledVector(this.depth, c * Math.cos(this.yaw))
        .addScaledVector(this.up, Math.sin(this.pitch));
    const target = this.target.clone().add(this.travel),
      eye = target.clone().addScaledVector(d, this.distance),
      near = this.distance / 100,
      far = 12 * this.distance + 10 * this.data.size,
      a = width / height;
    const camera = this.parallel ? this.flat : this.perspective;
    if (camera instanceof OrthographicCamera) {
      const h = this.distance * Math.tan((FOV * Math.PI) / 360);
      Object.assign(camera, { left: -h * a, right: h * a, top: h, bottom: -h, near: -far, far });
    } else Object.assign(camera, { aspect: a, near, far });
    camera.matrixAutoUpdate = false;
    camera.position.copy(eye);
    camera.up.copy(this.up);
    camera.matrix.copy(new Matrix4().lookAt(eye, target, this.up)).setPosition(eye);
    camera.matrixWorldNeedsUpdate = true;
    camera.updateMatrixWorld(true);
    camera.updateProjectionMatrix();
    return camera;
  }
  pan(dx: number, dy: number): void {
    const k = (2 * this.distance * Math.tan((FOV * Math.PI) / 360)) / this.canvas.clientHeight,
      e = this.camera(1, 1).matrix.elements;
    this.target
      .addScaledVector(new Vector3(e[0], e[1], e[2]), -dx * k)
      .addScaledVector(new Vector3(e[4], e[5], e[6]), dy * k);
  }
  private mouse(): void {
    const c = this.canvas,
      held = new Map<number, { x: number; y: number }>();
    let spread = 0;
    const gap = (): number => {
      const [p, q] = [...held.values()];
      return Math.hypot(p.x - q.x, p.y - q.y);
    };
    c.addEventListener("pointerdown", (e) => {
      if (e.defaultPrevented) return;
      held.set(e.pointerId, { x: e.clientX, y: e.clientY });
      if (e.isTrusted) c.setPointerCapture(e.pointerId);
      if (held.size === 2) spread = gap();
    });
    for (const end of ["pointerup", "pointercancel"] as const) c.addEventListener(end, (e) => held.delete(e.pointerId));
    c.addEventListener("contextmenu", (e) => e.preventDefault());
    c.addEventListener("pointermove", (e) => {
      const p = held.get(e.pointerId);
      if (!p) return;
      this.touched = true;
      const dx = e.clientX - p.x,
        dy = e.clientY - p.y;
      p.x = e.clientX;
      p.y = e.clientY;
      if (held.size === 2) {
        const now = gap();
        this.distance *= spread / Math.max(now, 1);
        spread = now;
        this.pan(dx / 2, dy / 2);
      } else if (e.shiftKey || (e.buttons & 6) !== 0) this.pan(dx, dy);
      else {
        this.yaw -= dx * 0.008;
        this.pitch = Math.max(-1.55, Math.min(1.55, this.pitch + dy * 0.008));
      }
      this.redraw();
    });
    c.addEventListener(
      "wheel",
      (e) => {
        e.preventDefault();
        this.touched = true;
        this.distance *= Math.exp(0.0012 * e.deltaY);
        this.redraw();
      },
      { passive: false },
    );
    c.addEventListener("dblclick", () => {
      this.home();
      this.redraw();
    });
  }
}
