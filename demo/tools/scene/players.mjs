// From a recorded moment to bodies: which pose a person on foot is in.
import { athlete, outfit } from './figure/athlete.mjs';
import * as P from './figure/pose.mjs';
import { clamp, rgb } from './math.mjs';

function base(p, beat) {
  const k = clamp((p.v - 0.3) / 6.4);
  const phase = p.backward ? -p.phase : p.phase;
  if (p.hold === 'dribble') return P.dribble(phase, k, beat);
  if (p.hold === 'tuck') return P.carry(phase, Math.max(0.3, k));
  if (p.guards && p.v < 3.4) return P.guard(p.phase * 1.4);
  if (p.hold === 'hands') return { ...(k < 0.06 ? P.ready(beat) : P.run(phase, k)), hl: [0.38, 1.12, -0.12], hr: [0.38, 1.12, 0.12] };
  if (p.hold === 'ear') return P.throwing(0);
  const still = P.blend(p.ready ? P.ready(beat * 2) : P.stand(beat * 2), P.run(phase, k), clamp(p.v / 1.1));
  return still;
}

const acts = {
  jumper: P.jumper, layup: P.layup, block: P.block, bump: P.bump, set: P.set, spike: P.spike, serve: P.serve, kick: P.kick,
  stretch: P.stretch, header: P.header, threePoint: () => P.threePoint(), throwing: P.throwing, reach: P.reach, ready: () => P.ready(), sad: () => P.sad(), kneel: P.kneel,
};

/** Everybody's outfits for a game between two sides. */
export function wardrobe(sport, people, { away, home, women }) {
  const looks = {};
  people.forEach((p, i) => {
    if (p.team === 'ref') looks[p.id] = { ...outfit('official', [0.9, 0.91, 0.92], [0.06, 0.06, 0.07], i, { women: women && i % 2, shorts: [0.05, 0.05, 0.06] }), stripes: sport !== 'soccer' && sport !== 'volleyball', shoe: [0.05, 0.05, 0.06], ...(sport === 'soccer' ? { c: [0.92, 0.86, 0.2] } : {}) };
    else {
      const t = p.team === 'away' ? away : home;
      looks[p.id] = outfit(sport, rgb(t.c), rgb(t.c2), i + (p.team === 'home' ? 3 : 0), { women, keeper: p.keeper ? rgb(p.keeper) : null });
    }
  });
  return looks;
}

/** Draws the people of a moment; returns shadows. */
export function players(parts, m, looks, time) {
  const shadows = [];
  m.people.forEach((p, i) => {
    const beat = time * 1.6 + i * 1.7;
    let pose = base(p, p.hold === 'dribble' ? time * 5.6 / Math.PI : beat);
    if (p.act) {
      const target = p.act.pose === 'joy' ? P.joy(time + i) : p.act.pose === 'drive' ? P.drive(time * 2.2 + i * 0.37) : p.act.pose === 'guard' ? P.guard(time * 1.4 + i) : acts[p.act.pose](p.act.u, p.act.arg);
      pose = P.blend(pose, target, p.act.k);
    }
    athlete(parts, { ...p, pose }, looks[p.id]);
    const h = 1 / (1 + p.y * 1.4), lie = Math.abs(p.lean) > 0.8;
    shadows.push({ x: p.x, z: p.z, rx: lie ? 1.1 : 0.42, rz: lie ? 0.6 : 0.42, yaw: lie ? p.yaw + Math.PI / 2 : p.yaw, a: 0.62 * h });
    shadows.push({ x: p.x + 0.5, z: p.z - 0.45, rx: 1.05, rz: 0.36, yaw: -0.75, a: 0.2 * h }, { x: p.x - 0.5, z: p.z - 0.45, rx: 1.05, rz: 0.36, yaw: Math.PI + 0.75, a: 0.16 * h });
  });
  return shadows;
}
