// A ring under lamps in a dark hall: canvas, ropes, corners, and the two who fight in it.
import * as T from 'three';
import { brands } from './brand.mjs';
import { athlete, outfit } from './figure/athlete.mjs';
import * as F from './figure/fight.mjs';
import { blend, run, stand } from './figure/pose.mjs';
import { add, clamp, mix3, rgb, sub, unit } from './math.mjs';
import { Parts, numberAtlas } from './parts.mjs';
import { Crowd, lamps, roundedRect } from './stadium.mjs';
import { Shadows, surface } from './surface.mjs';

const HALF = 3.05; // metres from the middle to the ropes
const EDGE = 3.7; // and to the end of the canvas
const FLOOR = -1.15;
const light = { key: [0.98, 0.93, 0.85], sky: [0.36, 0.34, 0.36], bounce: [0.24, 0.2, 0.18], rim: [0.62, 0.4, 0.36], shade: 0.8, reflect: false };

function canvas(g, home, away, brand) {
  g.fillStyle = '#cfc8bd';
  g.fillRect(-EDGE, -EDGE, 2 * EDGE, 2 * EDGE);
  for (const [x, z, c] of [[-1, 1, away.c], [1, -1, home.c]]) {
    g.fillStyle = c;
    g.beginPath();
    g.moveTo(x * EDGE, z * EDGE);
    g.lineTo(x * (EDGE - 2), z * EDGE);
    g.lineTo(x * EDGE, z * (EDGE - 2));
    g.fill();
  }
  g.strokeStyle = brand.accent;
  g.lineWidth = 0.07;
  g.strokeRect(-HALF, -HALF, 2 * HALF, 2 * HALF);
  g.save();
  g.globalAlpha = 0.9;
  g.translate(-0.72, -0.86);
  g.scale(0.036, 0.036);
  brand.mark(g);
  g.restore();
  g.fillStyle = '#17130f';
  g.textAlign = 'center';
  g.font = '900 0.9px Display';
  g.fillText(brand.name, 0, 1.5);
  g.font = '800 0.34px Display';
  g.globalAlpha = 0.75;
  g.fillText(brand.sponsors[0][2], 0, 2.5);
  g.save();
  g.rotate(Math.PI);
  g.fillText(brand.sponsors[1][2], 0, 2.5);
  g.restore();
  g.globalAlpha = 1;
  const stains = [[-0.9, 0.4, 0.5], [1.2, -0.7, 0.7], [0.3, 1.1, 0.4], [-1.6, -1.3, 0.6]];
  for (const [x, z, r] of stains) {
    const s = g.createRadialGradient(x, z, 0, x, z, r);
    s.addColorStop(0, 'rgba(70,50,40,.16)');
    s.addColorStop(1, 'rgba(70,50,40,0)');
    g.fillStyle = s;
    g.fillRect(x - r, z - r, 2 * r, 2 * r);
  }
}

// The skirt below the canvas, with the channel's name and its sponsors.
function skirt(scene, brand) {
  const c = document.createElement('canvas');
  c.width = 2048;
  c.height = 256;
  const g = c.getContext('2d');
  g.fillStyle = brand.plate[0];
  g.fillRect(0, 0, 2048, 256);
  g.fillStyle = brand.accent;
  g.fillRect(0, 0, 2048, 12);
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  [[brand.name, brand.plate[1], 170, 1024], [brand.sponsors[2][2], brand.sponsors[2][1], 72, 340], [brand.sponsors[0][2], brand.sponsors[0][1], 84, 1708]].forEach(([text, ink, size, x]) => {
    g.fillStyle = ink;
    g.font = `900 ${size}px Display`;
    g.fillText(text, x, 138);
  });
  const map = new T.CanvasTexture(c);
  map.anisotropy = 4;
  for (let i = 0; i < 4; i++) {
    const geo = new T.PlaneGeometry(2 * EDGE, -FLOOR).translate(0, FLOOR / 2, EDGE).rotateY(i * Math.PI / 2);
    const m = new T.Mesh(geo, new T.MeshBasicMaterial({ map, color: i % 2 ? 0x8a8a8a : 0xd0d0d0 }));
    m.renderOrder = 21;
    scene.add(m);
  }
}

