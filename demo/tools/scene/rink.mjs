// An arena with a 61 by 26 metre sheet: ice, boards with advertising, glass, goals.
import * as T from 'three';
import { rgb, rng } from './math.mjs';
import { Crowd, lamps, roundedRect } from './stadium.mjs';
import { Shadows, surface } from './surface.mjs';

export const RINK = { x: 30.5, z: 13, goal: 26.6, blue: 7.6, radius: 8.2 };

const red = '#c4203a', blue = '#2456b8';

function circle(g, x, z, r, w, colour) {
  g.strokeStyle = colour;
  g.lineWidth = w;
  g.beginPath();
  g.arc(x, z, r, 0, 7);
  g.stroke();
}

function dot(g, x, z, r, colour) {
  g.fillStyle = colour;
  g.beginPath();
  g.arc(x, z, r, 0, 7);
  g.fill();
}

function sheet(g, home, away, brand) {
  const R = rng(11);
  const base = g.createLinearGradient(0, -13, 0, 13);
  base.addColorStop(0, '#c2d3e2');
  base.addColorStop(0.5, '#d6e3ee');
  base.addColorStop(1, '#cbdae8');
  g.fillStyle = base;
  g.fillRect(-32, -14, 64, 28);
  for (let i = 0; i < 60; i++) {
    const x = (R() - 0.5) * 60, z = (R() - 0.5) * 26, r = 2 + R() * 5;
    const m = g.createRadialGradient(x, z, 0, x, z, r);
    m.addColorStop(0, R() < 0.5 ? 'rgba(255,255,255,.10)' : 'rgba(120,150,185,.07)');
    m.addColorStop(1, 'rgba(255,255,255,0)');
    g.fillStyle = m;
    g.fillRect(x - r, z - r, 2 * r, 2 * r);
  }
  lines(g);
  marks(g, home, away, brand);
  for (let i = 0; i < 520; i++) {
    const x = (R() - 0.5) * 58, z = (R() - 0.5) * 25, a = R() * 7, l = 0.6 + R() * 3.4, k = (R() - 0.5) * 1.6;
    g.strokeStyle = `rgba(255,255,255,${0.12 + R() * 0.2})`;
    g.lineWidth = 0.02 + R() * 0.02;
    g.beginPath();
    g.moveTo(x, z);
    g.quadraticCurveTo(x + Math.cos(a) * l * 0.5 + k, z + Math.sin(a) * l * 0.5, x + Math.cos(a) * l, z + Math.sin(a) * l);
    g.stroke();
  }
}

function lines(g) {
  g.fillStyle = red;
  g.fillRect(-0.15, -13, 0.3, 26);
  g.fillStyle = 'rgba(255,255,255,.5)';
  for (let z = -12.6; z < 13; z += 0.7) g.fillRect(-0.06, z, 0.12, 0.3);
  g.fillStyle = blue;
  for (const s of [-1, 1]) g.fillRect(s * RINK.blue - 0.16, -13, 0.32, 26);
  g.fillStyle = red;
  for (const s of [-1, 1]) g.fillRect(s * RINK.goal - 0.04, -12.4, 0.08, 24.8);
  circle(g, 0, 0, 4.5, 0.07, blue);
  dot(g, 0, 0, 0.18, blue);
  for (const s of [-1, 1]) {
    for (const z of [-6.7, 6.7]) {
      circle(g, s * 20.4, z, 4.5, 0.07, red);
      dot(g, s * 20.4, z, 0.3, red);
      dot(g, s * 6.1, z, 0.3, red);
      g.fillStyle = red;
      for (const a of [-1, 1]) for (const b of [-1, 1]) {
        g.fillRect(s * 20.4 + a * 0.6 - (a < 0 ? 0.9 : 0), z + b * 0.45 - 0.025, 0.9, 0.05);
        g.fillRect(s * 20.4 + a * 0.6 - 0.025, z + b * 0.45 - (b < 0 ? 0.9 : 0), 0.05, 0.9);
      }
    }
    g.beginPath();
    g.fillStyle = 'rgba(86,160,226,.55)';
    g.moveTo(s * RINK.goal, -1.5);
    g.lineTo(s * (RINK.goal - 1.1), -1.5);
    g.quadraticCurveTo(s * (RINK.goal - 2.1), 0, s * (RINK.goal - 1.1), 1.5);
    g.lineTo(s * RINK.goal, 1.5);
    g.fill();
    g.strokeStyle = red;
    g.lineWidth = 0.05;
    g.stroke();
  }
}

