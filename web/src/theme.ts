// Light and dark, as the reader's system has it, or as chosen here.
export function theme(button: HTMLElement | null, changed: (dark: boolean) => void): void {
  const root = document.documentElement;
  let stored: string | null = null;
  try {
    stored = localStorage.getItem("biela-theme");
  } catch {
    stored = null;
  }
  const set = (dark: boolean): void => {
    root.classList.toggle("dark", dark);
    if (button) {
      button.textContent = dark ? "light" : "dark";
      button.title = `change to ${dark ? "light" : "dark"} colours`;
    }
    changed(dark);
  };
  set(stored ? stored === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
  if (button)
    button.onclick = () => {
      const dark = !root.classList.contains("dark");
      try {
        localStorage.setItem("biela-theme", dark ? "dark" : "light");
      } catch {
        /* a page from a file may not remember */
      }
      set(dark);
    };
}
