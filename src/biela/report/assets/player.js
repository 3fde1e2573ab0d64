// Play, pause, slider, speed and switches of a moving view; shared by the report and by `biela show`.
"use strict";
function theme(viewer, redraw) {
  const root = document.documentElement, button = document.getElementById("theme"); let stored = null;
  try { stored = localStorage.getItem("biela-theme"); } catch (e) { stored = null; }
  const set = dark => { root.classList.toggle("dark", dark); button.textContent = dark ? "light" : "dark"; button.title = `change to ${dark ? "light" : "dark"} colours`; viewer.dark = dark; viewer.draw(); redraw(); };
  set(stored ? stored === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
  button.onclick = () => { const dark = !root.classList.contains("dark"); try { localStorage.setItem("biela-theme", dark ? "dark" : "light"); } catch (e) { /* a page from a file may not remember */ } set(dark); };
}
function switches(viewer, host) {
  for (const [key, text] of [["names", "names"], ["frames", "frames"], ["com", "centres of mass"], ["reactions", "reactions"], ["grid", "grid"]]) {
    const label = document.createElement("label"), box = document.createElement("input"); box.type = "checkbox"; box.id = `show-${key}`; box.checked = viewer.show[key];
    box.onchange = () => { viewer.show[key] = box.checked; viewer.draw(); }; label.append(box, text); host.appendChild(label);
  }
}
class Player {
  constructor(viewer, onTime) { this.viewer = viewer; this.onTime = onTime; this.time = 0; this.speed = 1; this.playing = false; this.motion = null;
    this.button = document.getElementById("play"); this.slider = document.getElementById("time"); this.clock = document.getElementById("clock");
    this.button.onclick = () => this.toggle(); this.slider.oninput = () => { this.pause(); this.seek(+this.slider.value); };
    document.getElementById("speed").onchange = e => { this.speed = +e.target.value; };
    document.addEventListener("keydown", e => { if (["INPUT", "SELECT", "TEXTAREA", "BUTTON"].includes(e.target.tagName) && e.target.type !== "range") return; if (e.key === " ") { e.preventDefault(); this.toggle(); } else if (e.key === "Home") this.seek(0); }); }
  load(motion) { // t, poses, reactions, start
    this.motion = motion; this.end = motion.t[motion.t.length - 1]; this.slider.max = this.end; this.slider.step = this.end / 2000; this.slider.disabled = false;
    const wish = document.getElementById("speed"), slow = this.end < 1 ? this.end / 8 : this.end > 30 ? this.end / 20 : 1; if (slow !== 1) { const nice = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10].reduce((a, b) => Math.abs(Math.log(b / slow)) < Math.abs(Math.log(a / slow)) ? b : a); this.speed = nice; wish.value = String(nice); }
    this.seek(0); }
  position(time) { const t = this.motion.t; let a = 0, b = t.length - 1; while (b - a > 1) { const m = (a + b) >> 1; if (t[m] > time) b = m; else a = m; } return b === a ? a : a + Math.min(1, Math.max(0, (time - t[a]) / (t[b] - t[a] || 1))); }
  seek(time) { const m = this.motion; if (!m) return; this.time = Math.max(0, Math.min(this.end, time)); const s = this.position(this.time), k = Math.round(s), n = 3 * this.viewer.scene.joints.length;
    this.viewer.pose = poseAt(m.poses, m.t.length, this.viewer.scene.bodies.length, s); this.viewer.scales = Object.fromEntries((m.scales || []).map(([body, size]) => [body, size[k]])); this.viewer.forces = m.reactions ? m.reactions.subarray(k * n, k * n + n) : null; this.viewer.draw();
    this.slider.value = this.time; this.clock.textContent = `${(m.start + this.time).toFixed(this.end < 0.5 ? 4 : this.end < 5 ? 3 : 2)} s`; this.onTime(this.time); }
  toggle() { this.playing ? this.pause() : this.play(); }
  pause() { this.playing = false; this.button.textContent = "▶ play"; }
  play() { if (!this.motion) return; this.playing = true; this.button.textContent = "❚❚ pause"; if (this.time >= this.end) this.seek(0); let last = performance.now();
    const frame = now => { if (!this.playing) return; const next = this.time + (now - last) / 1000 * this.speed; last = now; this.seek(next >= this.end ? 0 : next); requestAnimationFrame(frame); }; requestAnimationFrame(frame); }
}
