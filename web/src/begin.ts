// Every page begins here: its data say which kind it is.
import { pageData } from "./data";
import { byId, el } from "./dom";

export async function begin(pages: Record<string, () => object | Promise<object>>): Promise<void> {
  try {
    const { kind } = pageData<{ kind: string }>();
    (window as unknown as { biela: object }).biela = await pages[kind]();
    document.documentElement.dataset.ready = "yes";
  } catch (error) {
    byId("main").before(
      el(
        "div",
        { class: "answer bad", role: "alert", id: "trouble" },
        el("b", {}, "✗ This page cannot be drawn. "),
        error instanceof Error ? error.message : String(error),
      ),
    );
    document.documentElement.dataset.ready = "no";
  }
}
