// Linked plots over time: one cursor and one zoom for all of them.
"use strict";
const PALETTE = ["#2f7fd0", "#e07b2a", "#2e9b5e", "#c8425f", "#8a68bd", "#1899ab", "#a0793f", "#6f7b88"];
function nice(low, high, count) {
  const raw = (high - low) / Math.max(count, 1), power = 10 ** Math.floor(Math.log10(raw)), unit = raw / power, step = (unit < 1.5 ? 1 : unit < 3.5 ? 2 : unit < 7.5 ? 5 : 10) * power, ticks = [];
  for (let v = Math.ceil(low / step - 1e-9) * step; v <= high + 1e-9 * step; v += step) ticks.push(Math.abs(v) < 1e-9 * step ? 0 : v);
  return { ticks, step };
}
function tickText(v, step) {
  const big = Math.max(Math.abs(v), step);
  if (v === 0) return "0";
  if (big >= 1e5 || step < 1e-4) return v.toExponential(Math.max(0, Math.min(6, Math.ceil(Math.log10(Math.abs(v) / step) - 1e-9)))).replace("e+", "e").replace("-", "−").replace("e−", "e-");
  return v.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9))).replace("-", "−");
}
const valueText = v => !isFinite(v) ? "–" : (Math.abs(v) >= 1e5 || (v !== 0 && Math.abs(v) < 1e-3) ? v.toExponential(3) : v.toPrecision(5)).replace("-", "−");

