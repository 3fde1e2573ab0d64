// Where the name of a link stands: beside its middle, or wherever it covers least of links, pins and other names.
export type Point = [number, number];
interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
const LETTER = 6.3, // [px] of a letter, about
  HIGH = 14,
  AWAY = [9, 17, 28], // [px] from the link
  ALONG = [0.5, 0.38, 0.62, 0.25, 0.75];

export class Beside {
  private taken: Box[] = [];
  constructor(
    private segments: [Point, Point][],
    private pins: Point[],
  ) {}
  // left end of the base line of a text beside a segment
  place(text: string, a: Point, b: Point): Point {
    const w = LETTER * text.length,
      long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1,
      n: Point = [(b[1] - a[1]) / long, -(b[0] - a[0]) / long];
    let best: Box | null = null,
      least = Infinity;
    for (const [k, away] of AWAY.entries())
      for (const along of ALONG)
        for (const side of n[1] <= 0 ? [1, -1] : [-1, 1]) {
          // the box touches the line that is `away` from the link
          const reach = away + (Math.abs(n[0]) * w) / 2 + (Math.abs(n[1]) * HIGH) / 2,
            x = a[0] + along * (b[0] - a[0]) + side * n[0] * reach - w / 2,
            y = a[1] + along * (b[1] - a[1]) + side * n[1] * reach - HIGH / 2,
            box = { x, y, w, h: HIGH },
            cost = 10 * this.covered(box) + k + Math.abs(along - 0.5);
          if (cost < least) [best, least] = [box, cost];
        }
    this.taken.push(best!);
    return [best!.x, best!.y + HIGH - 3];
  }
  private covered(box: Box): number {
    return (
      this.segments.filter(([a, b]) => crosses(box, a, b)).length +
      this.pins.filter(([x, y]) => x > box.x - 22 && x < box.x + box.w + 8 && y > box.y - 8 && y < box.y + box.h + 20)
        .length +
      this.taken.filter((o) => o.x < box.x + box.w && box.x < o.x + o.w && Math.abs(o.y - box.y) < HIGH).length
    );
  }
}

// whether a segment as thick as a link meets a box: clipped at its four sides
function crosses(box: Box, a: Point, b: Point): boolean {
  const margin = 5,
    low = [box.x - margin, box.y - margin],
    high = [box.x + box.w + margin, box.y + box.h + margin];
  let from = 0,
    to = 1;
  for (const i of [0, 1]) {
    const d = b[i] - a[i],
      [p, q] = [low[i] - a[i], high[i] - a[i]];
    if (Math.abs(d) < 1e-9) {
      if (p > 0 || q < 0) return false;
    } else {
      from = Math.max(from, Math.min(p / d, q / d));
      to = Math.min(to, Math.max(p / d, q / d));
    }
  }
  return from <= to;
}
