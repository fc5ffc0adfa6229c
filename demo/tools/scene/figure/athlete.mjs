// A player on foot. What is worn differs by sport; the body is the same.
import { add, joint, lerp, mix3, sub, unit } from '../math.mjs';
import { frame } from './frame.mjs';

const shoe = [0.93, 0.94, 0.95];
const hairs = [[0.06, 0.045, 0.035], [0.12, 0.075, 0.045], [0.22, 0.14, 0.07], [0.04, 0.035, 0.035], [0.35, 0.24, 0.12]];
const skins = [[0.72, 0.53, 0.4], [0.38, 0.25, 0.18], [0.8, 0.62, 0.5], [0.5, 0.34, 0.25], [0.6, 0.43, 0.32], [0.3, 0.2, 0.15]];

/** What a sport's players wear: sleeves, shorts and socks as shares of the limb they cover. */
const wear = {
  basketball: { sleeve: 0, shorts: 0.96, sock: 0.24, bulk: 1 },
  volleyball: { sleeve: 0.62, shorts: 0.36, sock: 0.3, pads: true, bulk: 0.95 },
  soccer: { sleeve: 0.66, shorts: 0.7, sock: 0.92, bulk: 1 },
  football: { sleeve: 0.8, shorts: 1, sock: 0.7, helmet: true, bulk: 1.24, pants: true },
  official: { sleeve: 0.7, shorts: 1, sock: 1, bulk: 1, pants: true },
};

/** The outfit of one player: c and c2 as rgb, i tells people apart. */
export function outfit(sport, c, c2, i, { women = false, keeper = null, shorts = null } = {}) {
  const w = wear[sport];
  return {
    ...w, women, c: keeper ?? c, c2, skin: skins[i % skins.length], hair: hairs[(i * 3) % hairs.length],
    short: shorts ?? (sport === 'football' ? mix3(c2, [0.75, 0.76, 0.78], 0.3) : sport === 'volleyball' ? [0.05, 0.055, 0.07] : mix3(keeper ?? c, [0.02, 0.03, 0.05], sport === 'basketball' ? 0.06 : 0.35)),
    socks: sport === 'soccer' ? (keeper ?? c) : sport === 'football' ? c : [0.92, 0.93, 0.94],
  };
}

function leg(parts, fr, hip, foot, o, sign) {
  const ankle = fr.at(foot[0], foot[1], foot[2]);
  const [knee, end] = joint(hip, ankle, 0.45, 0.45, fr.dir(1, 0.1, sign * 0.12));
  const b = o.bulk;
  const at = (k) => add(hip, sub(knee, hip), k);
  if (o.shorts < 1) parts.add(at(0.2), knee, 0.098 * b, 0.074 * b, { c: o.skin });
  parts.add(hip, at(o.shorts), 0.128 * b, lerp(0.13, o.pants ? 0.084 : 0.112, o.shorts) * b, { c: o.short, s: o.c2, from: 0.82, to: o.pants ? 0.8 : 0.98, x: fr.r, cap: o.pants ? 1 : 0.25 });
  if (o.pads) parts.add(add(knee, sub(end, knee), -0.1), add(knee, sub(end, knee), 0.12), 0.082, 0.078, { c: [0.06, 0.06, 0.07] });
  const shin = (k) => add(knee, sub(end, knee), k);
  parts.add(knee, end, 0.074 * b, 0.048 * b, { c: o.pants && !o.helmet ? o.short : o.skin, s: o.socks, from: 1 - o.sock, to: 2 });
  if (o.sock > 0.5 && !o.pants) parts.add(shin(0.12), shin(0.24), 0.077 * b, 0.075 * b, { c: o.c2 });
  parts.add(add(end, fr.dir(-0.05, -0.02, 0)), add(end, fr.dir(0.16, -0.045, sign * 0.03)), 0.056, 0.044, { c: o.shoe ?? shoe, s: o.c, from: 0.3, to: 0.55 });
}

function arm(parts, shoulder, hand, fr, o, sign) {
  const [elbow, end] = joint(shoulder, hand, 0.3, 0.28, fr.dir(-0.55, -0.6, sign * 0.55));
  const b = o.helmet ? 1.12 : 1;
  parts.add(shoulder, elbow, 0.07 * b, 0.055 * b, { c: o.skin });
  if (o.sleeve) parts.add(shoulder, add(shoulder, sub(elbow, shoulder), o.sleeve), 0.086 * b, 0.088 * b, { c: o.c, s: o.c2, from: 0.82, to: 1, cap: 0.4 });
  parts.add(elbow, end, 0.055 * b, 0.04 * b, { c: o.skin });
  const dir = unit(sub(end, elbow));
  parts.add(end, add(end, dir, 0.09), 0.046, 0.042, { c: o.helmet ? [0.9, 0.9, 0.9] : o.skin, wz: 0.7 });
  return add(end, dir, 0.07);
}

