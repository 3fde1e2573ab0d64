// Every page begins here: its data say which kind it is.
import { pageData } from "./data";
import { byId, el } from "./dom";
import { cloud } from "./pages/cloud";
import { plain } from "./pages/plain";
import { report } from "./pages/report";
import { show } from "./pages/show";
import { still } from "./pages/still";

const PAGES: Record<string, () => object | Promise<object>> = { report, show, still, plain, cloud };
async function begin(): Promise<void> {
  try {
    const { kind } = pageData<{ kind: string }>();
    (window as unknown as { biela: object }).biela = await PAGES[kind]();
    document.documentElement.dataset.ready = "yes";
  } catch (error) {
    byId("main").before(el("div", { class: "answer bad", role: "alert", id: "trouble" }, el("b", {}, "✗ This page cannot be drawn. "), error instanceof Error ? error.message : String(error)));
    document.documentElement.dataset.ready = "no";
  }
}
void begin();
