// A machine that stands still, to be turned and looked at: in notebooks.
"use strict";
{
  const data = JSON.parse(document.getElementById("data").textContent), viewer = new Viewer(document.getElementById("canvas"), data.scene), dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.classList.toggle("dark", dark); viewer.dark = dark; viewer.pose = new Float32Array(data.pose); viewer.show.names = data.scene.bodies.length <= 8; viewer.draw();
  window.biela = { viewer, data }; document.documentElement.dataset.ready = "yes";
}
