// The report: the view, the plots and the player joined.
"use strict";
{
  const data = JSON.parse(document.getElementById("data").textContent), motion = { t: floats(data.t), poses: floats(data.poses), reactions: data.reactions ? floats(data.reactions) : null, start: data.start,
    scales: Object.entries(data.scales || {}).map(([k, text]) => [k, floats(text)]) };
  const signals = {}; const signal = name => signals[name] || (signals[name] = floats(data.signals[name].data));
  const viewer = new Viewer(document.getElementById("canvas"), data.scene);
  let player = null; const plots = new Plots(document.getElementById("plots"), motion.t, time => { player.pause(); player.seek(time); });
  player = new Player(viewer, time => plots.at(time));
  switches(viewer, document.getElementById("switches"));
  for (const p of data.plots) plots.add(p.title, data.signals[p.signals[0]].unit, p.signals.map(name => ({ name, data: signal(name) })), true);
  const choice = document.getElementById("choice");
  for (const name of Object.keys(data.signals)) choice.append(new Option(`${name}${data.signals[name].unit && data.signals[name].unit !== "1" ? ` [${data.signals[name].unit}]` : ""}`, name));
  choice.onchange = () => { if (!choice.value) return; const name = choice.value, p = plots.add(name, data.signals[name].unit, [{ name, data: signal(name) }], true); choice.value = ""; p.root.scrollIntoView({ behavior: "smooth", block: "nearest" }); };
  if (data.left_out) document.getElementById("left-out").textContent = `${data.left_out} more in result.nc`;
  player.load(motion); theme(viewer, plots.redraw); document.getElementById("home").onclick = () => viewer.home();
  window.biela = { viewer, plots, player, data }; document.documentElement.dataset.ready = "yes";
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
}
