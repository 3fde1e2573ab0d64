// 3-D view of a machine: meshes from a few kinds of shapes, drawn with WebGL, or with a plain 2-D canvas where there is none.
"use strict";
const V = {
  add: (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], sub: (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]],
  mul: (a, s) => [a[0] * s, a[1] * s, a[2] * s], dot: (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2],
  cross: (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]],
  len: a => Math.hypot(a[0], a[1], a[2]),
  unit: a => { const l = Math.hypot(a[0], a[1], a[2]) || 1; return [a[0] / l, a[1] / l, a[2] / l]; },
  mix: (a, b, s) => [a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s, a[2] + (b[2] - a[2]) * s],
  side: n => { const e = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]; return V.unit(V.cross(n, e)); },
  turn: (q, p) => { // unit quaternion (w, x, y, z) times vector
    const u = [q[1], q[2], q[3]], t = V.mul(V.cross(u, p), 2);
    return V.add(V.add(p, V.mul(t, q[0])), V.cross(u, t));
  },
};

// ------------------------------------------------------------------------------------------------------------- meshes
class Mesh {
  constructor() { this.p = []; this.n = []; this.i = []; }
  vertex(p, n) { this.p.push(...p); this.n.push(...n); return this.p.length / 3 - 1; }
  face(...k) { for (let j = 1; j + 1 < k.length; j++) this.i.push(k[0], k[j], k[j + 1]); }
  flat(points) { // a plane polygon, corners counter-clockwise seen from outside
    const n = V.unit(V.cross(V.sub(points[1], points[0]), V.sub(points[2], points[0])));
    this.face(...points.map(p => this.vertex(p, n)));
  }
  cap(points, n, flip) { // a plane polygon, convex or not: ears are cut off one by one
    const at = points.map(p => this.vertex(p, flip ? V.mul(n, -1) : n)), left = points.map((p, k) => k);
    const turn = (a, b, c) => V.dot(n, V.cross(V.sub(points[b], points[a]), V.sub(points[c], points[b])));
    const put = (a, b, c) => flip ? this.face(at[a], at[c], at[b]) : this.face(at[a], at[b], at[c]);
    while (left.length > 3) {
      const m = left.length; let cut = -1;
      for (let k = 0; k < m && cut < 0; k++) {
        const a = left[(k + m - 1) % m], b = left[k], c = left[(k + 1) % m];
        if (turn(a, b, c) <= 0) continue;
        if (!left.some(p => p !== a && p !== b && p !== c && turn(a, b, p) > 0 && turn(b, c, p) > 0 && turn(c, a, p) > 0)) cut = k;
      }
      if (cut < 0) cut = 0;
      put(left[(cut + m - 1) % m], left[cut], left[(cut + 1) % m]); left.splice(cut, 1);
    }
    put(left[0], left[1], left[2]);
  }
  prism(outline, up) { // outline counter-clockwise about `up`, extruded by the vector `up`, smooth sides where corners are blunt
    const n = outline.length, top = outline.map(p => V.add(p, up)), dir = V.unit(up);
    this.cap(top, dir, false); this.cap(outline, dir, true);
    const normals = outline.map((p, k) => V.unit(V.cross(V.sub(outline[(k + 1) % n], p), dir)));
    const blend = (k, j) => V.dot(normals[k], normals[j]) > 0.8 ? V.unit(V.add(normals[k], normals[j])) : normals[k];
    for (let k = 0; k < n; k++) {
      const l = (k + 1) % n, first = blend(k, (k + n - 1) % n), last = blend(k, l);
      this.face(this.vertex(outline[k], first), this.vertex(outline[l], last), this.vertex(top[l], last), this.vertex(top[k], first));
    }
  }
  lathe(a, axis, profile, steps = 28) { // profile: [distance along the axis, radius, normal along, normal out]
    const z = V.unit(axis), x = V.side(z), y = V.cross(z, x), rings = [];
    for (const [s, r, na, no] of profile) {
      const ring = [];
      for (let k = 0; k <= steps; k++) {
        const w = 2 * Math.PI * k / steps, out = V.add(V.mul(x, Math.cos(w)), V.mul(y, Math.sin(w)));
        ring.push(this.vertex(V.add(V.add(a, V.mul(z, s)), V.mul(out, r)), V.unit(V.add(V.mul(z, na), V.mul(out, no)))));
      }
      rings.push(ring);
    }
    for (let j = 0; j + 1 < rings.length; j++)
      for (let k = 0; k < steps; k++) this.face(rings[j][k], rings[j][k + 1], rings[j + 1][k + 1], rings[j + 1][k]);
  }
}
const SHAPES = {
  cyl(m, s) { const d = V.sub(s.b, s.a), l = V.len(d), r = s.r, e = s.e === undefined ? r : s.e, t = (r - e) / (l || 1);
    m.lathe(s.a, d, [[0, 0, -1, 0], [0, r, -1, 0], [0, r, t, 1], [l, e, t, 1], [l, e, 1, 0], [l, 0, 1, 0]]); },
  rod(m, s) { const d = V.sub(s.b, s.a), l = V.len(d), r = s.r, prof = [];
    for (let k = 0; k <= 6; k++) { const w = Math.PI / 2 * (k / 6 - 1); prof.push([r * Math.sin(w), r * Math.cos(w), Math.sin(w), Math.cos(w)]); }
    for (let k = 0; k <= 6; k++) { const w = Math.PI / 2 * (k / 6); prof.push([l + r * Math.sin(w), r * Math.cos(w), Math.sin(w), Math.cos(w)]); }
    m.lathe(s.a, l > 1e-12 ? d : [0, 0, 1], prof); },
  ball(m, s) { const prof = [];
    for (let k = 0; k <= 14; k++) { const w = Math.PI * (k / 14 - 0.5); prof.push([s.r * Math.sin(w), s.r * Math.cos(w), Math.sin(w), Math.cos(w)]); }
    m.lathe(s.p, [0, 0, 1], prof); },
  box(m, s) { const R = s.R || [1, 0, 0, 0, 1, 0, 0, 0, 1], e = [0, 1, 2].map(k => V.mul([R[k], R[3 + k], R[6 + k]], s.s[k] / 2));
    const c = (a, b, d) => V.add(V.add(V.add(s.p, V.mul(e[0], a)), V.mul(e[1], b)), V.mul(e[2], d));
    m.prism([c(-1, -1, -1), c(1, -1, -1), c(1, 1, -1), c(-1, 1, -1)], V.mul(e[2], 2)); },
  bar(m, s) { // flat link with round ends: from a to b, width 2 w, thickness t along n, middle plane shifted by o along n
    const n = V.unit(s.n), d0 = V.sub(s.b, s.a), x = V.unit(V.sub(d0, V.mul(n, V.dot(d0, n)))), y = V.cross(n, x), pts = [], base = V.mul(n, (s.o || 0) - s.t / 2);
    for (let k = 0; k <= 12; k++) { const w = -Math.PI / 2 + Math.PI * k / 12; pts.push(V.add(V.add(V.add(s.b, base), V.mul(x, s.w * Math.cos(w))), V.mul(y, s.w * Math.sin(w)))); }
    for (let k = 0; k <= 12; k++) { const w = Math.PI / 2 + Math.PI * k / 12; pts.push(V.add(V.add(V.add(s.a, base), V.mul(x, s.w * Math.cos(w))), V.mul(y, s.w * Math.sin(w)))); }
    m.prism(pts, V.mul(n, s.t)); },
  plate(m, s) { m.prism(s.points.map(p => V.add(p, V.mul(s.n, (s.o || 0) - s.t / 2))), V.mul(s.n, s.t)); },
};
function buildMesh(shapes) { const m = new Mesh(); for (const s of shapes) if (SHAPES[s.k]) SHAPES[s.k](m, s); return m; }
function buildMeshes(shapes) { // one mesh for each colour
  return [...new Set(shapes.map(s => s.c || ""))].map(c => { const m = buildMesh(shapes.filter(s => (s.c || "") === c)); m.colour = c; return m; });
}