// The floor around the ring, dark, with the glow of the lamps near it.
function hall(scene) {
  const c = document.createElement('canvas');
  c.width = c.height = 256;
  const g = c.getContext('2d');
  const s = g.createRadialGradient(128, 128, 20, 128, 128, 128);
  s.addColorStop(0, '#2a211f');
  s.addColorStop(0.5, '#120d0d');
  s.addColorStop(1, '#050404');
  g.fillStyle = s;
  g.fillRect(0, 0, 256, 256);
  const m = new T.Mesh(new T.PlaneGeometry(40, 40).rotateX(-Math.PI / 2).translate(0, FLOOR, 0), new T.MeshBasicMaterial({ map: new T.CanvasTexture(c) }));
  scene.add(m);
}

// Shafts of light that hang in the haze behind the ring.
function shafts(scene, home, away, brand) {
  const c = document.createElement('canvas');
  c.width = 64;
  c.height = 256;
  const g = c.getContext('2d');
  const across = g.createLinearGradient(0, 0, 64, 0);
  across.addColorStop(0, 'rgba(255,255,255,0)');
  across.addColorStop(0.5, 'rgba(255,255,255,1)');
  across.addColorStop(1, 'rgba(255,255,255,0)');
  g.fillStyle = across;
  g.fillRect(0, 0, 64, 256);
  const fade = g.createLinearGradient(0, 0, 0, 256);
  fade.addColorStop(0, 'rgba(0,0,0,.2)');
  fade.addColorStop(1, 'rgba(0,0,0,1)');
  g.globalCompositeOperation = 'destination-out';
  g.fillStyle = fade;
  g.fillRect(0, 0, 64, 256);
  const map = new T.CanvasTexture(c);
  const colours = [away.c, '#fff2dc', brand.accent, '#fff2dc', home.c];
  for (const side of [0, 1, 2, 3]) {
    colours.forEach((colour, i) => {
      const x = (i - 2) * 5.2, geo = new T.BufferGeometry();
      geo.setAttribute('position', new T.Float32BufferAttribute([x * 0.5 - 0.3, 8.6, 0, x * 0.5 + 0.3, 8.6, 0, x + 2.1, -1, 0, x - 2.1, -1, 0], 3));
      geo.setAttribute('uv', new T.Float32BufferAttribute([0, 1, 1, 1, 1, 0, 0, 0], 2));
      geo.setIndex([0, 3, 1, 1, 3, 2]);
      geo.translate(0, 0, -9.5).rotateY(side * Math.PI / 2);
      const m = new T.Mesh(geo, new T.MeshBasicMaterial({ map, color: colour, transparent: true, opacity: 0.34, blending: T.AdditiveBlending, depthWrite: false, side: T.DoubleSide }));
      m.renderOrder = 5;
      scene.add(m);
    });
  }
}

function ropes(parts, home, away, brand) {
  const red = rgb(brand.accent), white = [0.88, 0.86, 0.82], post = [0.1, 0.1, 0.11];
  const corner = (i) => [[-1, 1], [1, 1], [1, -1], [-1, -1]][i % 4].map((v) => v * HALF);
  [0.42, 0.74, 1.06, 1.36].forEach((y, n) => {
    for (let i = 0; i < 4; i++) {
      const [x0, z0] = corner(i), [x1, z1] = corner(i + 1), sag = 0.03;
      const mid = [(x0 + x1) / 2, y - sag, (z0 + z1) / 2], look = { c: n % 2 ? white : red, gloss: 0.3 };
      parts.add([x0, y, z0], mid, 0.024, 0.024, look);
      parts.add(mid, [x1, y, z1], 0.024, 0.024, look);
    }
  });
  for (let i = 0; i < 4; i++) {
    const [x, z] = corner(i), c = i === 0 ? rgb(away.c) : i === 2 ? rgb(home.c) : white;
    parts.add([x * 1.05, FLOOR, z * 1.05], [x * 1.05, 1.44, z * 1.05], 0.07, 0.07, { c: post });
    for (const y of [0.42, 0.74, 1.06, 1.36]) parts.add([x * 0.985, y - 0.07, z * 0.985], [x * 0.985, y + 0.07, z * 0.985], 0.1, 0.1, { c });
  }
}