function head(parts, fr, top, o, look) {
  if (o.helmet) {
    parts.add(add(top, look.f, -0.02), add(top, look.f, 0.03), 0.152, 0.146, { c: o.c, s: o.c2, from: 5, to: 6, gloss: 1, x: look.r, wx: 0.92 });
    parts.add(add(top, [0, 0.12, 0], 1), add(add(top, look.f, 0.1), [0, 0.1, 0]), 0.03, 0.03, { c: o.c2 });
    parts.add(add(add(top, look.f, 0.1), [0, -0.04, 0]), add(add(top, look.f, 0.1), [0, -0.08, 0]), 0.088, 0.08, { c: [0.08, 0.08, 0.1], x: look.r });
    for (const k of [-0.01, -0.07, -0.12]) parts.add(add(add(add(top, look.f, 0.175), look.r, -0.07), [0, k, 0]), add(add(add(top, look.f, 0.175), look.r, 0.07), [0, k, 0]), 0.012, 0.012, { c: o.c2 });
    return;
  }
  parts.add(add(top, [0, -0.035, 0]), add(top, [0, 0.035, 0]), 0.108, 0.112, { c: o.skin, x: look.r, wx: 0.86 });
  parts.add(add(add(top, look.f, -0.022), [0, 0.03, 0]), add(add(top, look.f, -0.012), [0, 0.055, 0]), 0.12, 0.116, { c: o.hair, x: look.r, wx: 0.88 });
  if (o.women) {
    const knot = add(add(top, look.f, -0.13), [0, 0.05, 0]);
    parts.add(knot, add(add(knot, look.f, -0.1), [0, -0.2, 0]), 0.05, 0.022, { c: o.hair });
  }
}

/**
 * Draws a player. s: x z yaw y(height of a jump) lean pitch pose look number.
 * Returns where the hands and the right foot are, for a ball.
 */
export function athlete(parts, s, o) {
  const fr = frame(s.x, s.z, s.yaw, { y: s.y ?? 0, lean: s.lean ?? 0, pitch: s.pitch ?? 0 });
  const p = s.pose, b = o.bulk;
  const hip = (r) => fr.at(p.hip[0], p.hip[1], p.hip[2] + r);
  leg(parts, fr, hip(-0.1 * b), p.fl, o, -1);
  leg(parts, fr, hip(0.1 * b), p.fr, o, 1);
  const up = fr.turned(p.twist);
  const pelvis = hip(0);
  const neck = fr.at(p.hip[0] + Math.sin(p.tilt) * 0.54, p.hip[1] + Math.cos(p.tilt) * 0.54, p.hip[2]);
  const spine = sub(neck, pelvis);
  const at = (k) => add(pelvis, spine, k);
  parts.add(at(-0.06), at(0.16), 0.15 * b, 0.145 * b, { c: o.short, x: fr.r, wx: 1.08, wz: 0.82 });
  const chest = o.women ? 0.158 : 0.172;
  parts.add(at(0.14), at(0.84), 0.142 * b, chest * b, { c: o.c, s: o.c2, from: o.helmet || o.stripes ? 3 : -0.2, to: o.helmet || o.stripes ? 4 : -0.06, x: up.r, wx: 1.2, wz: 0.78, decal: s.number ?? -1, cap: 0.66 });
  if (o.stripes) for (const k of [-0.6, 0, 0.6]) parts.add(add(at(0.2), up.r, k * 0.2), add(at(0.84), up.r, k * 0.2), 0.036, 0.036, { c: o.c2, x: up.r, wz: 3.6 });
  const wide = (o.helmet ? 0.235 : o.women ? 0.185 : 0.205) * Math.min(b, 1.08);
  const hands = {};
  for (const sign of [-1, 1]) {
    const sh = add(at(0.9), up.r, sign * wide);
    parts.add(add(sh, up.r, -sign * 0.08), sh, (o.helmet ? 0.125 : 0.088), (o.helmet ? 0.128 : 0.085), { c: o.sleeve || o.helmet ? o.c : o.skin, s: o.c, from: -1, to: o.sleeve ? -1 : 0.35 });
    const h = sign < 0 ? p.hl : p.hr;
    hands[sign] = arm(parts, sh, fr.at(h[0], h[1], h[2]), up, o, sign);
  }
  const look = frame(0, 0, s.look ?? s.yaw);
  parts.add(at(0.94), add(neck, [0, 0.09, 0]), 0.062, 0.058, { c: o.skin });
  const upDir = unit(spine);
  head(parts, fr, add(add(neck, upDir, 0.13), [0, 0.075, 0]), o, look);
  return { left: hands[-1], right: hands[1], foot: fr.at(p.fr[0] + 0.16, p.fr[1], p.fr[2]), head: add(neck, [0, 0.3, 0]) };
}
