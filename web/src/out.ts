// What leaves the page: pictures, films, tables and models.
import { AnimationClip, QuaternionKeyframeTrack, VectorKeyframeTrack } from "three";
import { GLTFExporter } from "three/examples/jsm/exporters/GLTFExporter.js";
import { save } from "./dom";
import type { Player } from "./player";
import type { Viewer } from "./scene/viewer";

export const fileName = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[^\w.-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "biela";

export async function gltf(viewer: Viewer, player: Player): Promise<ArrayBuffer> {
  const root = viewer.exported(),
    m = player.motion,
    tracks = [];
  if (m)
    for (let b = 0; b < m.bodies; b++) {
      const name = viewer.scene.bodies[b].name.replace(/[\[\].:/]/g, "_"),
        q: number[] = [],
        p: number[] = [];
      root.children[b].name = name;
      for (let k = 0; k < m.frames; k++) {
        const pose = m.pose(b, k);
        q.push(...pose.q.toArray());
        p.push(...pose.p.toArray());
      }
      tracks.push(
        new QuaternionKeyframeTrack(`${name}.quaternion`, Array.from(m.t), q),
        new VectorKeyframeTrack(`${name}.position`, Array.from(m.t), p),
      );
    }
  return (await new GLTFExporter().parseAsync(root, {
    binary: true,
    onlyVisible: true,
    animations: tracks.length ? [new AnimationClip("motion", -1, tracks)] : [],
  })) as ArrayBuffer;
}

// the view as it plays once, recorded by the browser (WebM)
export async function film(viewer: Viewer, player: Player): Promise<Blob> {
  const stream = viewer.canvas.captureStream(30),
    kind = ["video/webm;codecs=vp9", "video/webm", "video/mp4"].find((k) => MediaRecorder.isTypeSupported(k)),
    recorder = new MediaRecorder(stream, { mimeType: kind, videoBitsPerSecond: 6e6 }),
    parts: Blob[] = [];
  recorder.ondataavailable = (e) => parts.push(e.data);
  const done = new Promise<Blob>((resolve) => {
    recorder.onstop = () => resolve(new Blob(parts, { type: kind }));
  });
  player.pause();
  player.seek(0);
  recorder.start();
  player.play();
  let last = 0;
  await new Promise<void>((resolve) => {
    const wait = (): void => {
      if (!player.playing || player.time < last) resolve();
      else {
        last = player.time;
        requestAnimationFrame(wait);
      }
    };
    requestAnimationFrame(wait);
  });
  player.pause();
  recorder.stop();
  return done;
}

export async function out(kind: string, viewer: Viewer, player: Player, title: string): Promise<void> {
  const name = fileName(title);
  if (kind === "png") save(`${name}.png`, viewer.png());
  else if (kind === "svg") save(`${name}.svg`, new Blob([viewer.vector()], { type: "image/svg+xml" }));
  else if (kind === "glb") save(`${name}.glb`, new Blob([await gltf(viewer, player)], { type: "model/gltf-binary" }));
  else if (kind === "film") {
    const made = await film(viewer, player);
    save(`${name}.${made.type.includes("mp4") ? "mp4" : "webm"}`, made);
  }
}
