// Bundles src/ into the assets of the Python package: page.js (deflated, base64), page.css, and the licences of what is bundled.
import { build } from "esbuild";
import { readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url)), out = process.argv[2] ?? join(here, "../src/biela/report/assets");
const LARGEST = 900_000; // bytes of the bundle before it is deflated
const options = { bundle: true, minify: true, write: false, legalComments: "none", charset: "utf8", target: ["chrome110", "firefox115", "safari16.4"], logLevel: "warning" };
const one = async entry => (await build({ ...options, entryPoints: [join(here, "src", entry)], format: "iife" })).outputFiles[0].contents;
const code = await one("main.ts"), style = await one("page.css");
if (code.length > LARGEST) throw new Error(`the bundle has ${code.length} bytes, more than ${LARGEST}`);
const bundled = ["three", "uplot"];
const licences = bundled.map(name => {
  const folder = join(here, "node_modules", name), { version, license, homepage } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${name} ${version} (${license}), ${homepage}\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`;
});
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "page.js.deflated"), deflateRawSync(code, { level: 9 }).toString("base64"));
writeFileSync(join(out, "page.css"), style);
writeFileSync(join(out, "licences.txt"), licences.join("\n---\n\n"));
console.log(`page.js ${code.length} bytes, page.css ${style.length} bytes`);
