// Arithmetic as machine files have it, as far as a drawing needs it: numbers with units, names, + − * / ^ and brackets.
const UNITS: Record<string, number> = {
  m: 1,
  km: 1e3,
  dm: 0.1,
  cm: 1e-2,
  mm: 1e-3,
  um: 1e-6,
  inch: 0.0254,
  ft: 0.3048,
  kg: 1,
  g: 1e-3,
  t: 1e3,
  lb: 0.45359237,
  N: 1,
  mN: 1e-3,
  kN: 1e3,
  lbf: 4.4482216152605,
  deg: Math.PI / 180,
  rad: 1,
};

// The value in SI units, or null where the text is no arithmetic, or names something unknown.
export function arithmetic(text: string, names: Record<string, number> = {}): number | null {
  const words = text.match(/\d*\.?\d+(?:e[+-]?\d+)?|\d+\.|[A-Za-z_]\w*|\S/gi) ?? [];
  let at = 0;
  const unit = (): number => {
    // units that stand behind a number: 150 mm, 3 kg*m^2
    let factor = 1;
    while (words[at] in UNITS && !(words[at] in names)) {
      const size = UNITS[words[at++]];
      factor *= words[at] === "^" ? size ** +words[(at += 2) - 1] : size;
      if ((words[at] === "*" || words[at] === "/") && words[at + 1] in UNITS && !(words[at + 1] in names)) {
        if (words[at++] === "/") {
          factor /= UNITS[words[at++]];
          break;
        }
      } else break;
    }
    return factor;
  };
  const factor = (): number => {
    const word = words[at++];
    if (word === "-") return -factor();
    if (word === "+") return factor();
    if (word === "(") {
      const x = sum();
      return words[at++] === ")" ? x : NaN;
    }
    if (word !== undefined && word in names) return names[word];
    return word !== undefined && /^[\d.]/.test(word) ? +word * unit() : NaN;
  };
  const power = (): number => {
    const x = factor();
    return words[at] === "^" ? (at++, x ** power()) : x;
  };
  const product = (): number => {
    let x = power();
    while (words[at] === "*" || words[at] === "/") x = words[at++] === "*" ? x * power() : x / power();
    return x;
  };
  const sum = (): number => {
    let x = product();
    while (words[at] === "+" || words[at] === "-") x = words[at++] === "+" ? x + product() : x - product();
    return x;
  };
  const value = sum();
  return words.length && at === words.length && Number.isFinite(value) ? value : null;
}

// Names that an expression uses.
export const namesIn = (text: string): string[] =>
  (text.match(/[A-Za-z_]\w*/g) ?? []).filter((word) => !(word in UNITS));
