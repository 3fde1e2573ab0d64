// Which body is under the pointer.
import { type Camera, type Object3D, Raycaster, Vector2, type Vector3 } from "three";

export interface Hit {
  body: number;
  point: Vector3;
}
const ray = new Raycaster();
export function pick(
  event: { clientX: number; clientY: number },
  canvas: HTMLElement,
  camera: Camera,
  bodies: Object3D[],
): Hit | null {
  const r = canvas.getBoundingClientRect();
  ray.setFromCamera(
    new Vector2(((event.clientX - r.left) / r.width) * 2 - 1, 1 - ((event.clientY - r.top) / r.height) * 2),
    camera,
  );
  const seen = bodies.map((group, body) => ({ group, body })).filter((b) => b.group.visible);
  let best: { distance: number; hit: Hit } | null = null;
  for (const { group, body } of seen)
    for (const found of ray.intersectObject(group, true))
      if (found.object.type === "Mesh" && (!best || found.distance < best.distance))
        best = { distance: found.distance, hit: { body, point: found.point.clone() } };
  return best?.hit ?? null;
}
// the point of a plane through `origin`, facing the camera, that is under the pointer
export function under(
  event: { clientX: number; clientY: number },
  canvas: HTMLElement,
  camera: Camera,
  origin: Vector3,
): Vector3 {
  const r = canvas.getBoundingClientRect(),
    depth = origin.clone().project(camera).z;
  return origin
    .clone()
    .set(((event.clientX - r.left) / r.width) * 2 - 1, 1 - ((event.clientY - r.top) / r.height) * 2, depth)
    .unproject(camera);
}