// The paint a club puts under its ice: its name, the league's mark, two sponsors.
function marks(g, home, away, brand) {
  g.save();
  g.globalAlpha = 0.82;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.save();
  g.translate(-2.9, -2.9);
  g.scale(0.145, 0.145);
  brand.mark(g);
  g.restore();
  g.fillStyle = home.c;
  g.font = '900 3.4px Display';
  for (const s of [-1, 1]) {
    g.save();
    g.translate(s * 13.6, 0);
    g.fillText(home.nickname.toUpperCase(), 0, 0);
    g.restore();
  }
  g.globalAlpha = 0.6;
  g.font = '800 1.5px Display';
  const [one, two, three] = brand.sponsors;
  g.fillStyle = one[0];
  g.fillText(one[2], -4.4, 9.6);
  g.fillText(brand.name, 4.2, -9.6);
  g.fillStyle = two[0];
  g.fillText(two[2], 4.6, 9.6);
  g.fillStyle = away.c;
  g.fillText(three[2], -4.3, -9.6);
  g.restore();
}

function advert(g, x, w, h, bg, ink, text) {
  g.fillStyle = bg;
  g.fillRect(x, h * 0.13, w - h * 0.12, h * 0.62);
  g.fillStyle = ink;
  g.font = `850 ${h * 0.46}px Display`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillText(text, x + w / 2, h * 0.46, w * 0.86);
}

function boardsTexture(home, away, brand) {
  const c = document.createElement('canvas');
  c.width = 8192;
  c.height = 128;
  const g = c.getContext('2d');
  g.fillStyle = '#dfe7ef';
  g.fillRect(0, 0, 8192, 128);
  g.fillStyle = '#d8b22a';
  g.fillRect(0, 104, 8192, 24);
  const [one, two, three] = brand.sponsors;
  const ads = [
    [home.c, '#ffffff', home.nickname.toUpperCase()], [...brand.plate, brand.name], ['#f3f5f8', one[0], one[2]], [away.c, away.on, away.name.toUpperCase()],
    two, ['#f3f5f8', home.c, brand.go(home.nickname.toUpperCase())], three, [one[0], one[1], brand.league],
  ];
  const n = 24, w = 8192 / n;
  for (let i = 0; i < n; i++) advert(g, i * w, w, 128, ...ads[(i * 5) % 8]);
  const t = new T.CanvasTexture(c);
  t.wrapS = T.RepeatWrapping;
  t.anisotropy = 8;
  return t;
}

// A wall that follows the rink from height y0 to y1 at a distance outside it.
function wall(path, y0, y1, repeat, keep = () => true) {
  const pos = [], uv = [], idx = [];
  const N = 260;
  for (let i = 0; i <= N; i++) {
    const [x, z] = path.point(i / N);
    pos.push(x, y0, z, x, y1, z);
    uv.push(i / N * repeat, 0, i / N * repeat, 1);
    if (i < N && keep(x, z)) idx.push(i * 2, i * 2 + 2, i * 2 + 1, i * 2 + 1, i * 2 + 2, i * 2 + 3);
  }
  const g = new T.BufferGeometry();
  g.setAttribute('position', new T.Float32BufferAttribute(pos, 3));
  g.setAttribute('uv', new T.Float32BufferAttribute(uv, 2));
  g.setIndex(idx);
  return g;
}

function add(scene, geometry, material, order) {
  const m = new T.Mesh(geometry, material);
  m.renderOrder = order;
  scene.add(m);
  return m;
}

function boards(scene, home, away, brand) {
  const path = roundedRect(RINK.x, RINK.z, RINK.radius);
  const outer = roundedRect(RINK.x, RINK.z, RINK.radius, 0.16);
  const map = boardsTexture(home, away, brand);
  add(scene, wall(path, 0, 1.08, 1), new T.MeshBasicMaterial({ map, side: T.FrontSide, color: 0xe2e8ee }), 22);
  const ghost = add(scene, wall(path, 0, -1.08, 1), new T.MeshBasicMaterial({ map, side: T.BackSide, color: 0xc4d2de }), 10);
  ghost.material.depthWrite = false;
  add(scene, wall(outer, 0, 1.08, 1), new T.MeshBasicMaterial({ color: 0x141b28, side: T.BackSide }), 23);
  const cap = wall(path, 1.08, 1.14, 1);
  add(scene, cap, new T.MeshBasicMaterial({ color: 0xf4f7fa, side: T.DoubleSide }), 24);
  glass(scene, outer);
}

function glass(scene, path) {
  const far = (x, z) => z < 6;
  const pane = (o) => new T.MeshBasicMaterial({ color: 0xbfd8ec, transparent: true, opacity: o, depthWrite: false, side: T.DoubleSide });
  add(scene, wall(path, 1.14, 3.1, 1, far), pane(0.055), 26);
  add(scene, wall(path, 1.14, 1.17, 1, (x, z) => !far(x, z)), pane(0.25), 40);
  const posts = new T.InstancedMesh(new T.BoxGeometry(0.045, 1.96, 0.045), new T.MeshBasicMaterial({ color: 0xcfdbe6, transparent: true, opacity: 0.42 }), 90);
  const m = new T.Matrix4();
  for (let i = 0; i < 90; i++) {
    const [x, z] = path.point(i / 90);
    m.makeTranslation(x, z < 6 ? 2.1 : -9, z);
    posts.setMatrixAt(i, m);
  }
  posts.renderOrder = 27;
  scene.add(posts);
  const rail = wall(path, 3.07, 3.11, 1, far);
  add(scene, rail, new T.MeshBasicMaterial({ color: 0xdfeaf4, transparent: true, opacity: 0.4, side: T.DoubleSide }), 27);
}

