// A hockey goaltender: wide pads, blocker, glove, mask. low 0 stands, 1 butterfly.
import { add, joint, lerp, mix3, sub, unit } from '../math.mjs';
import { frame } from './frame.mjs';

const white = [0.9, 0.92, 0.94];

/**
 * Draws a goaltender. s: x z yaw; low 0..1; glove and blocker: offsets of the
 * hands [f,u,r] from their rest; slide sideways lean; look; number.
 */
export function goalie(parts, s, kit) {
  const fr = frame(s.x, s.z, s.yaw, { lean: s.lean });
  const hipU = lerp(0.72, 0.5, s.low);
  for (const sign of [-1, 1]) {
    const hip = fr.at(-0.06, hipU, sign * 0.15);
    const knee = fr.at(lerp(0.24, 0.2, s.low), lerp(0.5, 0.17, s.low), sign * lerp(0.26, 0.2, s.low));
    const foot = fr.at(lerp(0.1, 0.06, s.low), lerp(0.1, 0.13, s.low), sign * lerp(0.42, 0.86, s.low));
    parts.add(hip, knee, 0.17, 0.15, { c: kit.pants });
    const face = fr.dir(0, 0, 1);
    const up = add(knee, sub(knee, foot), 0.34);
    parts.add(up, foot, 0.14, 0.15, { c: white, s: kit.c, from: 0.16, to: 0.3, x: s.low > 0.5 ? [0, 1, 0] : face, wx: 1.12, wz: 0.62 });
    parts.add(add(up, sub(foot, up), 0.48), add(up, sub(foot, up), 0.62), 0.152, 0.154, { c: kit.c, x: s.low > 0.5 ? [0, 1, 0] : face, wx: 1.13, wz: 0.64 });
    parts.add(add(foot, fr.f, -0.04), add(foot, fr.f, 0.2), 0.07, 0.06, { c: [0.05, 0.05, 0.06] });
  }
  const tilt = lerp(0.42, 0.2, s.low);
  const pelvis = fr.at(-0.08, hipU, 0);
  const nk = fr.at(-0.08 + Math.sin(tilt) * 0.56, hipU + Math.cos(tilt) * 0.56, 0);
  const spine = sub(nk, pelvis);
  parts.add(pelvis, add(pelvis, spine, 0.2), 0.23, 0.22, { c: kit.pants, x: fr.r, wx: 1.1 });
  parts.add(add(pelvis, spine, 0.18), add(pelvis, spine, 0.9), 0.235, 0.24, { c: kit.c, s: kit.c2, from: -0.16, to: 0.05, x: fr.r, wx: 1.18, wz: 0.84, decal: s.number, cap: 0.7 });
  mask(parts, s, kit, add(add(nk, fr.f, 0.1), [0, 0.19, 0]));
  limbs(parts, s, kit, fr, pelvis, spine);
}

function mask(parts, s, kit, top) {
  const look = frame(0, 0, s.look);
  parts.add(add(top, look.f, -0.03), add(top, look.f, 0.03), 0.15, 0.142, { c: kit.c, s: white, from: 0.55, to: 1.6, gloss: 0.9, x: look.r, wx: 0.92 });
  parts.add(add(top, look.f, 0.08), add(add(top, look.f, 0.085), [0, -0.07, 0]), 0.09, 0.08, { c: [0.2, 0.22, 0.25], gloss: 0.6, x: look.r, wz: 0.8 });
}

function limbs(parts, s, kit, fr, pelvis, spine) {
  const reach = (base, off) => fr.at(base[0] + off[0], base[1] + off[1], base[2] + off[2]);
  const hands = { 1: reach([0.34, lerp(0.66, 0.52, s.low), 0.5], s.blocker), '-1': reach([0.36, lerp(0.74, 0.6, s.low), -0.56], s.glove) };
  for (const sign of [-1, 1]) {
    const sh = add(add(pelvis, spine, 0.88), fr.r, sign * 0.28);
    parts.add(add(sh, fr.r, -sign * 0.1), sh, 0.145, 0.145, { c: kit.c, s: kit.c2, from: 0.85, to: 1.05 });
    const [elbow, end] = joint(sh, hands[sign], 0.34, 0.34, fr.dir(-0.3, -0.6, sign));
    parts.add(sh, elbow, 0.13, 0.1, { c: kit.c });
    parts.add(elbow, end, 0.1, 0.085, { c: kit.c, s: kit.c2, from: 0.3, to: 0.6 });
    hands[sign] = end;
  }
  const glove = hands[-1];
  parts.add(add(glove, fr.dir(0.02, -0.1, 0)), add(glove, fr.dir(0.06, 0.12, -0.03)), 0.13, 0.16, { c: mix3(kit.c, [0, 0, 0], 0.15), s: white, from: 0.6, to: 1.5, x: fr.r, wz: 0.6 });
  const block = hands[1];
  parts.add(add(block, [0, -0.16, 0]), add(block, [0, 0.17, 0]), 0.115, 0.115, { c: white, s: kit.c, from: 0.35, to: 0.65, x: fr.r, wz: 0.45 });
  const heel = fr.at(0.62, 0.05, 0.12);
  const dir = unit(sub(heel, block));
  parts.add(add(block, dir, -0.3), add(block, dir, 0.35), 0.02, 0.022, { c: [0.85, 0.86, 0.88] });
  parts.add(add(block, dir, 0.35), heel, 0.045, 0.05, { c: [0.85, 0.86, 0.88], x: fr.r, wx: 1.2, wz: 0.35 });
  parts.add(heel, add(heel, fr.dir(0.1, 0, -0.36)), 0.05, 0.045, { c: [0.12, 0.12, 0.14], x: [0, 1, 0], wx: 1.2, wz: 0.4 });
}
