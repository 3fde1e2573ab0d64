// The particle cloud on the moving mechanism: one ghost of the machine for each particle.
import { pageData } from "../data";
import { byId, css, el } from "../dom";
import { theme } from "../theme";

interface CloudData {
  t: string;
  weights: string;
  ghosts: string;
  mean: string;
  truth?: string;
  lines: number[][];
  count: number;
  frames: number;
  points: number;
  box: [number, number, number, number];
}
const floats = (text: string): Float32Array =>
  new Float32Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
export function cloud(): object {
  const data = pageData<CloudData>(),
    t = floats(data.t),
    weights = floats(data.weights),
    ghosts = floats(data.ghosts),
    mean = floats(data.mean),
    truth = data.truth ? floats(data.truth) : null,
    root = byId("main");
  const canvas = el("canvas", {
      id: "view",
      role: "img",
      "aria-label": "particles, estimate and truth drawn as machines",
    }),
    play = el("button", { class: "main", id: "play", type: "button" }, "❚❚ pause"),
    at = el("input", { type: "range", min: 0, max: data.frames - 1, value: 0, step: 1, "aria-label": "time" }),
    clock = el("output");
  const key = (colour: string, text: string, dashed = false): HTMLElement =>
    el(
      "span",
      { class: "cloudkey" },
      el("i", { style: `border-color:${colour};border-top-style:${dashed ? "dashed" : "solid"}` }),
      text,
    );
  root.classList.add("alone");
  byId("units")?.remove();
  root.append(
    el(
      "div",
      { class: "card cloud" },
      canvas,
      el("div", { class: "controls" }, play, at, clock),
      el(
        "div",
        { class: "controls" },
        key("#8793a1", "particles, the heavier the stronger"),
        key("var(--mark)", "estimate"),
        truth ? key("var(--warn)", "truth", true) : "",
      ),
    ),
  );
  const [x0, y0, x1, y1] = data.box;
  let frame = 0,
    playing = true;
  const draw = (): void => {
    const ratio = Math.min(devicePixelRatio || 1, 2),
      w = canvas.clientWidth * ratio,
      h = canvas.clientHeight * ratio,
      g = canvas.getContext("2d")!,
      pad = 30 * ratio,
      s = Math.min((w - 2 * pad) / Math.max(x1 - x0, 1e-9), (h - 2 * pad) / Math.max(y1 - y0, 1e-9)),
      dark = document.documentElement.classList.contains("dark");
    canvas.width = w;
    canvas.height = h;
    const machine = (points: Float32Array, base: number, colour: string, width: number, dash: number[] = []): void => {
      g.setLineDash(dash.map((d) => d * ratio));
      g.strokeStyle = g.fillStyle = colour;
      g.lineWidth = width * ratio;
      for (const line of data.lines) {
        g.beginPath();
        line.forEach((k, i) => {
          const x = w / 2 + (points[base + 2 * k] - (x0 + x1) / 2) * s,
            y = h / 2 - (points[base + 2 * k + 1] - (y0 + y1) / 2) * s;
          if (line.length === 1) g.arc(x, y, 4 * ratio, 0, 7);
          else if (i) g.lineTo(x, y);
          else g.moveTo(x, y);
        });
        if (line.length === 1) g.fill();
        else g.stroke();
      }
    };
    for (let i = 0; i < data.count; i++)
      machine(
        ghosts,
        (frame * data.count + i) * 2 * data.points,
        `rgba(${dark ? "190,200,215" : "70,70,80"},${0.03 + 0.35 * weights[frame * data.count + i]})`,
        1.5,
      );
    machine(mean, 2 * frame * data.points, css("--mark"), 3);
    if (truth) machine(truth, 2 * frame * data.points, css("--warn"), 3, [8, 5]);
    clock.textContent = `${t[frame].toFixed(3)} s`;
    at.value = String(frame);
  };
  const set = (on: boolean): void => {
    playing = on;
    play.textContent = on ? "❚❚ pause" : "▶ play";
  };
  play.onclick = () => set(!playing);
  at.oninput = () => {
    frame = +at.value;
    set(false);
    draw();
  };
  const asked = new URLSearchParams(location.hash.slice(1)).get("frame");
  if (asked !== null || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    set(false);
    frame = Math.min(+(asked ?? 0), data.frames - 1);
  }
  theme(byId("theme"), draw);
  new ResizeObserver(draw).observe(canvas);
  setInterval(() => {
    if (playing) {
      frame = (frame + 1) % data.frames;
      draw();
    }
  }, 40);
  return { data, draw };
}
