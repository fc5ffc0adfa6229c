// Draws a recorded moment of a hockey game into an arena.
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
export async function hockeyScene(stage, { away, home, awaySide }) {
  const parts = new Parts(await numberAtlas());
  stage.front.add(parts.body, parts.reflection);
  const arena = rink(stage, { away, home, awaySide });
  const kit = kits(away, home);
  const spray = [];
  return {
    show(m, { time, cheer = 0, hush = 0, lamp = 0 }) {
      parts.clear();
      goalFrames(parts);
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
      arena.crowd.set(time, { cheer, hush, height: stage.h });
      arena.ice.update(stage.camera);
      parts.flush(stage.camera);
      spray.length = 0;
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
    if (far > 0.2 && far < 3) parts.add([m.before.x, m.before.y + 0.02, m.before.z], [p.x, p.y + 0.02, p.z], 0.02, 0.06, { c: mix3(c, [0.4, 0.42, 0.46], 0.3), cap: 0.4 });
  }
  shadows.push({ x: p.x, z: p.z, rx: 0.2, rz: 0.2, a: 0.5 });
}

function official(parts, p, kit) {
  skater(parts, { ...p, number: -1, crouch: 0.12 + 0.2 * Math.min(1, p.v / 5), blade: [p.x, 0.6, p.z], joy: 0, official: true }, kit);
}

function goalLamp(parts, side) {
  const x = side * 30.9;
  parts.add([x, 3.3, 0], [x, 3.6, 0], 0.16, 0.16, { c: [2.4, 0.25, 0.2], gloss: 2 });
}
