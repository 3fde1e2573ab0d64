// A table of signals (CSV) as a run: what `run.save("run.csv")` and the plots of a page write.
import { Run, type RunData } from "../data";
import type { Units } from "../units";

function cells(line: string): string[] {
  // quotes may hold commas
  const found: string[] = [];
  let text = "",
    quoted = false;
  for (let k = 0; k < line.length; k++) {
    const c = line[k];
    if (quoted) {
      if (c !== '"') text += c;
      else if (line[k + 1] === '"') {
        text += c;
        k++;
      } else quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === ",") {
      found.push(text);
      text = "";
    } else text += c;
  }
  return [...found, text];
}
// `name [unit]` in a unit that the page knows → values in SI; a unit that it does not know is left as it is, a name alone is in SI
export function csvRun(text: string, units: Units, own: Run): Run | null {
  const lines = text.split(/\r?\n/).filter((l) => l && !l.startsWith("#")),
    head = cells(lines[0] ?? "").map((h) => /^(.*?)(?: \[(.*)\])?$/.exec(h.trim())!);
  if (lines.length < 3 || head.length < 2 || !/^(time|t)$/i.test(head[0][1])) return null;
  const table = head.map(() => new Float32Array(lines.length - 1));
  lines.slice(1).forEach((line, row) => {
    const values = cells(line);
    head.forEach((_, k) => {
      table[k][row] = values[k]?.trim() ? Number(values[k]) : NaN;
    });
  });
  const first = table[0][0],
    si = head.map((h): [string, number] => (h[2] === undefined ? [own.unit(h[1]), 1] : units.si(h[2])));
  if (!isFinite(first) || !table[0].every((v, k) => k === 0 || v >= table[0][k - 1])) return null;
  table[0] = table[0].map((v) => v - first);
  si.forEach(([, factor], k) => {
    if (k && factor !== 1) table[k] = table[k].map((v) => v / factor);
  });
  return new Run(
    {
      names: head.slice(1).map((h) => h[1]),
      units: si.slice(1).map((u) => u[0]),
      rows: head.slice(1).map((_, k) => k + 1),
      t: 0,
    } as unknown as RunData,
    table,
  );
}
