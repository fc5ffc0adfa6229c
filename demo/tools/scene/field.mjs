// A stadium at night with a grass field, lined for soccer or for football.
import * as T from 'three';
import { rgb, rng } from './math.mjs';
import { Crowd, lamps, roundedRect } from './stadium.mjs';
import { Shadows, surface } from './surface.mjs';

function grass(g, w, d, band, tones) {
  for (let i = 0, x = -w / 2; x < w / 2; i++, x += band) {
    g.fillStyle = tones[i % 2];
    g.fillRect(x, -d / 2, band + 0.05, d);
  }
  const R = rng(31);
  for (let i = 0; i < 260; i++) {
    const x = (R() - 0.5) * w, z = (R() - 0.5) * d, r = 1.5 + R() * 5;
    const m = g.createRadialGradient(x, z, 0, x, z, r);
    m.addColorStop(0, R() < 0.5 ? 'rgba(255,255,160,.045)' : 'rgba(0,20,0,.07)');
    m.addColorStop(1, 'rgba(0,0,0,0)');
    g.fillStyle = m;
    g.fillRect(x - r, z - r, 2 * r, 2 * r);
  }
}

const white = 'rgba(244,248,244,.93)';

function soccerPitch(g) {
  grass(g, 130, 92, 5.5, ['#2b7c3c', '#256f35']);
  g.strokeStyle = white;
  g.lineWidth = 0.14;
  g.beginPath();
  g.rect(-52.5, -34, 105, 68);
  g.moveTo(0, -34);
  g.lineTo(0, 34);
  g.moveTo(9.15, 0);
  g.arc(0, 0, 9.15, 0, 7);
  for (const s of [-1, 1]) {
    g.rect(s > 0 ? 36 : -52.5, -20.16, 16.5, 40.32);
    g.rect(s > 0 ? 47 : -52.5, -9.16, 5.5, 18.32);
    const a = Math.acos(5.5 / 9.15);
    g.moveTo(s * 41.5 - s * 9.15 * Math.cos(a), s > 0 ? 9.15 * Math.sin(a) : -9.15 * Math.sin(a));
    g.arc(s * 41.5, 0, 9.15, s > 0 ? Math.PI - a : -a, s > 0 ? Math.PI + a : a);
    for (const z of [-34, 34]) {
      g.moveTo(s * 52.5 - s, z);
      g.arc(s * 52.5, z, 1, s > 0 ? Math.PI : 0, z > 0 === s > 0 ? Math.PI * 1.5 : Math.PI / 2, z > 0 !== s > 0);
    }
  }
  g.stroke();
  g.fillStyle = white;
  for (const x of [-41.5, 0, 41.5]) {
    g.beginPath();
    g.arc(x, 0, 0.22, 0, 7);
    g.fill();
  }
}

const YARD = 0.9144;

// A Canadian field: 110 by 65 yards, end zones of 20.
function footballField(g, home, away) {
  grass(g, 160, 84, 5 * YARD, ['#2c7740', '#296f3b']);
  const h = 32.5 * YARD;
  for (const [s, t] of [[-1, away], [1, home]]) {
    g.globalAlpha = 0.86;
    g.fillStyle = t.c;
    g.fillRect(s > 0 ? 55 * YARD : -75 * YARD, -h, 20 * YARD, 2 * h);
    g.globalAlpha = 0.95;
    g.save();
    g.translate(s * 65 * YARD, 0);
    g.rotate(s > 0 ? Math.PI / 2 : -Math.PI / 2);
    g.font = '900 12px Display';
    g.textAlign = 'center';
    g.textBaseline = 'middle';
    g.fillStyle = t.on;
    g.fillText(t.nickname.toUpperCase(), 0, 0.6);
    g.restore();
  }
  g.globalAlpha = 1;
  g.fillStyle = white;
  g.fillRect(-75 * YARD, -h - 1.8, 150 * YARD, 1.8);
  g.fillRect(-75 * YARD, h, 150 * YARD, 1.8);
  for (let y = -55; y <= 55; y += 5) g.fillRect(y * YARD - 0.06, -h, 0.12, 2 * h);
  for (let y = -55; y <= 55; y++) for (const z of [-h + 0.6, -8.5, 8.5, h - 1.2]) g.fillRect(y * YARD - 0.05, z, 0.1, 0.6);
  g.font = '800 3.6px Display';
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  for (let y = -50; y <= 50; y += 10) {
    const n = 55 - Math.abs(y);
    if (n % 10 === 5 || n === 0) continue;
    g.fillText(String(n), y * YARD, 20);
  }
  for (let y = -45; y <= 45; y += 10) {
    const n = 55 - Math.abs(y);
    if (n > 0 && n <= 50) for (const [z, r] of [[20, 0], [-20, Math.PI]]) {
      g.save();
      g.translate(y * YARD, z);
      g.rotate(r);
      g.fillText(String(n), 0, 0);
      g.restore();
    }
  }
  g.fillStyle = '#ffb81c';
  g.globalAlpha = 0.9;
  g.beginPath();
  for (const [i, [x, y]] of [[0, -5], [5, 5], [1.8, 5], [0, 1.3], [-1.8, 5], [-5, 5]].entries()) i ? g.lineTo(x, y) : g.moveTo(x, y);
  g.fill();
  g.globalAlpha = 1;
}