function netTexture() {
  const c = document.createElement('canvas');
  c.width = c.height = 128;
  const g = c.getContext('2d');
  g.strokeStyle = 'rgba(245,248,252,.85)';
  g.lineWidth = 3;
  for (let i = 0; i <= 128; i += 12.8) {
    g.beginPath();
    g.moveTo(i, 0);
    g.lineTo(i, 128);
    g.moveTo(0, i);
    g.lineTo(128, i);
    g.stroke();
  }
  const t = new T.CanvasTexture(c);
  t.wrapS = t.wrapT = T.RepeatWrapping;
  t.anisotropy = 4;
  return t;
}

// Posts are parts; the net is a sheet over back and sides.
function nets(scene) {
  const map = netTexture();
  for (const s of [-1, 1]) {
    const x0 = s * RINK.goal, x1 = s * (RINK.goal + 1.05), w = 0.915, h = 1.22;
    const quads = [
      [[x0, h, -w], [x0, h, w], [x1 - s * 0.5, h, w], [x1 - s * 0.5, h, -w]],
      [[x1 - s * 0.5, h, -w], [x1 - s * 0.5, h, w], [x1, 0, w], [x1, 0, -w]],
      [[x0, h, w], [x1 - s * 0.5, h, w], [x1, 0, w], [x0, 0, w]],
      [[x0, h, -w], [x1 - s * 0.5, h, -w], [x1, 0, -w], [x0, 0, -w]],
    ];
    const pos = quads.flat(2), uv = quads.flatMap(() => [0, 0, 1.6, 0, 1.6, 1.2, 0, 1.2]), idx = quads.flatMap((_, i) => [0, 1, 2, 0, 2, 3].map((k) => k + i * 4));
    const g = new T.BufferGeometry();
    g.setAttribute('position', new T.Float32BufferAttribute(pos, 3));
    g.setAttribute('uv', new T.Float32BufferAttribute(uv, 2));
    g.setIndex(idx);
    add(scene, g, new T.MeshBasicMaterial({ map, transparent: true, opacity: 0.75, side: T.DoubleSide, depthWrite: false }), 34);
  }
}

/** Adds the goals' frames to the parts of this frame. */
export function goalFrames(parts) {
  const c = [0.78, 0.1, 0.14], pale = [0.88, 0.9, 0.93];
  for (const s of [-1, 1]) {
    const x = s * RINK.goal, b = s * (RINK.goal + 1.05), w = 0.915, h = 1.22;
    for (const z of [-w, w]) {
      parts.add([x, 0, z], [x, h, z], 0.04, 0.04, { c, gloss: 0.6 });
      parts.add([x, h, z], [b - s * 0.5, h, z], 0.03, 0.03, { c: pale });
      parts.add([b, 0.03, z], [x, 0.03, z], 0.03, 0.03, { c: pale });
    }
    parts.add([x, h, -w], [x, h, w], 0.04, 0.04, { c, gloss: 0.6 });
    parts.add([b, 0.03, -w], [b, 0.03, w], 0.03, 0.03, { c: pale });
    parts.add([b - s * 0.5, h, -w], [b - s * 0.5, h, w], 0.03, 0.03, { c: pale });
  }
}

/** Builds the arena on a stage. Returns what each frame has to set. */
export function rink(stage, { home, away, brand, seed = 5, awaySide = 1 }) {
  const crowd = new Crowd(stage.back, {
    seed, home: home.c, away: away.c, rows: 17, gap: 1.5, depth: 0.92, rise: 0.5, y0: 1.15, pitch: 0.6, empty: 0.08, lum: 0.82, awaySide,
    path: (g) => roundedRect(RINK.x, RINK.z, RINK.radius, g),
  });
  lamps(stage.back, [-2, -1, 0, 1, 2].flatMap((i) => [[i * 15, 13.6, -34, 4, 1.5], [i * 15, 13.6, 34, 4, 1.5]]).concat([[-50, 13.6, -8, 4, 1.5], [50, 13.6, -8, 4, 1.5], [-50, 13.6, 8, 4, 1.5], [50, 13.6, 8, 4, 1.5]]));
  const ice = surface(stage.front, { w: 61, d: 26, px: 64, paint: (g) => sheet(g, home, away, brand), opacity: 0.86, shine: 0.1, lamps: 15, spread: 13, lampColor: [0.95, 0.98, 1], dim: 0.78, poolRadius: 46 });
  boards(stage.front, home, away, brand);
  nets(stage.front);
  const shadows = new Shadows(stage.front);
  const tint = (c) => rgb(c);
  stage.finish.uniforms.left.value.setRGB(...tint(away.c));
  stage.finish.uniforms.right.value.setRGB(...tint(home.c));
  return { crowd, ice, shadows };
}
