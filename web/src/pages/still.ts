// A machine that stands still, to be turned and looked at: in notebooks.
import { pageData, type SceneData, unpackMeshes } from "../data";
import { byId } from "../dom";
import { theme } from "../theme";
import { cards, stage } from "./stage";

export async function still(): Promise<object> {
  const data = pageData<{ scene: SceneData; pose: number[] }>();
  await unpackMeshes(data.scene);
  const viewer = stage(byId("main"), data.scene, true);
  viewer.pose.set(data.pose);
  viewer.show.names = data.scene.bodies.length <= 8;
  cards(viewer, null, () => {});
  theme(null, (dark) => {
    viewer.dark = dark;
  });
  viewer.draw();
  return { viewer, data };
}