function adBoards(scene, home, away, hx, hz) {
  const c = document.createElement('canvas');
  c.width = 4096;
  c.height = 64;
  const g = c.getContext('2d');
  const ads = [['#05070b', '#ffb81c', 'NORTHLINE'], [home.c, home.on, home.nickname.toUpperCase()], ['#f3f5f8', '#0d2f5e', 'HALYARD MUTUAL'], ['#10281d', '#dfeee2', 'BLACKSPRUCE OUTFITTERS'], [away.c, away.on, away.nickname.toUpperCase()], ['#7c3f1c', '#fbe9cf', 'TAMARACK & RYE'], ['#0d2f5e', '#ffffff', 'UNIVERSITY SPORT'], ['#f3f5f8', home.c, home.name.toUpperCase()]];
  ads.forEach(([bg, ink, text], i) => {
    g.fillStyle = bg;
    g.fillRect(i * 512 + 3, 0, 506, 64);
    g.fillStyle = ink;
    g.font = '850 50px Display';
    g.textAlign = 'center';
    g.textBaseline = 'middle';
    g.fillText(text, i * 512 + 256, 35, 460);
  });
  const map = new T.CanvasTexture(c);
  map.wrapS = T.RepeatWrapping;
  map.anisotropy = 4;
  for (const [[x0, z0], [x1, z1]] of [[[-hx, -hz], [hx, -hz]], [[hx, -hz], [hx, hz]], [[-hx, hz], [-hx, -hz]]]) {
    const geo = new T.BufferGeometry(), u = Math.hypot(x1 - x0, z1 - z0) / 64;
    geo.setAttribute('position', new T.Float32BufferAttribute([x0, 0, z0, x1, 0, z1, x1, 1, z1, x0, 1, z0], 3));
    geo.setAttribute('uv', new T.Float32BufferAttribute([0, 0, u, 0, u, 1, 0, 1], 2));
    geo.setIndex([0, 1, 2, 0, 2, 3]);
    scene.add(new T.Mesh(geo, new T.MeshBasicMaterial({ map, side: T.DoubleSide })));
  }
}

/** The frames of soccer goals. */
export function soccerGoals(parts) {
  const c = [0.93, 0.94, 0.95];
  for (const s of [-1, 1]) {
    const x = s * 52.5, b = s * 54.6, w = 3.66, h = 2.44;
    for (const z of [-w, w]) {
      parts.add([x, 0, z], [x, h, z], 0.06, 0.06, { c });
      parts.add([x, h, z], [s * 53.4, h, z], 0.03, 0.03, { c });
      parts.add([s * 53.4, h, z], [b, 0, z], 0.03, 0.03, { c });
    }
    parts.add([x, h, -w], [x, h, w], 0.06, 0.06, { c });
    parts.add([b, 0.03, -w], [b, 0.03, w], 0.03, 0.03, { c });
  }
}

