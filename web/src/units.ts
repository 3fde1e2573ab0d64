// In which units numbers are shown. The tables come from Python, which owns them; data stay SI.
import type { UnitTable } from "./data";

export class Units {
  listeners: (() => void)[] = [];
  constructor(
    readonly tables: Record<string, UnitTable>,
    public system: string,
  ) {}
  private entry(unit: string): [string, number] {
    return this.tables[this.system]?.[unit] ?? [unit, 1];
  }
  name(unit: string): string {
    return this.entry(unit)[0];
  }
  factor(unit: string): number {
    return this.entry(unit)[1];
  }
  // the SI unit that a shown one stands for, and the factor between them
  si(shown: string): [string, number] {
    for (const table of Object.values(this.tables))
      for (const [unit, [name, factor]] of Object.entries(table)) if (name === shown) return [unit, factor];
    return [shown === "1" ? "" : shown, 1];
  }
  shown(data: ArrayLike<number>, unit: string): Float32Array | ArrayLike<number> {
    const f = this.factor(unit);
    return f === 1 ? data : Float32Array.from(data, (v) => v * f);
  }
  choose(system: string): void {
    this.system = system;
    for (const f of this.listeners) f();
  }
}
