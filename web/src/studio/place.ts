// Where in a machine file a position of the text is: `bodies.crank.mass`, and whether a key or a value stands there.
export interface Place {
  path: (string | number)[];
  kind: "key" | "value";
  word: string;
  from: number;
}

const KEY = /^(\s*)(?:"([^"]*)"|'([^']*)'|([^\s:#{}[\],"'][^:#{}[\],]*?))\s*:(?=\s|$)/;
export function keyOf(line: string): { indent: number; key: string; end: number } | null {
  const m = KEY.exec(line);
  return m ? { indent: m[1].length, key: (m[2] ?? m[3] ?? m[4]).trim(), end: m[0].length } : null;
}

// keys of the mappings around a line, by indentation
function around(lines: string[], row: number, indent: number): string[] {
  const path: string[] = [];
  for (let k = row - 1, limit = indent; k >= 0 && limit > 0; k--) {
    const found = keyOf(lines[k]);
    if (found && found.indent < limit && lines[k].trim()) {
      path.unshift(found.key);
      limit = found.indent;
    }
  }
  return path;
}

export function placeAt(text: string, position: number): Place {
  const before = text.slice(0, position),
    open: { at: number; brace: string }[] = [];
  // flow mappings and lists that are open here, innermost last
  let quote = "";
  for (let k = 0; k < before.length; k++) {
    const c = before[k];
    if (quote) {
      if (c === quote || c === "\n") quote = "";
      continue;
    }
    if ((c === '"' || c === "'") && /[\s:[{,]/.test(before[k - 1] ?? " ")) quote = c;
    else if (c === "#" && /\s/.test(before[k - 1] ?? "\n")) {
      const end = before.indexOf("\n", k);
      k = end < 0 ? before.length : end;
    } else if (c === "{" || c === "[") {
      open.push({ at: k, brace: c });
    } else if ((c === "}" || c === "]") && open.length) open.pop();
  }
  const lines = text.split("\n"),
    row = before.slice(0, open.length ? open[0].at : position).split("\n").length - 1;
  const word = /[\w.+\-*/ ]*$/.exec(before)![0].trimStart(),
    from = position - word.length;
  if (!open.length) {
    const line = before.slice(before.lastIndexOf("\n") + 1),
      own = keyOf(line),
      indent = line.length - line.trimStart().length;
    if (own) return { path: [...around(lines, row, own.indent), own.key], kind: "value", word, from };
    const list = /^\s*-\s/.test(line);
    return {
      path: around(lines, row, list ? indent + 1 : indent),
      kind: list ? "value" : "key",
      word: line.trim(),
      from: position - line.trim().length,
    };
  }
  const first = lines[row],
    head = keyOf(first),
    path: (string | number)[] = head ? [...around(lines, row, head.indent), head.key] : [];
  for (let k = 0; k < open.length; k++) {
    const end = k + 1 < open.length ? open[k + 1].at : position,
      inside = level(text.slice(open[k].at + 1, end)),
      last = inside[inside.length - 1],
      pair = /^\s*["']?([^:"']+?)["']?\s*:(?:\s|$)/.exec(last);
    if (open[k].brace === "[") path.push(inside.length - 1);
    else if (pair) path.push(pair[1].trim());
    else if (k === open.length - 1)
      return { path, kind: "key", word: last.trim(), from: position - last.trimStart().length };
  }
  return { path, kind: "value", word, from };
}
// parts of a flow mapping or list up to here, separated by commas of its own level
function level(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const c of text) {
    if (c === "{" || c === "[") depth++;
    else if (c === "}" || c === "]") depth--;
    if (c === "," && !depth) parts.push("");
    else parts[parts.length - 1] += c;
  }
  return parts;
}
