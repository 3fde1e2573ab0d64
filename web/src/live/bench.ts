// The page's side of the worker: requests and answers, one after the other.
import { unpacked } from "../data";
import type { About, Options } from "./machine";
import type { Done, Request } from "./worker";

declare const __WORKER__: string; // the code of worker.ts, bundled; see build.mjs
export interface LiveData { module: string; links: number[]; levers: { name: string; unit: string; limit: number; rest: number }[] }

export class Bench {
  private waiting = new Map<number, { good: (value: never) => void; bad: (error: Error) => void }>(); private count = 0;
  private constructor(private worker: Worker, public about: About) {}
  static async open(data: LiveData): Promise<Bench> {
    const url = URL.createObjectURL(new Blob([__WORKER__], { type: "text/javascript" })), worker = new Worker(url), bench = new Bench(worker, null as unknown as About);
    worker.onmessage = (e: MessageEvent<{ id: number; ok: boolean; value: never; message: string }>) => { const { id, ok, value, message } = e.data, who = bench.waiting.get(id); bench.waiting.delete(id); if (ok) who?.good(value); else who?.bad(new Error(message)); };
    worker.onerror = e => { for (const who of bench.waiting.values()) who.bad(new Error(e.message || "the simulator of this page cannot start")); bench.waiting.clear(); };
    const bytes = await unpacked(data.module);
    bench.about = await bench.ask<About>({ kind: "load", module: bytes.buffer as ArrayBuffer, links: data.links });
    return bench;
  }
  ask<T>(request: Request): Promise<T> { const id = ++this.count; return new Promise<T>((good, bad) => { this.waiting.set(id, { good: good as (value: never) => void, bad }); this.worker.postMessage({ ...request, id }); }); }
  run(values: Record<string, number>, options: Options): Promise<Done> { return this.ask({ kind: "run", values, options }); }
  on(values: Record<string, number>, options: Options): Promise<Done> { return this.ask({ kind: "on", values, options }); }
  place(values: Record<string, number>): Promise<{ poses: number[] }> { return this.ask({ kind: "place", values }); }
  drive(values: Record<string, number>, options: Options, signals: string[], fresh: boolean): Promise<{ time: number; status: string; done: boolean; poses: number[]; signals: Record<string, { unit: string; value: number }> }> { return this.ask({ kind: "drive", values, options, signals, fresh }); }
}
