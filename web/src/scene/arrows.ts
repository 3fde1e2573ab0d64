// Arrows: forces of joints with their values, and axes of frames.
import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from "three";

const Y = new Vector3(0, 1, 0),
  SHAFT = new CylinderGeometry(1, 1, 1, 16).translate(0, 0.5, 0),
  TIP = new ConeGeometry(1, 1, 20).translate(0, 0.5, 0);
export class Arrow {
  root = new Group();
  private shaft: Mesh;
  private tip: Mesh;
  constructor(
    private radius: number,
    colour: string,
  ) {
    const material = new MeshStandardMaterial({
      color: colour,
      roughness: 0.6,
      emissive: colour,
      emissiveIntensity: 0.25,
      depthTest: false,
      transparent: true,
    }); // seen through the bodies
    this.shaft = new Mesh(SHAFT, material);
    this.tip = new Mesh(TIP, material);
    this.shaft.renderOrder = this.tip.renderOrder = 4;
    this.root.add(this.shaft, this.tip);
  }
  place(at: Vector3, d: Vector3): void {
    const length = d.length(),
      tip = Math.min(4 * this.radius, 0.5 * length);
    this.root.visible = length > 1e-9;
    if (!this.root.visible) return;
    this.root.position.copy(at);
    this.root.quaternion.copy(new Quaternion().setFromUnitVectors(Y, d.clone().divideScalar(length)));
    this.shaft.scale.set(this.radius, length - tip, this.radius);
    this.tip.position.y = length - tip;
    this.tip.scale.set(2.3 * this.radius, tip, 2.3 * this.radius);
  }
}
