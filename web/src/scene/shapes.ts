// Shapes of a description → geometry of three.
import {
  Box3,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Matrix4,
  Quaternion,
  Shape as Outline,
  SphereGeometry,
  Vector2,
  Vector3,
} from "three";
import { mergeGeometries, mergeVertices, toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Shape, V3 } from "../data";

const Y = new Vector3(0, 1, 0),
  CREASE = 0.6, // edges sharper than this angle [rad] stay sharp
  FINE = 1.5e-4; // how far a round outline is off, as part of the machine's size: a tenth of a pixel
export const vec = (p: ArrayLike<number>): Vector3 => new Vector3(p[0], p[1], p[2]);

// edges of the polygon that stands for a circle
const around = (radius: number, size: number): number =>
  Math.min(40, Math.max(12, 2 * Math.ceil(Math.PI / 2 / Math.acos(1 - Math.min(1, (FINE * size) / radius)))));

// geometry along +y from −l/2 to l/2 → from a to b
export function along(geometry: BufferGeometry, a: Vector3, b: Vector3): BufferGeometry {
  const d = b.clone().sub(a),
    turn = new Quaternion().setFromUnitVectors(Y, d.lengthSq() > 0 ? d.normalize() : Y);
  return geometry.applyMatrix4(new Matrix4().compose(a.clone().add(b).multiplyScalar(0.5), turn, new Vector3(1, 1, 1)));
}

// a plane outline about its normal n, of thickness t; the middle plane is shifted by o. Without bevels it has a third of the sides
function slab(points: Vector3[], n: Vector3, t: number, o: number, bevels: boolean): BufferGeometry {
  const z = n.clone().normalize(),
    x = points[1].clone().sub(points[0]).addScaledVector(z, -points[1].clone().sub(points[0]).dot(z)).normalize(),
    y = z.clone().cross(x),
    origin = points[0];
  const flat = points.map((p) => {
    const d = p.clone().sub(origin);
    return new Vector2(d.dot(x), d.dot(y));
  });
  const size = new Box3().setFromPoints(points).getSize(new Vector3()).length(),
    bevel = bevels ? Math.min(0.08 * t, 0.01 * size) : 0;
  const made = new ExtrudeGeometry(new Outline(flat), {
    depth: t - 2 * bevel,
    bevelEnabled: bevels,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: 1,
    curveSegments: 1,
  });
  made.translate(0, 0, bevel - t / 2 + o);
  return made.applyMatrix4(new Matrix4().makeBasis(x, y, z).setPosition(origin));
}

function bar(s: Shape, size: number, bevels: boolean): BufferGeometry {
  // flat link with round ends: from a to b, width 2 w
  const n = vec(s.n!).normalize(),
    a = vec(s.a!),
    b = vec(s.b!),
    d = b.clone().sub(a),
    x = d.addScaledVector(n, -d.dot(n)).normalize(),
    y = n.clone().cross(x),
    half = around(s.w!, size) / 2,
    points: Vector3[] = [];
  for (const [centre, from] of [
    [b, -0.5],
    [a, 0.5],
  ] as [Vector3, number][])
    for (let k = 0; k <= half; k++) {
      const w = Math.PI * (from + k / half);
      points.push(
        centre
          .clone()
          .addScaledVector(x, s.w! * Math.cos(w))
          .addScaledVector(y, s.w! * Math.sin(w)),
      );
    }
  return slab(points, n, s.t!, s.o ?? 0, bevels);
}

const MAKE: Record<string, (s: Shape, size: number, bevels: boolean) => BufferGeometry> = {
  cyl: (s, size) => {
    const a = vec(s.a!),
      b = vec(s.b!);
    return along(
      new CylinderGeometry(s.e ?? s.r!, s.r!, Math.max(a.distanceTo(b), 1e-9), around(Math.max(s.e ?? 0, s.r!), size)),
      a,
      b,
    );
  },
  rod: (s, size) => {
    const a = vec(s.a!),
      b = vec(s.b!),
      n = around(s.r!, size);
    return along(new CapsuleGeometry(s.r!, a.distanceTo(b), Math.ceil(n / 4), n), a, b);
  },
  ball: (s, size) => {
    const n = around(s.r!, size);
    return new SphereGeometry(s.r!, n, n / 2).translate(...(s.p as V3));
  },
  box: (s) => {
    const R = s.R ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
    return new BoxGeometry(...(s.s as V3)).applyMatrix4(
      new Matrix4().set(R[0], R[1], R[2], s.p![0], R[3], R[4], R[5], s.p![1], R[6], R[7], R[8], s.p![2], 0, 0, 0, 1),
    );
  },
  bar,
  plate: (s, _, bevels) => slab(s.points!.map(vec), vec(s.n!), s.t!, s.o ?? 0, bevels),
  mesh: (s) => {
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(s.v!, 3));
    g.setIndex(new BufferAttribute(s.f!, 1));
    return g;
  },
};

// positions and normals alone, so that geometries merge; corners that faces share are there once: each is drawn once
function plain(geometry: BufferGeometry, smooth: boolean): BufferGeometry {
  let g = geometry;
  for (const name of Object.keys(g.attributes)) if (name !== "position" && name !== "normal") g.deleteAttribute(name);
  if (smooth) g = toCreasedNormals(g.index ? g.toNonIndexed() : g, CREASE);
  return g.index ? g : mergeVertices(g);
}

// one geometry for each colour; "" is the colour of the body. The size of the machine says how round is round; bevels catch light
export function geometries(shapes: Shape[], size: number, bevels: boolean): Map<string, BufferGeometry> {
  const found = new Map<string, BufferGeometry[]>();
  for (const s of shapes) {
    const made = MAKE[s.k]?.(s, size, bevels);
    if (made)
      found.set(s.c ?? "", [...(found.get(s.c ?? "") ?? []), plain(made, ["bar", "plate", "mesh"].includes(s.k))]);
  }
  return new Map([...found].map(([colour, list]) => [colour, mergeGeometries(list)]));
}