// Those who look after a fighter, outside the ropes at their corner, and the stool.
function corners(parts, home, away, time, rest) {
  for (const [s, side] of [[-1, away], [1, home]]) {
    for (const k of [0, 1]) {
      const x = s * (HALF + 0.5 - k * 0.9), z = -s * (HALF + 0.45) + s * k * -0.1;
      const nod = Math.sin(time * 1.1 + k * 2 + s) * 0.03;
      parts.add([x, -0.1, z], [x, 0.5, z], 0.15, 0.19, { c: [0.05, 0.05, 0.06] });
      parts.add([x, 0.5, z], [x + nod, 0.84, z], 0.2, 0.17, { c: rgb(side.c), x: [1, 0, 0], wz: 0.7 });
      parts.add([x + nod, 1.06, z], [x + nod, 1.1, z], 0.11, 0.11, { c: k ? [0.5, 0.34, 0.26] : [0.72, 0.54, 0.42] });
    }
    if (rest > 0.3) parts.add([s * 2.6, 0, -s * 2.6], [s * 2.6, 0.36, -s * 2.6], 0.16, 0.2, { c: [0.1, 0.1, 0.12] });
  }
}

// What somebody fights in: bare, or in a top, with trunks in their colour.
function trunks(side, { women, shins }) {
  const c = rgb(side.c), o = outfit('basketball', c, rgb(side.c2), side.tone, { women, shorts: c });
  return { ...o, c: women ? mix3(c, [0.02, 0.02, 0.02], 0.25) : o.skin, shorts: 0.82, sock: shins ? 0.8 : 0.2, socks: shins ? c : [0.9, 0.9, 0.9], shoe: shins ? o.skin : [0.06, 0.06, 0.07], glove: c, number: -1, bulk: women ? 0.98 : 1.1 };
}

function fighterPose(p, time) {
  const beat = time * 1.7 + (p.id === 'home' ? 0.4 : 0), feet = p.v / 1.4;
  let pose = F.stance(beat, feet);
  if (p.act) {
    const does = { hurt: F.hurt, folded: F.folded, slip: F.slip, ...F.blows }[p.act.do];
    pose = does(p.act.u, beat);
  }
  if (p.v > 0.9 && !p.act) pose = blend(pose, { ...run(p.phase, 0.15), hl: pose.hl, hr: pose.hr }, clamp((p.v - 0.9) / 1.2));
  if (p.joy) pose = blend(pose, F.joy(time), p.joy);
  if (!p.fall) return { pose, pitch: 0, y: 0 };
  const lying = 1 - p.fall.up;
  pose = blend(pose, F.down(), p.fall.back);
  if (p.fall.up > 0) pose = blend(pose, F.knee(time * 3), p.fall.up);
  if (p.fall.stand > 0) pose = blend(pose, F.stance(beat), p.fall.stand);
  return { pose, pitch: -1.42 * p.fall.back * lying, y: 0.12 * p.fall.back * lying };
}

function gloves(parts, hands, o, yaw) {
  for (const side of ['left', 'right']) {
    const h = hands[side], f = [Math.cos(yaw), 0, Math.sin(yaw)];
    parts.add(add(h, f, -0.02), add(h, f, 0.07), 0.088, 0.092, { c: o.glove, gloss: 0.7 });
    parts.add(add(h, f, -0.1), add(h, f, -0.05), 0.062, 0.066, { c: [0.92, 0.9, 0.88] });
  }
}

