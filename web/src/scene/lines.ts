// Springs, cylinders, dampers and rods between two points: made once, placed at every picture.
import { Color, CylinderGeometry, Curve, Group, Mesh, type Material, TubeGeometry, Vector3, Quaternion } from "three";
import type { LineData } from "../data";
import type { Surface } from "./materials";

const Y = new Vector3(0, 1, 0),
  UNIT = new CylinderGeometry(1, 1, 1, 28);
UNIT.translate(0, 0.5, 0); // from the origin along y

class Helix extends Curve<Vector3> {
  constructor(
    private radius: number,
    private length: number,
    private turns: number,
  ) {
    super();
  }
  override getPoint(t: number, target = new Vector3()): Vector3 {
    const s = Math.min(1, Math.max(0, (t - 0.08) / 0.84)),
      w = 2 * Math.PI * this.turns * s,
      r = this.radius * Math.min(1, 12 * s, 12 * (1 - s));
    return target.set(r * Math.cos(w), this.length * t, r * Math.sin(w));
  }
}

export class Line {
  root = new Group();
  body: Surface;
  private parts: {
    mesh: Mesh;
    from: (l: number) => number;
    to: (l: number) => number;
    radius: number;
    side: number;
  }[] = [];
  private natural = 1;
  private coil: Mesh | null = null;
  constructor(
    readonly data: LineData,
    unit: number,
    length: number,
    colour: (hex: string) => Surface,
  ) {
    const u = unit;
    this.body = colour(data.colour ?? "#7d8794");
    const part = (
      material: Material,
      radius: number,
      from: (l: number) => number,
      to: (l: number) => number,
      side = 0,
    ): void => {
      const mesh = new Mesh(UNIT, material);
      mesh.castShadow = mesh.receiveShadow = true;
      this.root.add(mesh);
      this.parts.push({ mesh, from, to, radius, side });
    };
    if (data.kind === "spring" || data.kind === "strut") {
      this.natural = Math.max(length, 1e-6);
      this.coil = new Mesh(
        new TubeGeometry(
          new Helix((data.kind === "strut" ? 1.8 : 1.5) * u, this.natural, data.kind === "strut" ? 6 : 8),
          220,
          (data.kind === "strut" ? 0.2 : 0.26) * u,
          8,
        ),
        colour("#7b8794"),
      );
      this.coil.castShadow = true;
      this.root.add(this.coil);
    }
    if (data.kind === "spring") return;
    if (data.kind === "telescope") {
      const c = data.closed!,
        R = data.bore! / 2,
        r = data.rod! / 2,
        rod = colour(data.rod_colour ?? "#cfd6dd");
      for (const side of data.spread ? [-0.5, 0.5] : [0]) {
        const s = side * (data.spread ?? 0);
        part(
          this.body,
          1.18 * R,
          () => 0,
          () => 0.9 * c,
          s,
        );
        part(
          this.body,
          1.34 * R,
          () => 0.86 * c,
          () => 0.91 * c,
          s,
        );
        part(
          rod,
          r,
          () => 0.88 * c,
          (l) => Math.max(l, 0.88 * c + 1e-3),
          s,
        );
        part(
          this.body,
          1.25 * r,
          (l) => l - 1.5 * R,
          (l) => l,
          s,
        );
      }
    } else if (data.kind === "cylinder") {
      part(
        this.body,
        1.1 * u,
        () => 0,
        (l) => 0.55 * l,
      );
      part(
        colour("#c3cad3"),
        0.55 * u,
        (l) => 0.5 * l,
        (l) => l,
      );
      part(
        this.body,
        1.25 * u,
        () => -0.9 * u,
        () => 0.9 * u,
      );
      part(
        colour("#8b95a1"),
        0.9 * u,
        (l) => l - 0.8 * u,
        (l) => l + 0.8 * u,
      );
    } else if (data.kind === "damper" || data.kind === "strut") {
      part(
        this.body,
        0.8 * u,
        (l) => 0.3 * l,
        (l) => 0.7 * l,
      );
      part(
        colour("#9aa4b0"),
        0.35 * u,
        () => 0,
        (l) => 0.3 * l,
      );
      part(
        colour("#9aa4b0"),
        0.35 * u,
        (l) => 0.7 * l,
        (l) => l,
      );
    } else
      part(
        colour("#7b8794"),
        0.45 * u,
        () => 0,
        (l) => l,
      );
  }
  place(a: Vector3, b: Vector3, across: Vector3): void {
    const d = b.clone().sub(a),
      length = d.length();
    this.root.visible = length > 1e-9;
    if (!this.root.visible) return;
    this.root.position.copy(a);
    if (this.data.spread) {
      // the pair lies across its line
      const y = d.clone().normalize(),
        x = across.clone().addScaledVector(y, -across.dot(y)).normalize(),
        z = x.clone().cross(y);
      this.root.matrix.makeBasis(x, y, z);
      this.root.quaternion.setFromRotationMatrix(this.root.matrix);
    } else this.root.quaternion.copy(new Quaternion().setFromUnitVectors(Y, d.normalize()));
    this.coil?.scale.set(1, length / this.natural, 1);
    for (const p of this.parts) {
      const from = p.from(length),
        to = p.to(length);
      p.mesh.position.set(p.side, from, 0);
      p.mesh.scale.set(p.radius, Math.max(to - from, 1e-6), p.radius);
    }
  }
  tint(share: number | null): void {
    // 0 … 1 of the largest pressure: blue over yellow to red
    const c = this.body.color;
    if (share === null) c.set(this.data.colour ?? "#7d8794");
    else
      c.lerpColors(
        new Color("#3b6fb6"),
        new Color(share < 0.5 ? "#f2d16b" : "#c4262e"),
        share < 0.5 ? 2 * share : 1,
      ).lerp(new Color("#f2d16b"), share < 0.5 ? 0 : 2 * (1 - share));
  }
}
