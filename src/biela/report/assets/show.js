// `biela show`: sliders move the machine through the server, which keeps its loops closed.
"use strict";
{
  const data = JSON.parse(document.getElementById("data").textContent), viewer = new Viewer(document.getElementById("canvas"), data.scene), say = document.getElementById("say");
  let plots = null, stale = true, now = data.now, wanted = null, busy = false;
  const player = new Player(viewer, time => plots && plots.at(time)), degrees = 180 / Math.PI;
  const ask = async (path, body) => { const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json", "X-Biela-Token": data.token }, body: JSON.stringify(body || {}) }); return { ok: answer.ok, code: answer.status, ...(await answer.json()) }; };
  const parked = () => window.biela.drive.park(); // nothing else moves the machine while it is driven
  const tell = (text, bad) => { say.textContent = text; say.classList.toggle("bad", !!bad); };
  const text = (s, v) => s.unit === "rad" ? `${(v * degrees).toFixed(1)}°` : s.unit === "m" ? `${(v * 1000).toFixed(1)} mm` : v.toFixed(3);
  const apply = picture => { now = picture; viewer.pose = new Float32Array(picture.pose); viewer.forces = picture.forces ? new Float32Array(picture.forces) : null; viewer.scales = picture.scales || {}; document.getElementById("closure").textContent = picture.closure.toExponential(1); player.pause(); document.getElementById("clock").textContent = ""; viewer.draw(); };
  const track = (e, s) => { const span = s.high - s.low, a = 100 * ((s.from ?? s.low) - s.low) / span, b = 100 * ((s.to ?? s.high) - s.low) / span; e.input.style.background = a > 0.5 || b < 99.5 ? `linear-gradient(to right, var(--warn) 0 ${a}%, transparent ${a}% ${b}%, var(--warn) ${b}% 100%) center / 100% 4px no-repeat` : ""; e.input.title = a > 0.5 || b < 99.5 ? `reachable from here: ${text(s, s.from)} to ${text(s, s.to)}` : ""; };
  const rows = data.sliders.map(s => {
    const row = document.createElement("div"), name = document.createElement("label"), value = document.createElement("output"), input = document.createElement("input"); row.className = "slider"; input.type = "range"; input.min = s.low; input.max = s.high; input.step = (s.high - s.low) / 1440; input.id = `slider-${s.name}`; name.htmlFor = input.id; name.textContent = s.name.replace(".angle", "").replaceAll("_", " ");
    input.oninput = () => { value.textContent = text(s, +input.value); request(s.name, +input.value); }; input.onchange = () => settle(s);
    row.append(name, value, input); document.getElementById("sliders").appendChild(row); return { s, row, value, input };
  });
  if (!rows.length) tell("This machine has no joint for a slider: play its simulation.");
  const settleOthers = except => rows.forEach(e => { if (e.s.name !== except) { e.input.value = now.values[e.s.name]; e.value.textContent = text(e.s, now.values[e.s.name]); } });
  const request = (name, value) => { wanted = { name, value }; stale = true; if (!busy) work(); };
  const work = async () => {
    busy = true; await parked();
    while (wanted) {
      const { name, value } = wanted; wanted = null; const e = rows.find(r => r.s.name === name), answer = await ask("/move", { values: { [name]: value } });
      e.row.classList.toggle("refused", !answer.ok);
      if (answer.pose) apply(answer);
      if (answer.ok) tell("The loops are closed."); else { tell(`${e.s.name} cannot be ${text(e.s, value)}. ${answer.message}`, true); e.value.textContent = `${text(e.s, value)} out of reach`; }
      settleOthers(name);
    }
    busy = false; document.documentElement.dataset.moves = String(1 + +(document.documentElement.dataset.moves || 0));
  };
  const settle = async s => { // the slider goes back to what was reached, and shows how far it can go
    while (busy) await new Promise(done => setTimeout(done, 20));
    const e = rows.find(r => r.s === s); e.row.classList.remove("refused"); settleOthers(null); measure();
  };
  const measure = async () => { for (const e of rows) { if (busy) return; const answer = await ask("/reach", { name: e.s.name }); if (answer.ok) { e.s.from = answer.low; e.s.to = answer.high; track(e, e.s); } } document.documentElement.dataset.measured = "yes"; };
  const simulate = async () => {
    tell("Simulating…"); const run = await ask("/run"); if (!run.ok) { tell(run.message, true); return false; }
    document.getElementById("plots").replaceChildren(); plots = new Plots(document.getElementById("plots"), floats(run.t), time => { player.pause(); player.seek(time); });
    for (const p of run.plots) plots.add(p.title, run.signals[p.signals[0]].unit, p.signals.map(name => ({ name, data: floats(run.signals[name].data) })), true);
    player.load({ t: floats(run.t), poses: floats(run.poses), reactions: run.reactions ? floats(run.reactions) : null, start: run.start }); stale = false;
    document.getElementById("closure").textContent = run.closure.toExponential(1); tell(`Simulated ${data.duration} s; loops closed to ${run.closure.toExponential(1)}, energy to ${run.energy.toExponential(1)} J.`); return true;
  };
  document.getElementById("play").onclick = async () => { await parked(); if (stale && !(await simulate())) return; player.toggle(); };
  document.getElementById("run").onclick = async () => { await parked(); stale = true; if (await simulate()) player.play(); };
  document.getElementById("reset").onclick = async () => { await parked(); stale = true; const answer = await ask("/reset"); apply(answer); settleOthers(null); rows.forEach(e => e.row.classList.remove("refused")); tell("Back at the start."); measure(); };
  document.getElementById("home").onclick = () => viewer.home();
  switches(viewer, document.getElementById("switches")); viewer.show.names = data.scene.bodies.length <= 8; document.getElementById("show-names").checked = viewer.show.names;
  apply(data.now); settleOthers(null); theme(viewer, () => plots && plots.redraw()); window.biela = { viewer, player, data, ask, apply, tell, settle: () => { stale = true; settleOthers(null); }, get now() { return now; } }; document.documentElement.dataset.ready = "yes"; measure();
}
