// A machine run in Node, as a page would: node live_run.mjs MODULE '{"values": {…}, "options": {…}}'; prints what came out.
import { readFileSync } from "node:fs";
import { load } from "../src/biela/report/assets/live.mjs";

const machine = await load(readFileSync(process.argv[2])), { values = {}, options = {}, on = null, repeat = 1, places = null } = JSON.parse(process.argv[3] ?? "{}");
let result = null, message = "", best = Infinity, placing = null;
try {
  for (const [name, value] of Object.entries(values)) machine.set(name, value);
  for (let k = 0; k < repeat; k++) { result = machine.run(options); best = Math.min(best, result.milliseconds); }
  if (on) result = machine.on(on);
  if (places) { const began = performance.now(), [name, values_] = places; for (const value of values_) { machine.set(name, value); machine.placed().bodies(); } placing = (performance.now() - began) / values_.length; }
} catch (error) { message = error.message; }
const signals = result ? Object.fromEntries(result.names.map(n => [n, result.signal(n).at(-1)])) : {};
console.log(JSON.stringify({ message, status: result?.status, steps: result?.steps, t: result?.t.at(-1), x: result ? [...result.final] : [], start: result ? [...result.x.slice(0, machine.about.sizes.x)] : [], events: result?.events, signals, best, placing }));