// ------------------------------------------------------------------------------------------------------------- matrices
const M4 = {
  mul(a, b) { const o = new Float32Array(16); for (let c = 0; c < 4; c++) for (let r = 0; r < 4; r++) { let s = 0; for (let k = 0; k < 4; k++) s += a[k * 4 + r] * b[c * 4 + k]; o[c * 4 + r] = s; } return o; },
  pose(q, p) { const [w, x, y, z] = q;
    return new Float32Array([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0, 2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0,
      2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0, p[0], p[1], p[2], 1]); },
  along(a, d, r) { const l = V.len(d), z = l > 1e-12 ? V.unit(d) : [0, 0, 1], x = V.side(z), y = V.cross(z, x); // unit cylinder along z → from a along d
    return new Float32Array([x[0] * r, x[1] * r, x[2] * r, 0, y[0] * r, y[1] * r, y[2] * r, 0, z[0] * l, z[1] * l, z[2] * l, 0, a[0], a[1], a[2], 1]); },
  view(eye, target, up) { const z = V.unit(V.sub(eye, target)), x = V.unit(V.cross(up, z)), y = V.cross(z, x);
    return new Float32Array([x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, -V.dot(x, eye), -V.dot(y, eye), -V.dot(z, eye), 1]); },
  lens(fov, aspect, near, far) { const f = 1 / Math.tan(fov / 2); return new Float32Array([f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0]); },
};
const IDENTITY = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
const rgb = hex => [1, 3, 5].map(k => parseInt(hex.slice(k, k + 2), 16) / 255);

