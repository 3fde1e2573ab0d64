// The page's side of the worker: requests and answers, one after the other; a run that takes too long is ended with its worker.
import { unpacked } from "../data";
import type { About, Options } from "./machine";
import type { Done, Request, Stand } from "./worker";

declare const __WORKER__: string; // the code of worker.ts, bundled; see build.mjs
export interface LiveData {
  module: string;
  links: number[];
  levers: { name: string; unit: string; limit: number; rest: number }[];
}
interface Driven {
  time: number;
  status: string;
  done: boolean;
  poses: number[];
  signals: Record<string, { unit: string; value: number }>;
}
interface Answer {
  id: number;
  ok: boolean;
  value: never;
  message: string;
  time?: number;
}

export class Bench {
  about = null as unknown as About;
  progress: (time: number) => void = () => {};
  private waiting = new Map<number, { good: (value: never) => void; bad: (error: Error) => void }>();
  private count = 0;
  private worker: Worker | null = null;
  private constructor(
    private readonly module: ArrayBuffer,
    private readonly links: number[],
  ) {}
  static async open(data: Pick<LiveData, "module" | "links">): Promise<Bench> {
    const bench = new Bench((await unpacked(data.module)).buffer as ArrayBuffer, data.links);
    await bench.begin();
    return bench;
  }
  private async begin(): Promise<void> {
    const url = URL.createObjectURL(new Blob([__WORKER__], { type: "text/javascript" })),
      worker = new Worker(url);
    this.worker = worker;
    worker.onmessage = (e: MessageEvent<Answer>) => {
      const { id, ok, value, message, time } = e.data,
        who = this.waiting.get(id);
      if (time !== undefined) {
        this.progress(time);
        return;
      }
      this.waiting.delete(id);
      if (ok) who?.good(value);
      else who?.bad(new Error(message));
    };
    worker.onerror = (e) => this.fail(e.message || "the simulator of this page cannot start");
    this.about = await this.ask<About>({ kind: "load", module: this.module.slice(0), links: this.links });
    URL.revokeObjectURL(url);
  }
  private fail(words: string): void {
    for (const who of this.waiting.values()) who.bad(new Error(words));
    this.waiting.clear();
  }
  // end what is being computed; the machine is loaded anew, at its start
  async stop(): Promise<void> {
    this.close();
    this.fail("stopped");
    await this.begin();
  }
  close(): void {
    this.worker?.terminate();
    this.worker = null;
  }
  ask<T>(request: Request): Promise<T> {
    const id = ++this.count;
    return new Promise<T>((good, bad) => {
      this.waiting.set(id, { good: good as (value: never) => void, bad });
      this.worker!.postMessage({ ...request, id });
    });
  }
  run(values: Record<string, number>, options: Options): Promise<Done> {
    return this.ask({ kind: "run", values, options });
  }
  on(values: Record<string, number>, options: Options): Promise<Done> {
    return this.ask({ kind: "on", values, options });
  }
  place(values: Record<string, number>): Promise<Stand> {
    return this.ask({ kind: "place", values });
  }
  home(): Promise<Stand> {
    return this.ask({ kind: "home", values: {} });
  }
  drag(
    values: Record<string, number>,
    body: number,
    point: number[],
    target: number[],
    limits: Record<string, [number, number]> = {},
  ): Promise<Stand> {
    return this.ask({ kind: "drag", values, body, point, target, limits });
  }
  drive(values: Record<string, number>, options: Options, signals: string[], fresh: boolean): Promise<Driven> {
    return this.ask({ kind: "drive", values, options, signals, fresh });
  }
}
