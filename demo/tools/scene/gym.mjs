// A university gymnasium: a wooden floor with a basketball or volleyball court,
// boards that glow around it, hoops or a net, and stands close to the lines.
import * as T from 'three';
import { rgb, rng } from './math.mjs';
import { Crowd, lamps, roundedRect } from './stadium.mjs';
import { Shadows, surface } from './surface.mjs';

export const HOOP = { x: 12.42, y: 3.05, r: 0.23 };

function planks(g, tones, w, d) {
  const R = rng(21);
  for (let z = -d / 2; z < d / 2; z += 0.12) {
    let x = -w / 2 - R() * 2;
    while (x < w / 2) {
      const l = 0.8 + R() * 1.6;
      g.fillStyle = tones[(R() * tones.length) | 0];
      g.fillRect(x, z, l + 0.02, 0.125);
      x += l;
    }
  }
}

function stroke(g, w, colour, draw) {
  g.lineWidth = w;
  g.strokeStyle = colour;
  g.beginPath();
  draw(g);
  g.stroke();
}

function name(g, text, x, z, size, colour, turn = 0, alpha = 0.9) {
  g.save();
  g.globalAlpha = alpha;
  g.translate(x, z);
  g.rotate(turn);
  g.font = `900 ${size}px Display`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillStyle = colour;
  g.fillText(text, 0, 0);
  g.restore();
}

function basketballCourt(g, home, brand) {
  planks(g, ['#b98450', '#b47e4a', '#bd8955', '#b07a46'], 44, 30);
  g.fillStyle = home.c;
  g.globalAlpha = 0.92;
  g.fillRect(-16, -9.4, 32, 1.9);
  g.fillRect(-16, 7.5, 32, 1.9);
  g.fillRect(-16, -9.4, 2, 18.8);
  g.fillRect(14, -9.4, 2, 18.8);
  for (const s of [-1, 1]) g.fillRect(s > 0 ? 8.2 : -14, -2.45, 5.8, 4.9);
  g.beginPath();
  g.arc(0, 0, 1.8, 0, 7);
  g.fill();
  g.globalAlpha = 1;
  const w = '#fbf7f0';
  stroke(g, 0.06, w, (c) => {
    c.rect(-14, -7.5, 28, 15);
    c.moveTo(0, -7.5);
    c.lineTo(0, 7.5);
    c.moveTo(1.8, 0);
    c.arc(0, 0, 1.8, 0, 7);
    for (const s of [-1, 1]) {
      c.rect(s > 0 ? 8.2 : -14, -2.45, 5.8, 4.9);
      c.moveTo(s * 8.2, s > 0 ? 1.8 : -1.8);
      c.arc(s * 8.2, 0, 1.8, s > 0 ? Math.PI / 2 : -Math.PI / 2, s > 0 ? Math.PI * 1.5 : Math.PI / 2);
      c.moveTo(s * 14, -6.6);
      c.lineTo(s * 11, -6.6);
      c.moveTo(s * 14, 6.6);
      c.lineTo(s * 11, 6.6);
      const a = Math.acos(1.42 / 6.75);
      c.moveTo(s * 11, s > 0 ? 6.6 : -6.6);
      c.arc(s * HOOP.x, 0, 6.75, s > 0 ? Math.PI - a : -a, s > 0 ? Math.PI + a : a);
    }
  });
  name(g, home.code, 0, 0.05, 1.9, home.on);
  name(g, home.name.toUpperCase(), 0, 8.45, 1.5, home.on);
  name(g, brand.league, 0, -8.45, 1.3, home.on, 0, 0.75);
  name(g, home.nickname.toUpperCase(), 15, 0, 1.4, home.on, -Math.PI / 2);
  name(g, home.nickname.toUpperCase(), -15, 0, 1.4, home.on, Math.PI / 2);
}

function volleyballCourt(g, home, brand) {
  planks(g, ['#a9764a', '#a37145', '#ae7b4e'], 44, 30);
  g.fillStyle = home.dark;
  g.fillRect(-14, -8.5, 28, 17);
  planksIn(g);
  stroke(g, 0.055, '#fbf7f0', (c) => {
    c.rect(-9, -4.5, 18, 9);
    for (const x of [-3, 0, 3]) {
      c.moveTo(x, -4.5);
      c.lineTo(x, 4.5);
    }
  });
  name(g, home.name.toUpperCase(), 0, 6.6, 1.8, home.c === home.dark ? '#fff' : home.c);
  name(g, brand.name, -8.2, -6.4, 1.2, brand.accent, 0, 0.9);
  name(g, brand.sponsors[0][2], 7.6, -6.4, 1.2, '#ffffff', 0, 0.7);
}

