// Bundles src/ into the assets of the Python package: page.js and studio.js, shared.js which both of them need before,
// their styles, the licences of what is bundled, and live.mjs with its types, which loads a machine in other pages.
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url)), out = process.argv[2] ?? join(here, "../src/biela/report/assets");
const PAGE_BYTES = 900_000; // the most that the code of a page may have
const options = { bundle: true, minify: true, lineLimit: 500, write: false, legalComments: "none", charset: "utf8", target: ["chrome110", "firefox115", "safari16.4"], logLevel: "warning" };
const bundle = async (entry, more = {}) => build({ ...options, entryPoints: [join(here, "src", entry)], format: "iife", ...more });
const text = made => made.outputFiles[0].text;
const worker = text(await bundle("live/worker.ts")), live = await bundle("live/machine.ts", { format: "esm" }); // inside a page, and alone for other pages
const entries = { page: join(here, "src/main.ts"), studio: join(here, "src/studio/main.ts") };
const split = await build({ ...options, entryPoints: entries, format: "esm", splitting: true, chunkNames: "shared", outdir: "parts", metafile: true, define: { __WORKER__: JSON.stringify(worker) } });
// scripts instead of modules, since a page is one file: shared.js defines bielaShared, from which the others take what they import
const fromShared = { name: "shared", setup: ({ onResolve, onLoad }) => (onResolve({ filter: /shared\.js$/ }, () => ({ path: "shared", namespace: "global" })), onLoad({ filter: /./, namespace: "global" }, () => ({ contents: "module.exports = bielaShared" }))) };
const code = {}, inputs = {};
for (const name of ["shared", "page", "studio"]) {
  const contents = split.outputFiles.find(file => file.path.endsWith(`${name}.js`)).text;
  code[name] = text(await build({ ...options, stdin: { contents }, format: "iife", banner: { js: '"use strict";' }, ...(name === "shared" ? { globalName: "bielaShared" } : { plugins: [fromShared] }) }));
  inputs[name] = Object.keys(split.metafile.outputs[Object.keys(split.metafile.outputs).find(file => file.endsWith(`${name}.js`))].inputs);
}
const bytes = Buffer.byteLength(code.shared + code.page);
if (bytes > PAGE_BYTES) throw new Error(`the code of a page has ${bytes} bytes, more than ${PAGE_BYTES}`);
// the packages that the code of a page holds, each with its licence
const licences = files => [...new Set(files.map(file => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]).filter(Boolean))].sort().map(name => {
  const folder = join(here, "node_modules", name), about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${name} ${about.version} (${about.license}), ${about.homepage ?? about.repository?.url ?? about.repository}\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`;
}).join("\n---\n\n");
mkdirSync(out, { recursive: true });
for (const [name, text] of Object.entries(code)) {
  writeFileSync(join(out, `${name}.js`), text);
  console.log(`${name}.js ${Buffer.byteLength(text)} bytes`);
}
for (const [name, entry] of [["page", "page.css"], ["studio", "studio/studio.css"]]) {
  writeFileSync(join(out, `${name}.css`), text(await bundle(entry)));
  writeFileSync(join(out, `${name}.licences.txt`), licences([...inputs.shared, ...inputs[name]]));
}
writeFileSync(join(out, "live.mjs"), text(live));
const types = join(here, "node_modules/.types");
execFileSync("npx", ["tsc", "src/live/machine.ts", "--ignoreConfig", "--declaration", "--emitDeclarationOnly", "--target", "es2022", "--lib", "es2022,dom", "--rootDir", "src", "--outDir", types], { cwd: here, stdio: "ignore" });
writeFileSync(join(out, "live.d.ts"), readFileSync(join(types, "live/machine.d.ts")));
