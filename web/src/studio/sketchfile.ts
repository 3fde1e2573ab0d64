// A drawn linkage as a machine file: parameters for lengths, bodies, joints, forces, sensors at coupler points, and the start.
import { namesIn } from "./arithmetic";
import { DENSITY, type Link, type Linkage, type Pin } from "./linkage";

const BLOCK = "{mass: 0.1 kg, inertia: [1e-4, 1e-4, 1e-4]}"; // what slides along a line
const round = (x: number): string => String(+x.toPrecision(6));
const degrees = (x: number): string => {
  const d = (((((x * 180) / Math.PI + 180) % 360) + 360) % 360) - 180;
  return `${round(d)} deg`;
};
// numbers that were typed without a unit are in SI units; expressions stay as they were typed
const written = (text: string, unit: string): string =>
  /^[\d.e+-]+$/i.test(text.trim()) ? `${+text} ${unit}` : text.trim();

// In an order in which each length names only those before it, as one reads them.
function ordered(links: Link[]): Link[] {
  const left = [...links],
    done: Link[] = [];
  while (left.length) {
    const k = left.findIndex(
      (l) => !namesIn(l.length ?? "").some((n) => left.some((o) => o !== l && `${o.name}_length` === n)),
    );
    done.push(...left.splice(Math.max(k, 0), 1));
  }
  return done;
}

class Written {
  private bodies: string[] = [];
  private joints: string[] = [];
  private loads: string[] = [];
  private sensors: string[] = [];
  private plots: string[] = [];
  private guess: Record<string, string> = {};
  private driver = "";
  constructor(readonly l: Linkage) {}
  private angle(link: Link): number {
    const [a, b] = link.pins.map((p) => this.l.pin(p));
    return Math.atan2(b.y - a.y, b.x - a.x);
  }
  // where a pin is in the axes of a link, whose x axis points from its first pin to its second
  private local(link: Link, pin: number): string {
    const a = this.l.pin(link.pins[0]),
      p = this.l.pin(pin),
      t = this.angle(link),
      x = p.x - a.x,
      y = p.y - a.y,
      k = link.pins.indexOf(pin);
    return k === 0
      ? "[0, 0, 0]"
      : k === 1
        ? `[${link.name}_length, 0, 0]`
        : `[${round(x * Math.cos(t) + y * Math.sin(t))}, ${round(y * Math.cos(t) - x * Math.sin(t))}, 0]`;
  }
  private revolute(name: string, parent: string, point: string, child: Link, pin: Pin, angle: number): void {
    const own = this.local(child, pin.id),
      points = [
        point === "[0, 0, 0]" ? "" : `, parent_point: ${point}`,
        own === "[0, 0, 0]" ? "" : `, child_point: ${own}`,
      ];
    this.joints.push(`  ${name}: {type: revolute, parent: ${parent}, child: ${child.name}${points.join("")}}`);
    this.guess[name] = degrees(this.angle(child) - angle);
  }
  private pin(p: Pin): void {
    const { l } = this,
      letter = l.letter(p),
      at = [...l.at(p.id)].sort((a, b) => +(b.id === l.crank) - +(a.id === l.crank)),
      name = (link: Link, k: number): string => (k ? `${letter}_${link.name}` : letter);
    if (!at.length) return;
    if (p.kind === "ground")
      at.forEach((link, k) => {
        this.revolute(name(link, k), "ground", `[${round(p.x)}, ${round(p.y)}, 0]`, link, p, 0);
        if (link.id === l.crank) this.driver = name(link, k);
      });
    else if (p.kind === "slider") {
      const block = `block_${letter}`,
        along = `[${round(Math.cos(p.angle))}, ${round(Math.sin(p.angle))}, 0]`;
      this.bodies.push(`  ${block}: ${BLOCK}`);
      this.joints.push(
        `  ${letter}_slide: {type: prismatic, parent: ground, child: ${block}, parent_point: [${round(p.x)}, ${round(p.y)}, 0], axis: ${along}}`,
      );
      this.guess[`${letter}_slide`] = "0 m";
      at.forEach((link, k) => this.revolute(name(link, k), block, "[0, 0, 0]", link, p, 0));
    } else
      at.slice(1).forEach((link, k) =>
        this.revolute(name(link, k), at[0].name, this.local(at[0], p.id), link, p, this.angle(at[0])),
      );
    const place = `{body: ${at[0].name}, position: ${this.local(at[0], p.id)}}`,
      [x, y] = p.force ?? ["", ""];
    if (l.force(p).some(Boolean))
      this.loads.push(
        `  force_${letter}: {type: wrench, at: ${place}, force: [${written(x || "0", "N")}, ${written(y || "0", "N")}, 0]}`,
      );
    if (p.kind === "pin" && at.length === 1 && !p.hidden) {
      this.sensors.push(`  point_${letter}: {type: point_sensor, at: ${place}}`);
      this.plots.push(`  - {x: point_${letter}.x, y: point_${letter}.y}`);
    }
  }
  text(name: string): string {
    const { l } = this,
      lines = ["biela: 1", `name: ${name}`, "gravity: [0, -9.81, 0]", "", "parameters:"];
    for (const link of ordered(l.links))
      lines.push(
        `  ${link.name}_length: ${namesIn(link.length ?? "").length ? link.length!.trim() : `${round(l.lengthOf(link))} m`}`,
      );
    lines.push(`  density: ${DENSITY} kg/m`, "");
    for (const link of l.links) {
      const own = `${link.name}_length`,
        inertia = link.inertia && l.value(link.inertia) !== null ? written(link.inertia, "kg*m^2") : "";
      this.bodies.push(
        `  ${link.name}: {mass: ${link.mass && l.value(link.mass) !== null ? written(link.mass, "kg") : `density*${own}`}, com: [${own}/2, 0, 0], inertia: ${inertia ? `[${inertia}, ${inertia}, ${inertia}]` : `{rod: {length: ${own}}}`}}`,
      );
    }
    for (const p of l.pins) this.pin(p);
    const held = this.driver || Object.keys(this.guess)[0],
      others = Object.entries(this.guess).filter(([k]) => k !== held),
      section = (title: string, rows: string[]): void => {
        if (rows.length) lines.push(`${title}:`, ...rows, "");
      };
    section("bodies", this.bodies);
    section("joints", this.joints);
    section("loads", this.loads);
    section("sensors", this.sensors);
    if (held)
      section("start", [
        `  coordinates: {${held}: ${this.guess[held]}}`,
        ...(others.length ? [`  guess: {${others.map(([k, v]) => `${k}: ${v}`).join(", ")}}`] : []),
      ]);
    section("simulation", ["  duration: 5 s"]);
    section("plots", this.plots.length ? [...(this.driver ? [`  - [${this.driver}.angle]`] : []), ...this.plots] : []);
    return lines.join("\n");
  }
}
export const machineFile = (l: Linkage, name: string): string => new Written(l).text(name);