function planksIn(g) {
  g.save();
  g.beginPath();
  g.rect(-9, -4.5, 18, 9);
  g.clip();
  planks(g, ['#cf8d52', '#c9874c', '#d3935a', '#c58348'], 18, 9);
  g.restore();
}

// Boards of light around the court.
function ledBoards(scene, home, away, brand, hx, hz) {
  const c = document.createElement('canvas');
  c.width = 4096;
  c.height = 64;
  const g = c.getContext('2d');
  const [one, two, three] = brand.sponsors;
  const ads = [[home.c, home.on, brand.go(home.nickname.toUpperCase())], [...brand.plate, brand.name], one, [away.c, away.on, away.name.toUpperCase()], three, two, [home.c, home.on, home.name.toUpperCase()], ['#05070b', '#ffffff', brand.league]];
  ads.forEach(([bg, ink, text], i) => {
    g.fillStyle = bg;
    g.fillRect(i * 512, 0, 512, 64);
    g.fillStyle = ink;
    g.font = '850 50px Display';
    g.textAlign = 'center';
    g.textBaseline = 'middle';
    g.fillText(text, i * 512 + 256, 35, 470);
  });
  const map = new T.CanvasTexture(c);
  map.wrapS = T.RepeatWrapping;
  map.anisotropy = 4;
  const sides = [[[-hx, -hz], [hx, -hz]], [[hx, -hz], [hx, hz]], [[-hx, hz], [-hx, -hz]]];
  for (const [[x0, z0], [x1, z1]] of sides) {
    const l = Math.hypot(x1 - x0, z1 - z0);
    for (const [y0, y1, dim, order] of [[0, 0.9, 0xffffff, 22], [0, -0.9, 0xb0b0b0, 10]]) {
      const geo = new T.BufferGeometry();
      geo.setAttribute('position', new T.Float32BufferAttribute([x0, y0, z0, x1, y0, z1, x1, y1, z1, x0, y1, z0], 3));
      const u = l / 48;
      geo.setAttribute('uv', new T.Float32BufferAttribute([0, 0, u, 0, u, 1, 0, 1], 2));
      geo.setIndex([0, 1, 2, 0, 2, 3]);
      const m = new T.Mesh(geo, new T.MeshBasicMaterial({ map, color: dim, side: T.DoubleSide, depthWrite: order > 20 }));
      m.renderOrder = order;
      scene.add(m);
    }
  }
}

/** Hoops, posts and the strings of the nets; swing 0..1 moves the strings of side s. */
export function hoops(parts, swing = { side: 0, k: 0 }) {
  const orange = [0.95, 0.3, 0.1], dark = [0.07, 0.08, 0.1], white = [0.86, 0.88, 0.9];
  for (const s of [-1, 1]) {
    const x = s * HOOP.x, b = s * 12.8;
    parts.add([s * 15.2, 0, 0], [s * 15.2, 1.1, 0], 0.42, 0.4, { c: dark, x: [1, 0, 0] });
    parts.add([s * 15.1, 1.1, 0], [s * 13.1, 3.2, 0], 0.12, 0.1, { c: dark });
    parts.add([s * 13.1, 3.2, 0], [b, 3.3, 0], 0.08, 0.08, { c: dark });
    for (const [y, z0, z1] of [[2.9, -0.9, 0.9], [3.95, -0.9, 0.9]]) parts.add([b, y, z0], [b, y, z1], 0.03, 0.03, { c: white });
    for (const z of [-0.9, 0.9]) parts.add([b, 2.9, z], [b, 3.95, z], 0.03, 0.03, { c: white });
    for (const [y, z0, z1] of [[3.12, -0.3, 0.3], [3.55, -0.3, 0.3]]) parts.add([b - s * 0.02, y, z0], [b - s * 0.02, y, z1], 0.018, 0.018, { c: orange });
    for (const z of [-0.3, 0.3]) parts.add([b - s * 0.02, 3.12, z], [b - s * 0.02, 3.55, z], 0.018, 0.018, { c: orange });
    parts.add([b, HOOP.y - 0.02, 0], [x + s * HOOP.r, HOOP.y, 0], 0.05, 0.04, { c: orange });
    const k = swing.side === s ? swing.k : 0;
    for (let i = 0; i < 14; i++) {
      const a = i / 14 * 6.2832, e = (i + 1) / 14 * 6.2832;
      const at = (t, r, y) => [x + Math.cos(t) * r, y, Math.sin(t) * r];
      parts.add(at(a, HOOP.r, HOOP.y), at(e, HOOP.r, HOOP.y), 0.022, 0.022, { c: orange, gloss: 0.5 });
      const low = HOOP.y - 0.44 + 0.12 * k;
      parts.add(at(a, HOOP.r, HOOP.y - 0.02), at(a + 0.5, HOOP.r * (0.55 + 0.35 * k), low), 0.009, 0.009, { c: white });
      parts.add(at(a, HOOP.r, HOOP.y - 0.02), at(a - 0.5, HOOP.r * (0.55 + 0.35 * k), low), 0.009, 0.009, { c: white });
    }
  }
}

