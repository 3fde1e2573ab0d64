// The 3-D view: a machine as objects of three, drawn when something has changed.
import {
  AmbientLight,
  BufferGeometry,
  Color,
  DirectionalLight,
  EdgesGeometry,
  Float32BufferAttribute,
  Group,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Mesh,
  type Object3D,
  PCFShadowMap,
  PlaneGeometry,
  Quaternion,
  Scene,
  ShadowMaterial,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from "three";
import { SVGRenderer } from "three/examples/jsm/renderers/SVGRenderer.js";
import type { BodyData, End, SceneData } from "../data";
import { el, shown } from "../dom";
import { Arrow } from "./arrows";
import { Eye } from "./camera";
import { Effort } from "./effort";
import { type Label, Labels } from "./labels";
import { Line } from "./lines";
import { described, inSoftware, type Surface, surface } from "./materials";
import type { Motion } from "./motion";
import { type Hit, pick } from "./picking";
import { geometries, vec } from "./shapes";
import { Trace } from "./traces";

export type Look = "shown" | "faded" | "hidden";
export const SWITCHES: [string, string][] = [
  ["names", "bodies"],
  ["joints", "joints"],
  ["frames", "frames"],
  ["com", "centres of mass"],
  ["reactions", "reactions"],
  ["grid", "grid"],
];
const TRACES = ["#c2185b", "#0072b2", "#009e73", "#d55e00", "#7b5ea7"];
const COARSE = 0.6; // pixels of the canvas per pixel of the page, at least
const COARSEST = 0.45; // while a body is dragged: it should stay under the hand
const LONGEST = 0.3; // of the machine's size: the usual largest force as an arrow

export class Viewer {
  show: Record<string, boolean> = {
    shapes: true,
    grid: true,
    frames: false,
    com: false,
    reactions: false,
    names: false,
    joints: false,
  };
  pose = new Float32Array(0);
  forces: ArrayLike<number> | null = null;
  scales: Record<string, number> = {};
  scale = 1;
  unit: (force: number) => string = (f) => `${f.toPrecision(3)} N`;
  eye: Eye;
  gl: WebGLRenderer | null = null;
  picked: (hit: Hit | null) => void = () => {};
  drawn: () => void = () => {};
  selected = -1;
  private held = false; // a body is in the hand
  playing = false; // pictures follow each other by themselves
  follow = -1;
  traces: Trace[] = [];
  lines: Line[] = [];
  bodies: Group[] = [];
  private looks: Look[] = [];
  private world = new Scene();
  private content = new Group(); // what is made of the scene, and anew when it changes
  private former: Group[] = []; // contents that were replaced, until the next picture
  private svg: SVGRenderer | null = null;
  readonly software = inSoftware();
  pictures = 0; // how many were drawn
  private labels: Labels;
  private effort: Effort | null = null;
  private coms: Mesh[] = [];
  private frames: Arrow[] = [];
  private arrows: Arrow[] = [];
  private grid = new Group();
  private light = new DirectionalLight("#ffffff", 2.1);
  private floor: Mesh | null = null;
  private asked = false;
  private late = 0; // by how many pictures the view is behind
  private from: Vector3[] = [];
  private darkness = false;
  private hemisphere = new HemisphereLight("#ffffff", "#8d97a5", 1.25);
  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly scene: SceneData,
  ) {
    this.eye = new Eye(scene, canvas, () => this.ask());
    this.fill();
    this.world.add(this.hemisphere, new AmbientLight("#ffffff", 0.35), this.light, this.light.target);
    this.lit();
    this.renderer();
    this.labels = new Labels(canvas.parentElement!);
    this.clicks();
    new ResizeObserver(() => this.ask()).observe(canvas.parentElement!);
  }
  get dark(): boolean {
    return this.darkness;
  }
  set dark(dark: boolean) {
    this.darkness = dark;
    this.hemisphere.intensity = dark ? 0.9 : 1.25;
    this.light.intensity = dark ? 1.7 : 2.1;
    this.ask();
  }

  // ---------------------------------------------------------------------------------------------------------- making
  private material(hex: string): Surface {
    return surface(hex, this.software);
  }
  private meshes(shapes: SceneData["ground"], colour: string): Mesh[] {
    return [...geometries(shapes, this.scene.size, !this.software)].map(([own, geometry]) => {
      const mesh = new Mesh(geometry, this.material(own || colour));
      mesh.castShadow = mesh.receiveShadow = true;
      if (this.scene.planar)
        mesh.add(
          new LineSegments(
            new EdgesGeometry(geometry, 30),
            new LineBasicMaterial({ color: "#1c232c", transparent: true, opacity: 0.75 }),
          ),
        );
      return mesh;
    });
  }
  // another scene, as when a length or a body has changed: the view, and how bodies of the same names look, stay
  reshape(scene: SceneData): void {
    const looks = new Map(this.scene.bodies.map((b, k) => [b.name, this.looks[k]])),
      chosen = this.scene.bodies[this.selected]?.name,
      followed = this.scene.bodies[this.follow]?.name,
      find = (name: string | undefined): number => this.scene.bodies.findIndex((b) => b.name === name);
    Object.assign(this.scene, scene);
    this.former.push(this.content);
    this.world.remove(this.content);
    this.content = new Group();
    this.fill();
    this.lit();
    this.eye.renew();
    this.follow = find(followed);
    this.from = [];
    if (chosen !== undefined) this.select(find(chosen));
    this.scene.bodies.forEach((b, k) => {
      const look = looks.get(b.name);
      if (look && look !== "shown") this.set(k, look);
    });
    this.ask();
  }
  private fill(): void {
    const s = this.scene,
      u = s.unit,
      add = (...objects: Object3D[]): unknown => this.content.add(...objects);
    if (this.pose.length !== 7 * s.bodies.length) {
      this.pose = new Float32Array(7 * s.bodies.length);
      s.bodies.forEach((_, k) => {
        this.pose[7 * k] = 1;
      });
    }
    this.bodies = s.bodies.map((b) => this.solid(b));
    this.looks = s.bodies.map(() => "shown");
    const ground = new Group();
    for (const mesh of this.meshes(s.ground, "#9aa4b0")) ground.add(mesh);
    add(ground, ...this.bodies);
    this.lines = s.lines.map(
      (l) => new Line(l, u, Math.max(this.point(l.a).distanceTo(this.point(l.b)), 2 * u), (hex) => this.material(hex)),
    );
    for (const l of this.lines) add(l.root);
    this.grid = this.gridLines();
    add(this.grid);
    const ball = new SphereGeometry(1.1 * u, 24, 16),
      com = this.material("#f2c230");
    com.depthTest = false;
    this.coms = s.bodies.map((b, k) => {
      const mark = new Mesh(ball, com);
      mark.renderOrder = 3;
      mark.userData.at = b.com ? [k, ...b.com] : null;
      return mark;
    });
    this.frames = s.bodies.flatMap(() => ["#d64545", "#3d9a50", "#3f6fd1"].map((c) => new Arrow(0.26 * u, c)));
    this.arrows = s.joints.map(() => new Arrow(0.5 * u, "#c2185b"));
    add(...this.coms, ...[...this.frames, ...this.arrows].map((a) => a.root));
    this.world.add(this.content);
  }
  // only after the next picture, which takes over the programs of the old one
  private discard(): void {
    for (const group of this.former.splice(0))
      group.traverse((o) => {
        const { geometry, material } = o as Mesh;
        geometry?.dispose();
        for (const m of Array.isArray(material) ? material : material ? [material] : []) m.dispose();
      });
  }
  private solid(body: BodyData): Group {
    const group = new Group();
    for (const mesh of this.meshes(body.shapes, body.colour)) group.add(mesh);
    group.name = body.name;
    return group;
  }
  private gridLines(): Group {
    const g = this.scene.grid,
      n = vec(g.n),
      e = Math.abs(n.x) < 0.6 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0),
      x = n.clone().cross(e).normalize(),
      y = n.clone().cross(x),
      group = new Group(),
      span = g.count * g.step;
    for (const strong of [false, true]) {
      const points: number[] = [];
      for (let k = -g.count; k <= g.count; k++)
        if ((k % 5 === 0) === strong)
          for (const [a, b] of [
            [x, y],
            [y, x],
          ])
            for (const side of [-1, 1])
              points.push(
                ...vec(g.p)
                  .addScaledVector(a, k * g.step)
                  .addScaledVector(b, side * span)
                  .toArray(),
              );
      const lines = new LineSegments(
        new BufferGeometry(),
        new LineBasicMaterial({ color: "#8693a3", transparent: true, opacity: strong ? 0.28 : 0.1, depthWrite: false }),
      );
      lines.geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
      group.add(lines);
    }
    const floor = new Mesh(new PlaneGeometry(8 * span, 8 * span), new ShadowMaterial({ opacity: 0.2 }));
    floor.receiveShadow = true;
    floor.visible = this.light.castShadow;
    floor.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), n));
    floor.position.copy(vec(g.p)).addScaledVector(n, -1e-3 * this.scene.size);
    this.floor = floor;
    this.content.add(floor);
    return group;
  }
  private lit(): void {
    const s = this.scene,
      light = this.light,
      up = vec(s.up),
      right = vec(s.right),
      depth = right.clone().cross(up),
      r = 1.5 * s.size;
    this.hemisphere.position.copy(up);
    light.userData.from = right
      .multiplyScalar(0.45)
      .addScaledVector(up, 1)
      .addScaledVector(depth, 0.7)
      .multiplyScalar(2.2 * s.size);
    light.shadow.mapSize.set(1024, 1024);
    light.shadow.bias = -0.0006;
    light.shadow.normalBias = 0.3 * s.unit;
    light.shadow.radius = 3;
    Object.assign(light.shadow.camera, {
      left: -r,
      right: r,
      top: r,
      bottom: -r,
      near: 0.05 * s.size,
      far: 8 * s.size,
    });
    light.shadow.camera.updateProjectionMatrix();
  }
  private renderer(): void {
    try {
      const slow = this.software;
      if (!this.canvas.getContext("webgl2", { antialias: !slow, alpha: true, stencil: false }))
        throw new Error("no WebGL");
      this.gl = new WebGLRenderer({ canvas: this.canvas, antialias: !slow, alpha: true });
      this.gl.shadowMap.type = PCFShadowMap;
      this.shadows(!slow);
      this.gl.setClearColor(0, 0);
      this.effort = new Effort(this.gl, slow, () => this.draw(true));
    } catch {
      // a still picture, of paths
      this.svg = new SVGRenderer();
      this.svg.setQuality("low");
      this.shadows(false);
      const picture = this.svg.domElement as unknown as SVGElement;
      picture.setAttribute("class", "flat");
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", "picture of the machine");
      this.canvas.before(picture);
      this.canvas.parentElement!.append(
        el("p", { class: "note" }, "This browser has no WebGL: the machine is drawn as a plain picture."),
      );
    }
  }
  // without shadows nothing is seen of the floor, which costs as much as all bodies
  private shadows(cast: boolean): void {
    if (this.gl) this.gl.shadowMap.enabled = cast;
    this.light.castShadow = cast;
    if (this.floor) this.floor.visible = cast;
  }
  // less effort where pictures take longer than they should [ms] on average; one that takes very long says little
  pace(took: number, should: number): void {
    this.late = Math.max(0, this.late + Math.min(took / should - 1, 1));
    if (this.late > 4) {
      this.late = 0;
      this.ease();
    }
  }
  hold(held: boolean): void {
    this.held = held;
    if (!held && this.effort) this.effort.moving = Math.max(this.effort.moving, COARSE);
  }
  // fewer pixels, then no shadows, where pictures take too long: as in software rendering
  private ease(): void {
    if (!this.gl || !this.effort) return;
    if (this.effort.moving > 1) this.effort.moving = 1;
    else if (this.gl.shadowMap.enabled) {
      this.shadows(false);
      this.world.traverse((o) => {
        const m = (o as Mesh).material as Material | undefined;
        if (m) m.needsUpdate = true;
      });
    } else if (this.effort.moving > COARSE) this.effort.moving = COARSE;
    else if (this.held) this.effort.moving = COARSEST;
  }

  // --------------------------------------------------------------------------------------------------------- places
  place(k: number): { q: [number, number, number, number]; p: [number, number, number] } {
    const o = 7 * k,
      p = this.pose;
    return { q: [p[o], p[o + 1], p[o + 2], p[o + 3]], p: [p[o + 4], p[o + 5], p[o + 6]] };
  }
  point(end: End | number[]): Vector3 {
    const p = new Vector3(end[1], end[2], end[3]);
    if (end[0] < 0) return p;
    const b = this.place(end[0]);
    return p.applyQuaternion(new Quaternion(b.q[1], b.q[2], b.q[3], b.q[0])).add(vec(b.p));
  }
  local(body: number, point: Vector3): Vector3 {
    const b = this.place(body);
    return point
      .clone()
      .sub(vec(b.p))
      .applyQuaternion(new Quaternion(b.q[1], b.q[2], b.q[3], b.q[0]).invert());
  }
  private travel(): Vector3 {
    // how far, level, the followed body has gone
    const f = this.scene.follow,
      k = this.follow >= 0 ? this.follow : f ? f.body : -1;
    if (k < 0) return new Vector3();
    if (this.follow >= 0 && !this.from[k]) this.from[k] = vec(this.place(k).p);
    const up = vec(this.scene.up),
      d = vec(this.place(k).p).sub(this.follow >= 0 ? this.from[k] : vec(f!.from));
    return d.addScaledVector(up, -d.dot(up));
  }

  // -------------------------------------------------------------------------------------------------------- drawing
  home(): void {
    this.eye.home();
    this.follow = -1;
    this.ask();
  }
  ask(): void {
    if (!this.asked) {
      this.asked = true;
      requestAnimationFrame(() => {
        if (this.asked) this.draw();
      });
    }
  }
  draw(whole = false): void {
    this.asked = false;
    this.pictures++;
    const box = this.canvas.parentElement,
      w = box?.clientWidth,
      h = box?.clientHeight; // none when it was closed
    if (!w || !h) return;
    this.arrange();
    this.eye.fit();
    const camera = this.eye.camera(w, h);
    if (this.gl) {
      this.effort?.prepare(w, h, whole, this.playing);
      this.gl.render(this.world, camera);
    } else if (this.svg) {
      this.svg.setSize(w, h);
      this.svg.render(this.world, camera);
    }
    this.discard();
    this.labels.place(this.words(), camera, w, h);
    this.drawn();
    const told = document.documentElement.dataset; // when the first picture was there, for benchmarks
    if (!told.picture) requestAnimationFrame((now) => (told.picture ??= now.toFixed(0)));
  }
  private arrange(): void {
    const s = this.scene,
      travel = this.travel();
    this.eye.travel = travel;
    const big = 5 * s.grid.step;
    this.grid.position.set(...(travel.toArray().map((x) => Math.round(x / big) * big) as [number, number, number]));
    this.light.target.position.copy(vec(s.centre)).add(travel);
    this.light.position.copy(this.light.target.position).add(this.light.userData.from as Vector3);
    this.bodies.forEach((group, k) => {
      const { q, p } = this.place(k),
        scale = this.scales[k] ?? 1;
      group.visible = this.show.shapes && this.looks[k] !== "hidden" && scale >= 0.05;
      group.position.set(...p);
      group.quaternion.set(q[1], q[2], q[3], q[0]);
      group.scale.setScalar(scale);
    });
    this.lines.forEach((l) =>
      l.place(
        this.point(l.data.a),
        this.point(l.data.b),
        l.data.a[0] < 0
          ? new Vector3(0, 1, 0)
          : this.point([l.data.a[0], 0, 1, 0]).sub(this.point([l.data.a[0], 0, 0, 0])),
      ),
    );
    this.grid.visible = this.show.grid;
    this.coms.forEach((mark) => {
      mark.visible = this.show.com && !!mark.userData.at;
      if (mark.visible) mark.position.copy(this.point(mark.userData.at as End));
    });
    this.frames.forEach((arrow, n) => {
      const k = Math.floor(n / 3);
      arrow.root.visible = this.show.frames;
      if (this.show.frames) {
        const at = this.point([k, 0, 0, 0]);
        arrow.place(
          at,
          this.point([k, +(n % 3 === 0), +(n % 3 === 1), +(n % 3 === 2)])
            .sub(at)
            .multiplyScalar(7 * s.unit),
        );
      }
    });
    this.arrows.forEach((arrow, k) => {
      const f = this.force(k);
      arrow.root.visible = this.show.reactions && f.length() > 1e-4 * this.scale;
      if (arrow.root.visible)
        arrow.place(
          this.point(s.joints[k].at),
          f.multiplyScalar((LONGEST * s.size) / this.scale).clampLength(0, 1.5 * LONGEST * s.size),
        );
    });
  }
  private force(k: number): Vector3 {
    const f = this.forces;
    return f ? new Vector3(f[3 * k], f[3 * k + 1], f[3 * k + 2]) : new Vector3();
  }
  private words(): Label[] {
    const s = this.scene,
      list: Label[] = [];
    if (this.show.names)
      s.bodies.forEach((b, k) => {
        if (this.looks[k] !== "hidden")
          list.push({ text: shown(b.name), at: this.point([k, ...b.label]), kind: "body" });
      });
    if (this.show.joints)
      for (const j of s.joints) list.push({ text: shown(j.name), at: this.point(j.at), kind: "joint" });
    if (this.show.reactions)
      s.joints.forEach((j, k) => {
        const f = this.force(k).length();
        if (f > 1e-3 * this.scale) list.push({ text: this.unit(f), at: this.point(j.at), kind: "force" });
      });
    return list;
  }

  // -------------------------------------------------------------------------------------------------------- handling
  look(k: number): Look {
    return this.looks[k];
  }
  set(k: number, look: Look): void {
    this.looks[k] = look;
    this.bodies[k].traverse((o) => {
      const m = (o as Mesh).material as Material | undefined;
      if (m && o.type === "Mesh") {
        m.transparent = look === "faded";
        m.opacity = look === "faded" ? 0.22 : 1;
        m.depthWrite = look !== "faded";
        m.needsUpdate = true;
      }
    });
    this.ask();
  }
  isolate(k: number): void {
    this.scene.bodies.forEach((_, n) => this.set(n, n === k ? "shown" : "faded"));
  }
  all(): void {
    this.scene.bodies.forEach((_, n) => this.set(n, "shown"));
  }
  select(k: number): void {
    this.selected = k;
    this.bodies.forEach((group, n) =>
      group.traverse((o) => {
        const m = (o as Mesh).material as Surface | undefined;
        if (m?.emissive) {
          m.emissive = new Color(n === k ? "#2f7fd0" : "#000000");
          m.emissiveIntensity = n === k ? 0.35 : 0;
        }
      }),
    );
    this.ask();
  }
  trace(body: number, point: Vector3, motion: Motion): Trace {
    const t = new Trace(body, point, motion, TRACES[this.traces.length % TRACES.length]);
    this.traces.push(t);
    this.world.add(t.line);
    this.ask();
    return t;
  }
  untrace(): void {
    for (const t of this.traces) this.world.remove(t.line);
    this.traces = [];
    this.ask();
  }
  under(event: { clientX: number; clientY: number }): Hit | null {
    const box = this.canvas.parentElement!;
    return pick(event, this.canvas, this.eye.camera(box.clientWidth, box.clientHeight), this.bodies);
  }
  private clicks(): void {
    let at: [number, number] | null = null;
    this.canvas.addEventListener("pointerdown", (e) => {
      at = [e.clientX, e.clientY];
    });
    this.canvas.addEventListener("pointerup", (e) => {
      if (at && Math.hypot(e.clientX - at[0], e.clientY - at[1]) < 4 && e.button === 0) {
        const hit = this.under(e);
        this.select(hit ? hit.body : -1);
        this.picked(hit);
      }
      at = null;
    });
  }
  close(): void {
    this.labels.close();
    this.effort?.close();
    this.gl?.dispose();
    this.gl?.forceContextLoss();
  }
  // ------------------------------------------------------------------------------------------------------------- out
  png(): string {
    this.draw(true);
    return this.canvas.toDataURL("image/png");
  }
  vector(): string {
    // an SVG line and surface drawing, far parts first
    const svg = new SVGRenderer(),
      box = this.canvas.parentElement!;
    svg.setSize(box.clientWidth, box.clientHeight);
    svg.setPrecision(2);
    const floor = this.floor?.visible;
    if (this.floor) this.floor.visible = false;
    svg.render(this.world, this.eye.camera(box.clientWidth, box.clientHeight));
    if (this.floor) this.floor.visible = !!floor;
    return new XMLSerializer().serializeToString(svg.domElement as unknown as Node);
  }
  exported(): Group {
    const group = new Group();
    for (const body of this.bodies) {
      const copy = body.clone(true);
      copy.traverse((o) => {
        if (o.type === "LineSegments") o.visible = false;
        else if (o.type === "Mesh") (o as Mesh).material = described((o as Mesh).material as Surface);
      });
      group.add(copy);
    }
    group.name = this.scene.name;
    return group;
  }
}
