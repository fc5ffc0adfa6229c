// Draws a recorded moment of a hockey game into an arena.
import { brands } from './brand.mjs';
import { mix3, rgb } from './math.mjs';
import { goalie } from './figure/goalie.mjs';
import { skater, skaterKit } from './figure/skater.mjs';
import { Parts, numberAtlas } from './parts.mjs';
import { goalFrames, rink } from './rink.mjs';

const skins = [[0.72, 0.53, 0.4], [0.8, 0.62, 0.5], [0.45, 0.3, 0.22], [0.77, 0.58, 0.46], [0.6, 0.43, 0.32]];

function kits(away, home) {
  const a = skaterKit(rgb(away.c), rgb(away.c2)), h = skaterKit(rgb(home.c), rgb(home.c2));
  const ref = { c: [0.9, 0.91, 0.92], c2: [0.06, 0.06, 0.07], pants: [0.05, 0.05, 0.06], glove: [0.06, 0.06, 0.07], sock: [0.05, 0.05, 0.06], helmet: [0.05, 0.05, 0.06] };
  return { away: a, home: h, ref };
}

/** Builds the arena for two sides; show(moment, options) sets one frame. */
export async function hockeyScene(stage, { away, home, brand = brands.northline, awaySide }) {
  const parts = new Parts(await numberAtlas(), { detail: stage.detail });
  stage.front.add(parts.body, parts.reflection);
  const arena = rink(stage, { away, home, brand, awaySide });
  const kit = kits(away, home);
  return {
    show(m, { time, cheer = 0, hush = 0, lamp = 0, hide = 3 }) {
      parts.clear();
      goalFrames(parts);
      benches(parts, kit, time);
      const shadows = [];
      m.people.forEach((p, i) => {
        const k = { ...kit[p.team], skin: skins[i % skins.length] };
        if (p.role === 'G') goalie(parts, p, k);
        else if (p.team === 'ref') official(parts, p, k);
        else skater(parts, p, k);
        const wide = p.role === 'G' ? 0.5 + 0.4 * p.low : 0.42;
        shadows.push({ x: p.x, z: p.z, rx: 0.75, rz: wide + 0.15, yaw: p.yaw, a: 0.5 }, { x: p.x + 0.55, z: p.z - 0.5, rx: 1.25, rz: 0.5, yaw: -0.75, a: 0.16 }, { x: p.x - 0.55, z: p.z - 0.5, rx: 1.25, rz: 0.5, yaw: Math.PI + 0.75, a: 0.12 });
      });
      puck(parts, m, shadows);
      if (lamp) goalLamp(parts, lamp);
      arena.shadows.set(shadows);
      arena.crowd.set(time, stage.camera, { cheer, hush, height: stage.h, hide });
      arena.ice.update(stage.camera);
      parts.flush(stage.camera);
    },
  };
}

// The puck, and where it was a moment ago, so that a fast one leaves a streak.
function puck(parts, m, shadows) {
  const p = m.puck;
  if (p.y < 0) return;
  const c = [0.02, 0.02, 0.03];
  parts.add([p.x, p.y + 0.01, p.z], [p.x, p.y + 0.035, p.z], 0.085, 0.085, { c, gloss: 0.4, cap: 0.3, x: [1, 0, 0] });
  if (m.before && m.before.y >= 0) {
    const far = Math.hypot(p.x - m.before.x, p.z - m.before.z);
    const k = Math.min(1, 0.7 / far);
    if (far > 0.2 && far < 3) parts.add([p.x + (m.before.x - p.x) * k, p.y + (m.before.y - p.y) * k + 0.02, p.z + (m.before.z - p.z) * k], [p.x, p.y + 0.02, p.z], 0.012, 0.05, { c: mix3(c, [0.5, 0.55, 0.6], 0.4), cap: 0.4 });
  }
  shadows.push({ x: p.x, z: p.z, rx: 0.2, rz: 0.2, a: 0.5 });
}

// Both teams' spares behind the far boards, with a coach each.
function benches(parts, kit, time) {
  for (const [team, x0] of [['home', -10.4], ['away', 2.2]]) {
    const k = kit[team];
    for (let i = 0; i < 9; i++) {
      const x = x0 + i * 0.95 + 0.1 * Math.sin(i * 7), z = -13.85, nod = Math.sin(time * 0.9 + i * 2.3) * 0.04;
      parts.add([x, 0.5, z], [x + nod, 1.12, z + 0.06], 0.22, 0.23, { c: k.c, s: k.c2, from: 0.85, to: 1.2, x: [1, 0, 0], wz: 0.7 });
      parts.add([x + nod, 1.42, z + 0.1], [x + nod, 1.46, z + 0.1], 0.135, 0.13, { c: k.helmet, gloss: 0.7 });
      parts.add([x + nod, 1.38, z + 0.17], [x + nod, 1.35, z + 0.18], 0.09, 0.085, { c: skins[i % skins.length] });
    }
    const cx = x0 + 3 + Math.sin(time * 0.2 + x0) * 1.5;
    parts.add([cx, 0.8, -14.8], [cx, 1.55, -14.8], 0.22, 0.24, { c: [0.05, 0.06, 0.09], x: [1, 0, 0], wz: 0.6 });
    parts.add([cx, 1.86, -14.78], [cx, 1.9, -14.78], 0.12, 0.12, { c: skins[1] });
  }
}

function official(parts, p, kit) {
  skater(parts, { ...p, number: -1, crouch: 0.12 + 0.2 * Math.min(1, p.v / 5), blade: [p.x, 0.6, p.z], joy: 0, official: true }, kit);
}

function goalLamp(parts, side) {
  const x = side * 30.9;
  parts.add([x, 3.3, 0], [x, 3.6, 0], 0.16, 0.16, { c: [2.4, 0.25, 0.2], gloss: 2 });
}
