// Pages of tables, words and drawn figures.
import { byId } from "../dom";
import { theme } from "../theme";
export function plain(): object {
  theme(byId("theme"), () => {});
  byId("units")?.remove();
  return {};
}
