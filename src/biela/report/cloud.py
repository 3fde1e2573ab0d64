"""The particle cloud on the moving mechanism: a page that plays, one ghost of the machine for each particle.

Bodies are drawn as lines through the points where joints, couplings and sensors sit on them, in the plane in which the machine moves
most. The darker a ghost, the heavier its particle; the truth, where it is known, in red, the estimate in blue.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.estimate.log import Log
from biela.estimate.model import Model
from biela.estimate.particle import ParticleFilter
from biela.mechanism.coupling import Rod
from biela.mechanism.frame import Frame
from biela.mechanism.parameter import nominal
from biela.report.folder import write_whole
from biela.simulate.compiled import compiled

Array = NDArray[np.float64]
GHOSTS, FRAMES = 150, 400
"""Most ghosts in a picture, most pictures in a page."""


def filter_with_cloud(filter: ParticleFilter, log: Log, truth: Array | None = None) -> dict[str, Any]:
    """Run a filter over a log and keep pictures of its cloud.

    Parameters
    ----------
    truth : (S, n_x) true states, where they are known

    Returns
    -------
    What `write_cloud` draws
    """
    model = filter.model
    every = max(1, -(-len(log) // FRAMES))
    chosen = np.unique(np.linspace(0, filter.particles - 1, min(GHOSTS, filter.particles)).astype(int))
    ghosts, weights, means, kept = [], [], [], []
    for k in range(len(log)):
        filter.advance(float(log.t[k]), dict(zip(log.names, log.values[k], strict=True)))
        if k % every == 0 or k == len(log) - 1:
            w = filter.weights[chosen]
            ghosts.append(filter.cloud.states()[chosen])
            weights.append(w / max(float(w.max()), 1e-300))
            means.append(filter.estimate().state.x)
            kept.append(k)
    states = {"ghosts": np.array(ghosts), "mean": np.array(means)}
    if truth is not None:
        states["truth"] = np.asarray(truth)[kept]
    return {"model": model, "t": log.t[kept], "weights": np.array(weights), "states": states}


def write_cloud(recorded: dict[str, Any], path: str | Path, title: str = "") -> Path:
    """Write the page, whole or not at all; it needs no server and no network."""
    model: Model = recorded["model"]
    states = recorded["states"]
    frames, count, n_x = states["ghosts"].shape
    lines, bodies = _lines(model)
    points = {
        "ghosts": _points(model, bodies, states["ghosts"].reshape(-1, n_x)).reshape(frames, count, -1, 3),
        "mean": _points(model, bodies, states["mean"])[:, None],
    }
    if "truth" in states:
        points["truth"] = _points(model, bodies, states["truth"])[:, None]
    spread = np.ptp(points["ghosts"].reshape(-1, 3), axis=0)
    plane = sorted(np.argsort(-spread)[:2].tolist())
    flat = {key: value[..., plane] for key, value in points.items()}
    low, high = flat["ghosts"].reshape(-1, 2).min(axis=0), flat["ghosts"].reshape(-1, 2).max(axis=0)
    data = {
        "t": _encode(recorded["t"]), "weights": _encode(recorded["weights"]), "lines": lines, "count": count, "frames": frames,
        "points": int(flat["ghosts"].shape[2]), "box": [float(v) for v in (*low, *high)],
        **{key: _encode(value) for key, value in flat.items()},
    }  # fmt: skip
    text = PAGE.replace("{{title}}", title or model.mechanism.name).replace("{{data}}", json.dumps(data))
    return write_whole(Path(path), text.encode())


def _encode(x: Any) -> str:
    return base64.b64encode(np.ascontiguousarray(x, dtype="<f4").tobytes()).decode()


def _frames(model: Model) -> dict[str, list[Frame]]:
    """Points of interest by body."""
    m = model.mechanism
    found: dict[str, list[Frame]] = {}
    things: list[Any] = [*m.joints.values(), *m.couplings.values(), *m.sensors.values()]
    for thing in things:
        for name in ("parent", "child", "a", "b", "frame"):
            frame = getattr(thing, name, None)
            if isinstance(frame, Frame):
                found.setdefault(frame.body.name, []).append(frame)
    return found


def _lines(model: Model) -> tuple[list[list[int]], list[tuple[int, Array]]]:
    """Lines as lists of points, and points as (body, position in it); −1 is the ground."""
    bodies = [link.body.name for link in model.mechanism.topology.links]
    points: list[tuple[int, Array]] = []
    lines: list[list[int]] = []
    for name, frames in _frames(model).items():
        own = np.unique(np.round([np.array(nominal(f.position), float) for f in frames], 9), axis=0)
        if len(own) == 1 and name != "ground":
            own = np.vstack([own, np.array(nominal(model.mechanism.bodies[name].com), float)])
        first = len(points)
        points += [(bodies.index(name) if name in bodies else -1, p) for p in own]
        if name == "ground":
            lines += [[first + i] for i in range(len(own))]
        else:
            lines.append(list(range(first, first + len(own))))
    for coupling in model.mechanism.couplings.values():  # massless rods are links too
        if isinstance(coupling, Rod):
            ends = [(f.body.name, np.round(np.array(nominal(f.position), float), 9)) for f in (coupling.a, coupling.b)]
            places = [
                next(k for k, (b, p) in enumerate(points) if b == (bodies.index(n) if n in bodies else -1) and np.allclose(p, at))
                for n, at in ends
            ]
            lines.append(places)
    return lines, points


def _points(model: Model, points: list[tuple[int, Array]], X: Array) -> Array:
    """(states, points, 3) in ground axes."""
    motion = np.asarray(compiled(model.mechanism)["bodies"].batch(np.zeros(1), X, model.u, model.p))
    motion = motion.reshape(len(X), 18, -1)
    out = np.zeros((len(X), len(points), 3))
    for k, (body, position) in enumerate(points):
        if body < 0:
            out[:, k] = position
            continue
        R = motion[:, :9, body].reshape(-1, 3, 3).swapaxes(1, 2)
        out[:, k] = R @ position + motion[:, 9:12, body]
    return out


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{title}}: particles</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<style>
body{font:15px/1.4 system-ui,sans-serif;margin:0;background:#fafafa;color:#222}
main{max-width:60rem;margin:auto;padding:1rem}h1{font-size:1.2rem;margin:.2rem 0 .6rem}
canvas{width:100%;background:#fff;border:1px solid #ddd;border-radius:6px}
.bar{display:flex;gap:.8rem;align-items:center;margin:.6rem 0}input[type=range]{flex:1}button{padding:.3rem .9rem}
.key span{margin-right:1.2rem}.key i{display:inline-block;width:1.4rem;border-top:3px solid;margin-right:.35rem;vertical-align:middle}
</style></head><body><main><h1>{{title}}: the particle cloud</h1>
<canvas id="view" width="1200" height="760"></canvas>
<div class="bar"><button id="play" type="button">Pause</button><input id="at" type="range" min="0" value="0" step="1" aria-label="time">
<output id="time"></output></div>
<p class="key"><span><i style="color:#555"></i>particles, the heavier the darker</span><span><i style="color:#1668b8"></i>estimate</span>
<span id="truthkey"><i style="color:#c8322b"></i>truth</span></p></main>
<script>
const D={{data}};
const f32=s=>new Float32Array(Uint8Array.from(atob(s),c=>c.charCodeAt(0)).buffer);
const T=f32(D.t),Wt=f32(D.weights),G=f32(D.ghosts),M=f32(D.mean),R=D.truth?f32(D.truth):null;
const c=document.getElementById('view'),g=c.getContext('2d'),at=document.getElementById('at'),out=document.getElementById('time');
if(!R)document.getElementById('truthkey').hidden=true;
at.max=D.frames-1;
const [x0,y0,x1,y1]=D.box,pad=40,s=Math.min((c.width-2*pad)/Math.max(x1-x0,1e-9),(c.height-2*pad)/Math.max(y1-y0,1e-9));
const X=x=>c.width/2+(x-(x0+x1)/2)*s,Y=y=>c.height/2-(y-(y0+y1)/2)*s;
function draw(P,base,colour,width){g.strokeStyle=colour;g.fillStyle=colour;g.lineWidth=width;
 for(const line of D.lines){g.beginPath();
  line.forEach((k,i)=>{const x=X(P[base+2*k]),y=Y(P[base+2*k+1]);i?g.lineTo(x,y):g.moveTo(x,y)});
  if(line.length===1){g.arc(X(P[base+2*line[0]]),Y(P[base+2*line[0]+1]),4,0,7);g.fill()}else g.stroke()}}
function show(f){g.clearRect(0,0,c.width,c.height);const n=2*D.points;
 for(let i=0;i<D.count;i++){const w=Wt[f*D.count+i];draw(G,(f*D.count+i)*n,`rgba(70,70,80,${0.03+0.35*w})`,1.5)}
 draw(M,f*n,'#1668b8',3);if(R)draw(R,f*n,'#c8322b',3);out.textContent=T[f].toFixed(3)+' s';at.value=f}
let f=0,playing=true;const b=document.getElementById('play');
b.onclick=()=>{playing=!playing;b.textContent=playing?'Pause':'Play'};
at.oninput=()=>{f=+at.value;playing=false;b.textContent='Play';show(f)};
const frame=Number(new URLSearchParams(location.hash.slice(1)).get('frame'));
if(location.hash.includes('frame')){playing=false;f=Math.min(frame,D.frames-1)}
show(f);setInterval(()=>{if(playing){f=(f+1)%D.frames;show(f)}},40);
</script></body></html>
"""