/** Builds the ring for two sides; show(moment, options) sets one frame. */
export async function ringScene(stage, { away, home, brand = brands.ironbell, women = false, shins = false }) {
  const parts = new Parts(await numberAtlas(), { ...light, detail: stage.detail });
  stage.front.add(parts.body);
  const crowd = new Crowd(stage.back, {
    seed: 17, home: home.c, away: away.c, rows: 15, gap: 1.6, depth: 0.95, rise: 0.42, y0: FLOOR + 0.15, pitch: 0.62, empty: 0.06, lum: 0.42, awaySide: -1, air: [0.02, 0.013, 0.013],
    path: (g) => roundedRect(7.4, 7.4, 0.8, g),
  });
  hall(stage.back);
  shafts(stage.back, home, away, brand);
  lamps(stage.back, [-1, 1].flatMap((s) => [[0, 7.4, s * 9, 6, 1.6], [s * 9, 7.4, 0, 6, 1.6]]), { colour: [1, 0.93, 0.82], size: 0.7 });
  const mat = surface(stage.front, { w: 2 * EDGE, d: 2 * EDGE, px: 150, shine: 0.05, lamps: 7, spread: 3, lampColor: [1, 0.95, 0.88], dim: 0.62, poolRadius: 5.4, paint: (g) => canvas(g, home, away, brand) });
  skirt(stage.front, brand);
  const shadows = new Shadows(stage.front, 40);
  stage.finish.uniforms.left.value.setRGB(...rgb(away.c));
  stage.finish.uniforms.right.value.setRGB(...rgb(home.c));
  const looks = { away: trunks(away, { women, shins }), home: trunks(home, { women, shins }) };
  const ref = { ...outfit('official', [0.8, 0.82, 0.86], [0.06, 0.06, 0.07], 0, { shorts: [0.05, 0.05, 0.06] }), shoe: [0.05, 0.05, 0.06], sleeve: 0.62 };
  return {
    show(m, { time, at, cheer = 0, hide = 3, rest = 0 }) {
      parts.clear();
      ropes(parts, home, away, brand);
      corners(parts, home, away, time, rest);
      const dark = [];
      for (const p of m.people) {
        const lying = p.fall ? p.fall.back * (1 - p.fall.up) : 0;
        if (p.team === 'ref') {
          const walking = blend(stand(at), run(p.phase, 0.1), clamp(p.v));
          athlete(parts, { ...p, pose: p.counts ? F.count(at * 0.9) : p.v < 0.3 ? F.official(at) : walking }, ref);
        } else {
          const { pose, pitch, y } = fighterPose(p, at);
          gloves(parts, athlete(parts, { ...p, pose, pitch, y }, looks[p.team]), looks[p.team], p.yaw);
        }
        const back = unit(sub([Math.cos(p.yaw), 0, Math.sin(p.yaw)], [0, 0, 0]));
        dark.push({ x: p.x - back[0] * 0.8 * lying, z: p.z - back[2] * 0.8 * lying, rx: 0.46 + 0.7 * lying, rz: 0.42, yaw: p.yaw, a: 0.6 });
        dark.push({ x: p.x + 0.4, z: p.z - 0.4, rx: 0.9, rz: 0.34, yaw: -0.75, a: 0.2 }, { x: p.x - 0.4, z: p.z - 0.4, rx: 0.9, rz: 0.34, yaw: Math.PI + 0.75, a: 0.2 });
      }
      shadows.set(dark);
      crowd.set(time, stage.camera, { cheer, height: stage.h, hide: Math.min(hide, 6) });
      mat.update(stage.camera);
      parts.flush(stage.camera);
    },
  };
}