// ------------------------------------------------------------------------------------------------------------- the view
class Viewer {
  constructor(canvas, scene) {
    this.canvas = canvas; this.scene = scene;
    this.show = { shapes: true, grid: true, frames: false, com: false, reactions: false, names: false };
    this.pose = null; this.forces = null; this.dark = false;
    this.home();
    this.meshes = scene.bodies.map(b => buildMeshes(b.shapes));
    this.ground = buildMeshes(scene.ground);
    this.tube = buildMesh([{ k: "cyl", a: [0, 0, 0], b: [0, 0, 1], r: 1 }]);
    this.ball = buildMesh([{ k: "ball", p: [0, 0, 0], r: 1 }]);
    this.cone = (() => { const m = new Mesh(); m.lathe([0, 0, 0], [0, 0, 1], [[0, 0, -1, 0], [0, 1, -1, 0], [0, 1, 0.4, 1], [1, 0, 0.4, 1]]); return m; })();
    this.label = document.createElement("div"); this.label.className = "labels";
    canvas.parentElement.appendChild(this.label);
    this.gl = null;
    try { this.gl = canvas.getContext("webgl", { antialias: true, stencil: true, preserveDrawingBuffer: true }); } catch (e) { this.gl = null; }
    if (this.gl) this.prepare(); else this.flat = canvas.getContext("2d");
    this.mouse();
    new ResizeObserver(() => this.draw()).observe(canvas);
  }
  home() { const s = this.scene; this.target = s.centre.slice(); const a = (this.canvas.clientWidth || 4) / (this.canvas.clientHeight || 3), m = 4 * s.unit; this.distance = Math.max((s.half[1] + m) / 0.32, (s.half[0] + m) / (0.32 * a)) * 1.18; this.yaw = s.yaw; this.pitch = s.pitch; this.draw && this.canvas.width && this.draw(); }
  prepare() {
    const gl = this.gl, compile = (kind, text) => { const s = gl.createShader(kind); gl.shaderSource(s, text); gl.compileShader(s); return s; };
    const program = this.program = gl.createProgram();
    gl.attachShader(program, compile(gl.VERTEX_SHADER, `attribute vec3 p; attribute vec3 n; uniform mat4 model; uniform mat4 camera; uniform mat4 lens;
      varying vec3 normal; varying vec3 place; void main() { vec4 w = camera * model * vec4(p, 1.0); place = w.xyz; normal = mat3(camera) * mat3(model) * n; gl_Position = lens * w; }`));
    gl.attachShader(program, compile(gl.FRAGMENT_SHADER, `precision mediump float; varying vec3 normal; varying vec3 place; uniform vec4 colour; uniform float lit;
      void main() { vec3 n = normalize(normal); vec3 v = normalize(-place); if (dot(n, v) < 0.0) n = -n;
      float sun = max(dot(n, normalize(vec3(0.3, 0.6, 0.85))), 0.0), fill = max(dot(n, normalize(vec3(-0.6, -0.1, 0.5))), 0.0);
      float shine = pow(max(dot(n, normalize(v + vec3(0.3, 0.6, 0.85))), 0.0), 40.0);
      vec3 shaded = colour.rgb * (0.46 + 0.52 * sun + 0.2 * fill) + 0.16 * shine; gl_FragColor = vec4(mix(colour.rgb, shaded, lit), colour.a); }`));
    gl.linkProgram(program); gl.useProgram(program);
    this.at = { p: gl.getAttribLocation(program, "p"), n: gl.getAttribLocation(program, "n") };
    for (const name of ["model", "camera", "lens", "colour", "lit"]) this.at[name] = gl.getUniformLocation(program, name);
    gl.enable(gl.DEPTH_TEST); gl.enable(gl.BLEND); gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    for (const m of [...this.meshes.flat(), ...this.ground, this.tube, this.ball, this.cone]) this.upload(m);
    this.grid = this.gridLines();
  }
  upload(m) {
    const gl = this.gl, buffer = (kind, data) => { const b = gl.createBuffer(); gl.bindBuffer(kind, b); gl.bufferData(kind, data, gl.STATIC_DRAW); return b; };
    const big = m.p.length / 3 > 65535 && gl.getExtension("OES_element_index_uint");
    m.vp = buffer(gl.ARRAY_BUFFER, new Float32Array(m.p)); m.vn = buffer(gl.ARRAY_BUFFER, new Float32Array(m.n));
    m.vi = buffer(gl.ELEMENT_ARRAY_BUFFER, big ? new Uint32Array(m.i) : new Uint16Array(m.i)); m.type = big ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT;
  }
  gridPoints() {
    const s = this.scene, g = s.grid, x = V.side(g.n), y = V.cross(g.n, x), step = g.step, n = g.count, lines = [];
    for (let k = -n; k <= n; k++) { const a = V.mul(x, k * step), b = V.mul(y, k * step);
      lines.push([V.add(V.add(g.p, a), V.mul(y, -n * step)), V.add(V.add(g.p, a), V.mul(y, n * step)), k % 5 === 0]);
      lines.push([V.add(V.add(g.p, b), V.mul(x, -n * step)), V.add(V.add(g.p, b), V.mul(x, n * step)), k % 5 === 0]); }
    return lines;
  }
  gridLines() {
    const gl = this.gl, thin = [], bold = [];
    for (const [a, b, strong] of this.gridPoints()) (strong ? bold : thin).push(...a, ...b);
    return [thin, bold].map(list => { const b = gl.createBuffer(); gl.bindBuffer(gl.ARRAY_BUFFER, b); gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(list), gl.STATIC_DRAW); return [b, list.length / 3]; });
  }
  camera() {
    const s = this.scene, up = s.up, x = s.right, z = V.cross(x, up), c = Math.cos(this.pitch);
    const d = V.add(V.add(V.mul(x, c * Math.sin(this.yaw)), V.mul(z, c * Math.cos(this.yaw))), V.mul(up, Math.sin(this.pitch)));
    const target = V.add(this.target, this.travel()), eye = V.add(target, V.mul(d, this.distance)), w = this.canvas.width, h = this.canvas.height;
    return { eye, view: M4.view(eye, target, up), lens: M4.lens(0.62, w / h, this.distance / 200, this.distance * 20 + 10 * s.size) };
  }
  travel() { // how far, level, the followed body has gone
    const f = this.scene.follow, up = this.scene.up; if (!f || !this.pose) return [0, 0, 0];
    const d = V.sub(this.place(f.body).p, f.from); return V.sub(d, V.mul(up, V.dot(d, up)));
  }
  gridShift() { // the grid comes along in whole squares, so that the ground seems to stand still
    const g = this.scene.grid, x = V.side(g.n), y = V.cross(g.n, x), big = 5 * g.step, d = this.travel(), whole = a => Math.round(V.dot(d, a) / big) * big;
    return V.add(V.mul(x, whole(x)), V.mul(y, whole(y)));
  }
  place(k) { const p = this.pose, o = 7 * k; return { q: [p[o], p[o + 1], p[o + 2], p[o + 3]], p: [p[o + 4], p[o + 5], p[o + 6]] }; }
  point(end) { if (end[0] < 0) return [end[1], end[2], end[3]]; const b = this.place(end[0]); return V.add(b.p, V.turn(b.q, [end[1], end[2], end[3]])); }

  // everything to draw now: [mesh, matrix, colour, opacity]
  things() {
    const s = this.scene, list = [], u = s.unit, ink = this.dark ? "#aab4c0" : "#5d6774";
    if (this.show.shapes) {
      for (const m of this.ground) list.push([m, IDENTITY, m.colour || (this.dark ? "#5a6472" : "#9aa4b0"), 1]);
      s.bodies.forEach((b, k) => { const { q, p } = this.place(k), T = M4.pose(q, p), size = this.scales && k in this.scales ? this.scales[k] : 1; if (size < 0.05) return;
        for (let j = 0; j < 11; j++) T[j] *= size; for (const m of this.meshes[k]) list.push([m, T, m.colour || b.colour, 1]); });
      for (const l of s.lines) this.line(l, list, u, ink);
    }
    if (this.show.com) s.bodies.forEach((b, k) => { if (b.com) list.push([this.ball, this.scaled(this.point([k, ...b.com]), 1.5 * u), "#e8b020", 1]); });
    if (this.show.frames) s.bodies.forEach((b, k) => { const { q, p } = this.place(k);
      [[[1, 0, 0], "#d64545"], [[0, 1, 0], "#3d9a50"], [[0, 0, 1], "#3f6fd1"]].forEach(([e, c]) => this.arrow(list, p, V.mul(V.turn(q, e), 6 * u), 0.28 * u, c)); });
    if (this.show.reactions && this.forces) s.joints.forEach((j, k) => {
      const f = [this.forces[3 * k], this.forces[3 * k + 1], this.forces[3 * k + 2]], l = V.len(f);
      if (l > 1e-4) this.arrow(list, this.point(j.at), V.mul(f, 0.3 * s.size), 0.5 * u, "#c2185b"); });
    return list;
  }
  scaled(p, r) { return new Float32Array([r, 0, 0, 0, 0, r, 0, 0, 0, 0, r, 0, p[0], p[1], p[2], 1]); }
  arrow(list, p, d, r, colour) {
    const l = V.len(d); if (l < 1e-9) return; const tip = Math.min(3.5 * r, 0.5 * l), e = V.unit(d);
    list.push([this.tube, M4.along(p, V.mul(e, l - tip), r), colour, 1], [this.cone, M4.along(V.add(p, V.mul(e, l - tip)), V.mul(e, tip), 2.2 * r), colour, 1]);
  }
  line(l, list, u, ink) {
    const a = this.point(l.a), b = this.point(l.b), d = V.sub(b, a), n = V.len(d); if (n < 1e-9) return;
    if (l.kind === "spring") {
      const x = V.side(V.unit(d)), y = V.cross(V.unit(d), x), turns = 9, steps = turns * 10; let last = a;
      for (let k = 0; k <= steps; k++) { const s = 0.12 + 0.76 * k / steps, w = 2 * Math.PI * turns * k / steps, r = 1.5 * u;
        const p = V.add(V.add(V.mix(a, b, s), V.mul(x, k % steps ? r * Math.cos(w) : 0)), V.mul(y, k % steps ? r * Math.sin(w) : 0));
        list.push([this.tube, M4.along(last, V.sub(p, last), 0.26 * u), ink, 1]); last = p; }
      list.push([this.tube, M4.along(last, V.sub(b, last), 0.26 * u), ink, 1]);
    } else if (l.kind === "telescope") {
      const e = V.unit(d), y = l.a[0] < 0 ? [0, 1, 0] : V.turn(this.place(l.a[0]).q, [0, 1, 0]), c = l.closed, R = l.bore / 2, r = l.rod / 2;
      for (const side of l.spread ? [-0.5, 0.5] : [0]) {
        const p = V.add(a, V.mul(y, side * l.spread)), q = V.add(b, V.mul(y, side * l.spread)), on = s => V.add(p, V.mul(e, s)), back = s => V.sub(q, V.mul(e, s));
        const tube = (from, length, radius, colour) => list.push([this.tube, M4.along(from, V.mul(e, length), radius), colour, 1]);
        tube(p, 0.9 * c, 1.18 * R, l.colour); tube(on(0.86 * c), 0.05 * c, 1.34 * R, l.colour); tube(on(0.88 * c), Math.max(n - 0.88 * c, 1e-3), r, l.rod_colour);
        tube(back(1.5 * R), 1.5 * R, 1.25 * r, l.colour);
        for (const w of [p, q]) list.push([this.tube, M4.along(V.sub(w, V.mul(y, 1.3 * R)), V.mul(y, 2.6 * R), 1.15 * R), l.colour, 1]);
      }
    } else if (l.kind === "cylinder") {
      list.push([this.tube, M4.along(a, V.mul(d, 0.55), 1.1 * u), "#7d8794", 1], [this.tube, M4.along(V.add(a, V.mul(d, 0.5)), V.mul(d, 0.5), 0.55 * u), "#c3cad3", 1]);
    } else list.push([this.tube, M4.along(a, d, 0.45 * u), ink, 1]);
  }
  draw() {
    if (!this.pose) return;
    const c = this.canvas, ratio = Math.min(window.devicePixelRatio || 1, 2), w = Math.round(c.clientWidth * ratio), h = Math.round(c.clientHeight * ratio);
    if (!w || !h) return;
    if (c.width !== w || c.height !== h) { c.width = w; c.height = h; }
    const cam = this.camera();
    if (this.gl) this.drawSolid(cam); else this.drawFlat(cam);
    this.names(cam);
  }
  drawSolid(cam) {
    const gl = this.gl, at = this.at;
    gl.viewport(0, 0, this.canvas.width, this.canvas.height); gl.clearColor(0, 0, 0, 0); gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.uniformMatrix4fv(at.camera, false, cam.view); gl.uniformMatrix4fv(at.lens, false, cam.lens);
    gl.enableVertexAttribArray(at.p);
    if (this.show.grid) {
      gl.disableVertexAttribArray(at.n); gl.vertexAttrib3f(at.n, 0, 0, 1); gl.uniformMatrix4fv(at.model, false, this.scaled(this.gridShift(), 1)); gl.uniform1f(at.lit, 0); gl.depthMask(false);
      this.grid.forEach(([b, count], k) => { gl.uniform4f(at.colour, ...(this.dark ? [0.75, 0.8, 0.88] : [0.35, 0.42, 0.5]), k ? 0.22 : 0.08); gl.bindBuffer(gl.ARRAY_BUFFER, b); gl.vertexAttribPointer(at.p, 3, gl.FLOAT, false, 0, 0); gl.drawArrays(gl.LINES, 0, count); });
      gl.depthMask(true);
    }
    gl.enableVertexAttribArray(at.n);
    const things = this.things(), paint = (m, matrix, colour, alpha) => {
      gl.uniformMatrix4fv(at.model, false, matrix); gl.uniform4f(at.colour, ...rgb(colour), alpha);
      gl.bindBuffer(gl.ARRAY_BUFFER, m.vp); gl.vertexAttribPointer(at.p, 3, gl.FLOAT, false, 0, 0);
      gl.bindBuffer(gl.ARRAY_BUFFER, m.vn); gl.vertexAttribPointer(at.n, 3, gl.FLOAT, false, 0, 0);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, m.vi); gl.drawElements(gl.TRIANGLES, m.i.length, m.type, 0);
    };
    if (this.scene.shadow && this.show.shapes) { // everything pressed flat on the ground along the light, each place darkened once
      const flat = this.flattening(); gl.uniform1f(at.lit, 0); gl.depthMask(false); gl.enable(gl.STENCIL_TEST); gl.stencilFunc(gl.EQUAL, 0, 255); gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
      for (const [m, matrix] of things) paint(m, M4.mul(flat, matrix), "#000000", this.dark ? 0.45 : 0.16);
      gl.disable(gl.STENCIL_TEST); gl.depthMask(true);
    }
    gl.uniform1f(at.lit, 1);
    for (const thing of things) paint(...thing);
  }
  flattening() { // projection along the light on the plane of the grid: p − l (n·(p − g)) / (n·l)
    const s = this.scene, n = s.grid.n, depth = V.cross(s.right, s.up), l = V.add(V.add(V.mul(s.right, 0.35), V.mul(s.up, 1)), V.mul(depth, 0.2)), d = V.dot(n, l), g = V.dot(n, s.grid.p) + 2e-4 * s.size, o = new Float32Array(16);
    for (let c = 0; c < 3; c++) for (let r = 0; r < 3; r++) o[4 * c + r] = (r === c ? 1 : 0) - l[r] * n[c] / d;
    for (let r = 0; r < 3; r++) o[12 + r] = l[r] * g / d;
    o[15] = 1; return o;
  }
  project(cam, p) { // to pixels of the canvas, and depth
    const v = cam.view, l = cam.lens, x = v[0] * p[0] + v[4] * p[1] + v[8] * p[2] + v[12], y = v[1] * p[0] + v[5] * p[1] + v[9] * p[2] + v[13], z = v[2] * p[0] + v[6] * p[1] + v[10] * p[2] + v[14];
    return [(l[0] * x / -z + 1) / 2 * this.canvas.width, (1 - l[5] * y / -z) / 2 * this.canvas.height, -z, x, y, z];
  }
  drawFlat(cam) { // painter's algorithm: far triangles first
    const g = this.flat, triangles = []; g.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const shift = this.gridShift();
    if (this.show.grid) for (const [a, b, strong] of this.gridPoints()) { const p = this.project(cam, V.add(a, shift)), q = this.project(cam, V.add(b, shift)); if (p[2] < 0 || q[2] < 0) continue;
      g.strokeStyle = `rgba(128,140,155,${strong ? 0.35 : 0.15})`; g.beginPath(); g.moveTo(p[0], p[1]); g.lineTo(q[0], q[1]); g.stroke(); }
    for (const [m, T, colour] of this.things()) {
      const c = rgb(colour), pts = [];
      for (let k = 0; k < m.p.length; k += 3) { const x = m.p[k], y = m.p[k + 1], z = m.p[k + 2];
        pts.push(this.project(cam, [T[0] * x + T[4] * y + T[8] * z + T[12], T[1] * x + T[5] * y + T[9] * z + T[13], T[2] * x + T[6] * y + T[10] * z + T[14]])); }
      for (let k = 0; k < m.i.length; k += 3) { const [a, b, d] = [pts[m.i[k]], pts[m.i[k + 1]], pts[m.i[k + 2]]];
        const n = V.cross([b[3] - a[3], b[4] - a[4], b[5] - a[5]], [d[3] - a[3], d[4] - a[4], d[5] - a[5]]), l = V.len(n); if (l < 1e-15 || V.dot(n, [a[3], a[4], a[5]]) > 0) continue;
        const light = 0.45 + 0.55 * Math.max(0, (0.35 * n[0] + 0.75 * n[1] + 0.6 * n[2]) / l); triangles.push([a[2] + b[2] + d[2], a, b, d, c.map(v => Math.round(255 * Math.min(1, v * light)))]); }
    }
    triangles.sort((a, b) => b[0] - a[0]);
    for (const [, a, b, d, c] of triangles) { g.fillStyle = g.strokeStyle = `rgb(${c})`; g.beginPath(); g.moveTo(a[0], a[1]); g.lineTo(b[0], b[1]); g.lineTo(d[0], d[1]); g.closePath(); g.fill(); g.stroke(); }
  }
  names(cam) {
    const wanted = this.show.names ? this.scene.bodies : [];
    while (this.label.children.length < wanted.length) this.label.appendChild(document.createElement("span"));
    while (this.label.children.length > wanted.length) this.label.lastChild.remove();
    wanted.forEach((b, k) => { const [x, y] = this.project(cam, this.point([k, ...b.label])), ratio = this.canvas.width / this.canvas.clientWidth, e = this.label.children[k];
      e.textContent = b.name.replaceAll("_", " "); e.style.color = b.colour; e.style.left = `${x / ratio}px`; e.style.top = `${y / ratio}px`; });
  }
  mouse() {
    const c = this.canvas; let held = null;
    c.addEventListener("pointerdown", e => { held = { x: e.clientX, y: e.clientY, pan: e.button === 2 || e.shiftKey }; c.setPointerCapture(e.pointerId); });
    c.addEventListener("pointerup", () => { held = null; });
    c.addEventListener("contextmenu", e => e.preventDefault());
    c.addEventListener("pointermove", e => {
      if (!held) return; const dx = e.clientX - held.x, dy = e.clientY - held.y; held.x = e.clientX; held.y = e.clientY;
      if (held.pan) { const v = this.camera().view, k = 0.65 * this.distance / c.clientHeight; this.target = V.add(this.target, V.add(V.mul([v[0], v[4], v[8]], -dx * k), V.mul([v[1], v[5], v[9]], dy * k))); }
      else { this.yaw -= dx * 0.008; this.pitch = Math.max(-1.5, Math.min(1.5, this.pitch + dy * 0.008)); }
      this.draw();
    });
    c.addEventListener("wheel", e => { e.preventDefault(); this.distance *= Math.exp(0.0012 * e.deltaY); this.draw(); }, { passive: false });
    c.addEventListener("dblclick", () => this.home());
  }
}
// pose between two frames of a motion: quaternions are mixed and made unit again
function poseAt(frames, count, bodies, position) {
  const i = Math.max(0, Math.min(count - 1, Math.floor(position))), j = Math.min(count - 1, i + 1), s = position - i, n = 7 * bodies, out = new Float32Array(n);
  for (let k = 0; k < bodies; k++) {
    const a = i * n + 7 * k, b = j * n + 7 * k; let dot = 0; for (let e = 0; e < 4; e++) dot += frames[a + e] * frames[b + e];
    const sign = dot < 0 ? -1 : 1; let l = 0;
    for (let e = 0; e < 4; e++) { out[7 * k + e] = (1 - s) * frames[a + e] + s * sign * frames[b + e]; l += out[7 * k + e] ** 2; }
    for (let e = 0; e < 4; e++) out[7 * k + e] /= Math.sqrt(l) || 1;
    for (let e = 4; e < 7; e++) out[7 * k + e] = (1 - s) * frames[a + e] + s * frames[b + e];
  }
  return out;
}
function floats(text) { const raw = atob(text), bytes = new Uint8Array(raw.length); for (let k = 0; k < raw.length; k++) bytes[k] = raw.charCodeAt(k); return new Float32Array(bytes.buffer); }
