// Levers: the inputs of a machine moved by hand, by keys or by a game controller, while it runs in real time.
"use strict";
{
  const { viewer, player, data, ask, apply, tell, settle } = window.biela, card = document.getElementById("drive"), button = document.getElementById("go"), spring = document.getElementById("spring");
  const KEYS = [["q", "a"], ["w", "s"], ["e", "d"], ["r", "f"], ["t", "g"], ["z", "h"]], KEPT = 20, held = new Set();
  let driving = false, strip = null, drawn = 0, turn = 0, finished = Promise.resolve();
  const shown = (lever, v) => { const unit = lever.unit === "1" ? "" : ` ${lever.unit}`; return `${Math.abs(v) < 1e-9 * lever.limit ? "0" : valueText(v)}${unit}`; };
  const rows = data.levers.map((lever, k) => {
    const row = document.createElement("div"), name = document.createElement("label"), value = document.createElement("output"), input = document.createElement("input"); row.className = "slider";
    input.type = "range"; input.min = -lever.limit; input.max = lever.limit; input.step = lever.limit / 500; input.value = lever.rest; input.id = `lever-${lever.name}`; name.htmlFor = input.id;
    name.textContent = lever.name.replace(/\/position$/, "").replaceAll("_", " "); if (KEYS[k]) { const keys = document.createElement("kbd"); keys.textContent = `${KEYS[k][0]} ${KEYS[k][1]}`; keys.title = "keys: forth and back"; name.append(" ", keys); }
    const set = v => { input.value = v; value.textContent = shown(lever, +input.value); }; input.oninput = () => { set(+input.value); if (!driving) start(); }; input.addEventListener("pointerup", () => { if (spring.checked) set(lever.rest); });
    set(lever.rest); row.append(name, value, input); document.getElementById("levers").appendChild(row); return { lever, input, set, byKey: false };
  });
  const typing = e => ["INPUT", "SELECT", "TEXTAREA"].includes(e.target.tagName) && e.target.type !== "range" && e.target.type !== "checkbox";
  document.addEventListener("keydown", e => { if (e.ctrlKey || e.metaKey || e.altKey || typing(e)) return; const key = e.key.toLowerCase(); if (rows.some((_, k) => KEYS[k] && KEYS[k].includes(key))) { held.add(key); if (!driving) start(); } });
  document.addEventListener("keyup", e => held.delete(e.key.toLowerCase())); window.addEventListener("blur", () => held.clear());
  const hands = seconds => { // keys push a lever gently, a controller holds it where it is
    const pad = navigator.getGamepads ? [...navigator.getGamepads()].find(p => p) : null;
    rows.forEach((row, k) => {
      const { lever, input } = row, [forth, back] = KEYS[k] || [], push = (held.has(forth) ? 1 : 0) - (held.has(back) ? 1 : 0), at = +input.value, axis = pad && k < pad.axes.length ? pad.axes[k] * (k % 2 ? -1 : 1) : 0;
      if (Math.abs(axis) > 0.1) { row.byKey = true; row.set(axis * lever.limit); } else if (push) { row.byKey = true; row.set(Math.max(-lever.limit, Math.min(lever.limit, at + push * 3 * seconds * lever.limit))); } else if (row.byKey && spring.checked) { const way = 4 * seconds * lever.limit; row.set(Math.abs(at - lever.rest) <= way ? lever.rest : at - Math.sign(at - lever.rest) * way); if (+input.value === lever.rest) row.byKey = false; }
    });
  };
  const record = answer => { // a strip of the last seconds
    const names = Object.keys(answer.signals); if (!names.length) return;
    if (!strip || answer.time < strip.t[strip.t.length - 1]) {
      const host = document.getElementById("strips"), units = [...new Set(names.map(n => answer.signals[n].unit))]; host.replaceChildren(); strip = { t: [], data: Object.fromEntries(names.map(n => [n, []])) }; strip.t.push(answer.time - 1e-3, answer.time); names.forEach(n => strip.data[n].push(answer.signals[n].value, answer.signals[n].value));
      strip.plots = new Plots(host, strip.t, () => {}); for (const unit of units) strip.plots.add("at the levers", unit, names.filter(n => answer.signals[n].unit === unit).map(n => ({ name: n, data: strip.data[n] })), false);
    } else { strip.t.push(answer.time); names.forEach(n => strip.data[n].push(answer.signals[n].value)); while (strip.t[0] < answer.time - KEPT) { strip.t.shift(); names.forEach(n => strip.data[n].shift()); } }
    strip.plots.range = [strip.t[0], Math.max(answer.time, strip.t[0] + 1)]; strip.plots.time = answer.time; if (performance.now() - drawn > 80) { drawn = performance.now(); strip.plots.redraw(); }
  };
  const start = () => { if (driving) return; driving = true; const before = finished; finished = Promise.all([before, drive(++turn)]); };
  const drive = async mine => {
    player.pause(); if (data.rides) viewer.scene.follow = data.rides; button.textContent = "❚❚ stop"; tell("Driving: drag a lever, hold its key, or take a game controller."); let last = performance.now();
    while (driving && mine === turn) {
      await new Promise(done => requestAnimationFrame(done)); const now = performance.now(), seconds = Math.min(0.25, Math.max(0.005, (now - last) / 1000 * player.speed)); last = now; hands(seconds);
      const answer = await ask("/drive", { levers: Object.fromEntries(rows.map(r => [r.lever.name, +r.input.value])), seconds });
      if (!answer.ok) { tell(answer.message, true); stop(); break; }
      apply(answer); settle(); document.getElementById("clock").textContent = `${answer.time.toFixed(2)} s`; record(answer); if (answer.warnings.length) tell(answer.warnings[0], true);
      document.documentElement.dataset.driven = String(answer.time);
    }
  };
  const stop = () => { driving = false; button.textContent = "▶ drive"; if (strip) strip.plots.redraw(); return finished; }; // when the last answer is there
  button.onclick = () => driving ? stop() : start();
  const park = async () => { await stop(); rows.forEach(r => r.set(r.lever.rest)); };
  card.hidden = !rows.length; window.biela.drive = { start, stop, park, rows, get driving() { return driving; } };
}
