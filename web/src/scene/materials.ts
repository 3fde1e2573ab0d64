// What surfaces are made of: light on them is computed with less effort where the processor itself draws.
import { MeshLambertMaterial, MeshStandardMaterial } from "three";

export type Surface = MeshStandardMaterial | MeshLambertMaterial;
export const surface = (hex: string, software: boolean): Surface =>
  software
    ? new MeshLambertMaterial({ color: hex })
    : new MeshStandardMaterial({ color: hex, roughness: 0.55, metalness: 0.05 });
// as files of other programs know it
export const described = (m: Surface): MeshStandardMaterial => {
  const made = surface("#ffffff", false) as MeshStandardMaterial;
  made.color.copy(m.color);
  return made;
};

// whether pictures are computed by the processor: then smooth edges, shadows and gloss cost too much
export function inSoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2"),
    info = gl?.getExtension("WEBGL_debug_renderer_info"),
    name = info ? String(gl!.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