class Plots {
  constructor(host, t, onTime) { this.host = host; this.t = t; this.onTime = onTime; this.list = []; this.time = t[0]; this.range = [t[0], t[t.length - 1]]; this.redraw = this.redraw.bind(this); window.addEventListener("resize", this.redraw); }
  add(title, unit, series, removable) { const p = new Plot(this, title, unit, series, removable); this.list.push(p); return p; }
  at(time) { this.time = time; for (const p of this.list) p.cursor(); }
  zoom(a, b) { const t = this.t; this.range = a === null || b - a < (t[t.length - 1] - t[0]) * 1e-4 ? [t[0], t[t.length - 1]] : [Math.max(a, t[0]), Math.min(b, t[t.length - 1])]; this.redraw(); }
  redraw() { for (const p of this.list) p.draw(); }
  index(time) { const t = this.t; let a = 0, b = t.length - 1; while (b - a > 1) { const m = (a + b) >> 1; if (t[m] > time) b = m; else a = m; } return time - t[a] < t[b] - time ? a : b; }
}
class Plot {
  constructor(all, title, unit, series, removable) {
    this.all = all; this.unit = unit; this.series = series.map((s, k) => ({ ...s, colour: s.colour || PALETTE[k % PALETTE.length], on: true }));
    const root = this.root = document.createElement("figure"); root.className = "plot";
    const head = document.createElement("figcaption"), name = document.createElement("b"); name.textContent = title + (unit && unit !== "1" ? ` [${unit}]` : ""); head.appendChild(name);
    this.legend = this.series.map(s => { const e = document.createElement("button"); e.className = "key"; e.title = "show or hide"; e.innerHTML = `<i style="background:${s.colour}"></i><span></span><output></output>`; e.querySelector("span").textContent = s.name; e.onclick = () => { s.on = !s.on; e.classList.toggle("off", !s.on); this.draw(); }; head.appendChild(e); return e.querySelector("output"); });
    if (removable) { const x = document.createElement("button"); x.className = "remove"; x.textContent = "×"; x.title = "remove this plot"; x.onclick = () => { root.remove(); all.list.splice(all.list.indexOf(this), 1); }; head.appendChild(x); }
    root.appendChild(head);
    this.canvas = document.createElement("canvas"); this.mark = document.createElement("div"); this.mark.className = "mark"; this.band = document.createElement("div"); this.band.className = "band";
    const frame = document.createElement("div"); frame.className = "frame"; frame.append(this.canvas, this.mark, this.band); root.appendChild(frame); all.host.appendChild(root);
    this.mouse(frame); this.draw();
  }
  limits() {
    const [a, b] = this.all.range, t = this.all.t; let low = Infinity, high = -Infinity;
    for (const s of this.series) if (s.on) for (let k = 0; k < t.length; k++) if (t[k] >= a && t[k] <= b) { const v = s.data[k]; if (v < low) low = v; if (v > high) high = v; }
    if (!(low <= high)) [low, high] = [0, 1];
    let pad = 0.07 * (high - low); const least = 1e-6 * Math.max(Math.abs(low), Math.abs(high)); if (high - low <= least) pad = high === 0 && low === 0 ? 1 : Math.max(Math.abs(high), 1e-12) * 0.5;
    return [low - pad, high + pad];
  }
  draw() {
    const c = this.canvas, ratio = Math.min(window.devicePixelRatio || 1, 2), w = c.clientWidth, h = c.clientHeight; if (!w || !h) return;
    c.width = w * ratio; c.height = h * ratio; const g = c.getContext("2d"); g.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement), ink = style.getPropertyValue("--soft"), rule = style.getPropertyValue("--rule"), [a, b] = this.all.range, [low, high] = this.limits();
    g.font = "11px system-ui, sans-serif"; const ys = nice(low, high, Math.max(2, Math.floor(h / 40))), xs = nice(a, b, Math.max(3, Math.floor(w / 90)));
    const texts = ys.ticks.map(v => tickText(v, ys.step)), left = this.left = Math.max(38, Math.max(...texts.map(s => g.measureText(s).width)) + 12), right = w - 10, top = 6, bottom = h - 20;
    this.box = { left, right, top, bottom };
    const X = t => left + (t - a) / (b - a) * (right - left), Y = v => bottom - (v - low) / (high - low) * (bottom - top);
    g.strokeStyle = rule; g.fillStyle = ink; g.lineWidth = 1; g.textAlign = "right"; g.textBaseline = "middle";
    ys.ticks.forEach((v, k) => { const y = Math.round(Y(v)) + 0.5; g.globalAlpha = v === 0 ? 1 : 0.6; g.beginPath(); g.moveTo(left, y); g.lineTo(right, y); g.stroke(); g.globalAlpha = 1; g.fillText(texts[k], left - 6, y); });
    g.textAlign = "center"; g.textBaseline = "top";
    xs.ticks.forEach(v => { const x = Math.round(X(v)) + 0.5; g.globalAlpha = 0.6; g.beginPath(); g.moveTo(x, top); g.lineTo(x, bottom); g.stroke(); g.globalAlpha = 1; g.fillText(tickText(v, xs.step) + (v === xs.ticks[xs.ticks.length - 1] ? " s" : ""), Math.min(x, right - 8), bottom + 5); });
    g.save(); g.beginPath(); g.rect(left, top - 2, right - left, bottom - top + 4); g.clip(); g.lineJoin = "round"; g.lineWidth = 1.6;
    const t = this.all.t;
    for (const s of this.series) { if (!s.on) continue; g.strokeStyle = s.colour; g.beginPath(); let started = false; for (let k = 0; k < t.length; k++) { if (k + 1 < t.length && t[k + 1] < a) continue; const x = X(t[k]), y = Y(s.data[k]); if (!isFinite(y)) { started = false; continue; } if (started) g.lineTo(x, y); else { g.moveTo(x, y); started = true; } if (t[k] > b) break; } g.stroke(); }
    g.restore(); this.cursor();
  }
  cursor() {
    const { left, right, top, bottom } = this.box || {}, [a, b] = this.all.range, time = this.all.time, k = this.all.index(time); if (left === undefined) return;
    const x = left + (time - a) / (b - a) * (right - left), inside = x >= left - 1 && x <= right + 1;
    this.mark.style.cssText = inside ? `left:${x}px;top:${top}px;height:${bottom - top}px` : "display:none";
    this.series.forEach((s, i) => { this.legend[i].textContent = valueText(s.data[k]); });
  }
  mouse(frame) {
    let from = null; const time = e => { const r = frame.getBoundingClientRect(), { left, right } = this.box, [a, b] = this.all.range; return a + Math.min(1, Math.max(0, (e.clientX - r.left - left) / (right - left))) * (b - a); };
    frame.addEventListener("pointerdown", e => { from = time(e); this.x0 = e.clientX; frame.setPointerCapture(e.pointerId); });
    frame.addEventListener("pointermove", e => { if (from === null) return; if (Math.abs(e.clientX - this.x0) > 5) { const r = frame.getBoundingClientRect(); this.band.style.cssText = `display:block;left:${Math.min(e.clientX, this.x0) - r.left}px;width:${Math.abs(e.clientX - this.x0)}px`; } });
    frame.addEventListener("pointerup", e => { if (from === null) return; const to = time(e); this.band.style.display = "none"; if (Math.abs(e.clientX - this.x0) > 5) this.all.zoom(Math.min(from, to), Math.max(from, to)); else this.all.onTime(to); from = null; });
    frame.addEventListener("dblclick", () => this.all.zoom(null, null));
  }
}