/** The posts of a volleyball net and the official's stand. */
export function netPosts(parts) {
  for (const z of [-5.2, 5.2]) {
    parts.add([0, 0, z], [0, 2.5, z], 0.06, 0.05, { c: [0.75, 0.78, 0.82], gloss: 0.6 });
    parts.add([0, 0.1, z], [0, 1.6, z], 0.13, 0.13, { c: [0.09, 0.16, 0.34] });
  }
  for (const z of [-4.5, 4.5]) parts.add([0, 1.3, z], [0, 3.1, z], 0.02, 0.02, { c: [0.9, 0.2, 0.2], s: [0.95, 0.95, 0.95], from: 0.4, to: 0.7 });
  for (const x of [-0.4, 0.4]) parts.add([x, 0, -6.1], [x * 0.6, 1.3, -6.0], 0.035, 0.035, { c: [0.2, 0.22, 0.26] });
}

function net(scene) {
  const c = document.createElement('canvas');
  c.width = c.height = 64;
  const g = c.getContext('2d');
  g.strokeStyle = 'rgba(30,32,38,.95)';
  g.lineWidth = 5;
  g.strokeRect(0, 0, 64, 64);
  const map = new T.CanvasTexture(c);
  map.wrapS = map.wrapT = T.RepeatWrapping;
  map.anisotropy = 4;
  const sheet = (y0, y1, m, order) => {
    const geo = new T.BufferGeometry();
    geo.setAttribute('position', new T.Float32BufferAttribute([0, y0, -5, 0, y0, 5, 0, y1, 5, 0, y1, -5], 3));
    geo.setAttribute('uv', new T.Float32BufferAttribute([0, 0, 80, 0, 80, 8, 0, 8], 2));
    geo.setIndex([0, 1, 2, 0, 2, 3]);
    const mesh = new T.Mesh(geo, m);
    mesh.renderOrder = order;
    scene.add(mesh);
  };
  sheet(1.3, 2.24, new T.MeshBasicMaterial({ map, transparent: true, side: T.DoubleSide, depthWrite: false, opacity: 0.85 }), 34);
  sheet(2.17, 2.25, new T.MeshBasicMaterial({ color: 0xf6f7f9, side: T.DoubleSide }), 33);
  sheet(1.28, 1.33, new T.MeshBasicMaterial({ color: 0xf6f7f9, side: T.DoubleSide }), 33);
}

/** Builds the gym for 'basketball' or 'volleyball'. */
export function gym(stage, kind, { home, away, brand, seed = 9, awaySide = -1 }) {
  const crowd = new Crowd(stage.back, {
    seed, home: home.c, away: away.c, rows: 17, gap: 1.2, depth: 0.85, rise: 0.5, y0: 0.55, pitch: 0.6, empty: 0.1, lum: 0.85, awaySide, air: [0.035, 0.028, 0.026],
    path: (g) => roundedRect(17.6, 11.2, 0.6, g),
  });
  lamps(stage.back, [-2, -1, 0, 1, 2].flatMap((i) => [[i * 12, 12.6, -30, 3, 1.5], [i * 12, 12.6, 30, 3, 1.5]]).concat([[-38, 12.6, 0, 3, 1.5], [38, 12.6, 0, 3, 1.5]]), { colour: [1, 0.95, 0.84] });
  const dark = '#' + rgb(home.c).map((v) => Math.round((v * 0.35 + 0.08) * 255).toString(16).padStart(2, '0')).join('');
  const floor = surface(stage.front, { w: 36, d: 23.4, px: 64, opacity: 0.9, shine: 0.12, lamps: 9, spread: 7, lampColor: [1, 0.95, 0.85], dim: 0.7, poolRadius: 26, paint: (g) => (kind === 'basketball' ? basketballCourt(g, home, brand) : volleyballCourt(g, { ...home, dark }, brand)) });
  ledBoards(stage.front, home, away, brand, 17.2, 10.9);
  if (kind === 'volleyball') net(stage.front);
  stage.finish.uniforms.left.value.setRGB(...rgb(away.c));
  stage.finish.uniforms.right.value.setRGB(...rgb(home.c));
  return { crowd, floor, shadows: new Shadows(stage.front, 140) };
}
