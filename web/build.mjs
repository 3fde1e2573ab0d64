// Bundles src/ into the assets of the Python package: page.js, page.css, the licences of what is bundled, and live.mjs
// with its types, which loads a machine in other pages.
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url)), out = process.argv[2] ?? join(here, "../src/biela/report/assets");
const LARGEST = 900_000; // bytes of the bundle
const options = { bundle: true, minify: true, lineLimit: 500, write: false, legalComments: "none", charset: "utf8", target: ["chrome110", "firefox115", "safari16.4"], logLevel: "warning" };
const bundle = async (entry, more = {}) => build({ ...options, entryPoints: [join(here, "src", entry)], format: "iife", metafile: true, ...more });
const text = made => made.outputFiles[0].contents;
const worker = new TextDecoder().decode(text(await bundle("live/worker.ts"))), live = await bundle("live/machine.ts", { format: "esm" }); // inside a page, and alone for other pages
const define = { __WORKER__: JSON.stringify(worker) };
const [page, style, studio, studioStyle] = await Promise.all(["main.ts", "page.css", "studio/main.ts", "studio/studio.css"].map(entry => bundle(entry, { define })));
if (text(page).length > LARGEST) throw new Error(`the bundle has ${text(page).length} bytes, more than ${LARGEST}`);
// the packages that a bundle holds, each with its licence
const licences = made => [...new Set(Object.keys(made.metafile.inputs).map(file => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]).filter(Boolean))].sort().map(name => {
  const folder = join(here, "node_modules", name), about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${name} ${about.version} (${about.license}), ${about.homepage ?? about.repository?.url ?? about.repository}\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`;
}).join("\n---\n\n");
mkdirSync(out, { recursive: true });
for (const [name, code, look] of [["page", page, style], ["studio", studio, studioStyle]]) {
  writeFileSync(join(out, `${name}.js`), text(code));
  writeFileSync(join(out, `${name}.css`), text(look));
  writeFileSync(join(out, `${name}.licences.txt`), licences(code));
  console.log(`${name}.js ${text(code).length} bytes, ${name}.css ${text(look).length} bytes`);
}
writeFileSync(join(out, "live.mjs"), text(live));
const types = join(here, "node_modules/.types");
execFileSync("npx", ["tsc", "src/live/machine.ts", "--ignoreConfig", "--declaration", "--emitDeclarationOnly", "--target", "es2022", "--lib", "es2022,dom", "--rootDir", "src", "--outDir", types], { cwd: here, stdio: "ignore" });
writeFileSync(join(out, "live.d.ts"), readFileSync(join(types, "live/machine.d.ts")));
