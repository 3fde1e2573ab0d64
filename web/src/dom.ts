// Making elements: text is always text, never markup.
type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: never) => void) | undefined>;
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(key, value as EventListener);
    else if (key === "class") element.className = String(value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((c): c is Node | string => !!c || c === ""));
  return element;
}
export const byId = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;
// a text that is there already is not written again: a browser would lay out and paint the page for it
export function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
export const shown = (name: string): string => name.replaceAll("_", " ");
export const css = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
export function save(name: string, content: Blob | string): void {
  const url = typeof content === "string" ? content : URL.createObjectURL(content);
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  if (typeof content !== "string") setTimeout(() => URL.revokeObjectURL(url), 1000);
}
export function busy(target: EventTarget | null): boolean {
  // typing goes first, keys of the page after it
  return (
    target instanceof HTMLElement &&
    (["SELECT", "TEXTAREA", "BUTTON", "SUMMARY"].includes(target.tagName) ||
      (target instanceof HTMLInputElement && !["range", "checkbox"].includes(target.type)))
  );
}
