// Numbers as text.
const minus = (text: string): string => text.replace(/-/g, "−");
export function value(v: number): string {
  if (!isFinite(v)) return "–";
  const a = Math.abs(v);
  return minus(a >= 1e6 || (a !== 0 && a < 1e-4) ? v.toExponential(3).replace("e+", "e") : v.toPrecision(5));
}
export function ticks(splits: (number | null)[]): string[] {
  const given = splits.filter((v): v is number => v !== null),
    step = given.length > 1 ? Math.abs(given[1] - given[0]) : Math.abs(given[0] || 1),
    big = Math.max(...given.map(Math.abs), 0);
  return splits.map((v) => {
    if (v === null) return "";
    if (Math.abs(v) < 1e-9 * step) return "0";
    if (big >= 1e5 || big < 1e-3)
      return minus(
        v.toExponential(Math.max(0, Math.min(6, Math.ceil(Math.log10(Math.abs(v) / step) - 1e-9)))).replace("e+", "e"),
      );
    return minus(v.toFixed(digits(step)));
  });
}
export const bracket = (unit: string): string => (unit && unit !== "1" ? ` [${unit}]` : "");
export const short = (v: number): string =>
  minus(Math.abs(v) >= 1e5 || Math.abs(v) < 1e-2 ? v.toExponential(1).replace("e+", "e") : String(+v.toPrecision(3)));
function digits(step: number): number {
  // as many as the step has: two for 0.05, three for 0.025
  let d = Math.max(0, Math.min(12, -Math.floor(Math.log10(step) + 1e-9)));
  while (d < 12 && Math.abs(step * 10 ** d - Math.round(step * 10 ** d)) > 1e-6 * step * 10 ** d) d++;
  return d;
}
