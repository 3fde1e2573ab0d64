// The machine moved by hand in this page: its kernels in WebAssembly come when the first body is dragged; until then the server moves it.
import { Bench } from "../live/bench";
import type { Picture as Pose, Slider } from "../pages/show";
import type { Line } from "./line";

export class Hands {
  where: "server" | "page" = "server"; // what moved the machine last
  private bench: Bench | null = null;
  private asked = false;
  private turn = 0;
  private values: Record<string, number> = {};
  private sliders: Slider[] = [];
  constructor(
    readonly line: Line,
    readonly file: () => string,
    readonly tell: (text: string, bad?: boolean) => void,
  ) {}
  // another machine, or another text: what is here belongs to the old one
  renew(sliders: Slider[]): void {
    this.bench?.close();
    this.bench = null;
    this.asked = false;
    this.turn++;
    this.values = {};
    this.sliders = sliders;
  }
  // what moves the machine here is fetched as soon as a hand comes near
  prepare(): void {
    if (!this.asked && this.sliders.length) {
      this.asked = true;
      void this.fetch();
    }
  }
  get ready(): boolean {
    return !!this.bench;
  }
  private async fetch(): Promise<void> {
    const mine = this.turn,
      answer = await this.line.ask("module", { file: this.file() });
    if (!answer.ok || mine !== this.turn) return; // the server goes on moving it
    try {
      const bench = await Bench.open(answer as unknown as { module: string; links: number[] }),
        known = new Set(bench.about.starts.map((s) => s.name));
      if (mine === this.turn && this.sliders.every((s) => known.has(s.name))) this.bench = bench;
      else bench.close();
    } catch {
      /* the server goes on moving it */
    }
  }
  async drag(name: string, body: number, point: number[], target: number[]): Promise<Pick<Pose, "pose"> | null> {
    const mine = this.turn;
    this.prepare();
    if (this.bench) {
      try {
        const limits = Object.fromEntries(this.sliders.map((s) => [s.name, [s.low, s.high] as [number, number]])),
          stand = await this.bench.drag(this.values, body, point, target, limits);
        this.values = stand.values;
        this.where = "page";
        return { pose: stand.poses };
      } catch (error) {
        this.tell((error as Error).message, true);
        return null;
      }
    }
    const answer = await this.line.ask("hand", {
      file: this.file(),
      what: "drag",
      given: { body: name, point, target },
    });
    if (!answer.ok) {
      this.tell(String(answer.message), true);
      return null;
    }
    if (mine === this.turn && !this.bench) {
      this.values = (answer.picture as Pose).values;
      this.where = "server";
    }
    return answer.picture as Pose;
  }
}