/** Uprights at each goal line, as in Canadian football. */
export function uprights(parts) {
  const c = [0.95, 0.78, 0.14];
  for (const s of [-1, 1]) {
    const x = s * 55 * YARD, post = x + s * 1.6;
    parts.add([post, 0, 0], [post, 2.4, 0], 0.16, 0.14, { c: [0.2, 0.25, 0.5], x: [1, 0, 0] });
    parts.add([post, 2.2, 0], [x, 3.05, 0], 0.09, 0.08, { c });
    parts.add([x, 3.05, -2.82], [x, 3.05, 2.82], 0.07, 0.07, { c });
    for (const z of [-2.82, 2.82]) parts.add([x, 3.05, z], [x, 12, z], 0.06, 0.05, { c });
  }
}

function nets(scene) {
  const c = document.createElement('canvas');
  c.width = c.height = 64;
  const g = c.getContext('2d');
  g.strokeStyle = 'rgba(245,248,252,.75)';
  g.lineWidth = 4;
  g.strokeRect(0, 0, 64, 64);
  const map = new T.CanvasTexture(c);
  map.wrapS = map.wrapT = T.RepeatWrapping;
  map.anisotropy = 4;
  for (const s of [-1, 1]) {
    const x = s * 52.5, m = s * 53.4, b = s * 54.6, w = 3.66, h = 2.44;
    const quads = [[[x, h, -w], [x, h, w], [m, h, w], [m, h, -w]], [[m, h, -w], [m, h, w], [b, 0, w], [b, 0, -w]], [[x, h, w], [m, h, w], [b, 0, w], [x, 0, w]], [[x, h, -w], [m, h, -w], [b, 0, -w], [x, 0, -w]]];
    const geo = new T.BufferGeometry();
    geo.setAttribute('position', new T.Float32BufferAttribute(quads.flat(2), 3));
    geo.setAttribute('uv', new T.Float32BufferAttribute(quads.flatMap(() => [0, 0, 30, 0, 30, 12, 0, 12]), 2));
    geo.setIndex(quads.flatMap((_, i) => [0, 1, 2, 0, 2, 3].map((k) => k + i * 4)));
    const mesh = new T.Mesh(geo, new T.MeshBasicMaterial({ map, transparent: true, opacity: 0.7, side: T.DoubleSide, depthWrite: false }));
    mesh.renderOrder = 34;
    scene.add(mesh);
  }
}

/** Builds the stadium for 'soccer' or 'football'. */
export function field(stage, kind, { home, away, seed = 13, awaySide = 1 }) {
  const soccer = kind === 'soccer';
  const hx = soccer ? 60 : 72, hz = soccer ? 39.5 : 36.5;
  const crowd = new Crowd(stage.back, {
    seed, home: home.c, away: away.c, rows: 19, gap: 2.5, depth: 0.95, rise: 0.52, y0: 1.6, pitch: 0.72, empty: 0.1, lum: 0.8, awaySide: awaySide * 1, air: [0.02, 0.026, 0.045],
    path: (g) => roundedRect(hx, hz, 8, g), only: (x, z) => z < 20,
  });
  lamps(stage.back, [[-46, 21, -66, 8, 1.5], [0, 22, -68, 8, 1.5], [46, 21, -66, 8, 1.5], [-92, 21, -30, 8, 1.5], [92, 21, -30, 8, 1.5]], { size: 1.5 });
  const turf = surface(stage.front, { w: soccer ? 132 : 156, d: soccer ? 92 : 84, px: 26, shine: 0, dim: 0.74, poolRadius: 78, lampColor: [0, 0, 0], paint: (g) => (soccer ? soccerPitch(g) : footballField(g, home, away)) });
  adBoards(stage.front, home, away, hx - 0.5, hz - 0.5);
  if (soccer) nets(stage.front);
  stage.finish.uniforms.left.value.setRGB(...rgb(away.c));
  stage.finish.uniforms.right.value.setRGB(...rgb(home.c));
  return { crowd, floor: turf, shadows: new Shadows(stage.front, 140) };
}
