// A hockey player: skates, pads, helmet, stick. The pose comes from numbers
// that the game sets, never from drawn frames, so that no two strides repeat.
import { add, clamp, dot, joint, len, lerp, mix3, ramp, sub, unit } from '../math.mjs';
import { frame } from './frame.mjs';

const black = [0.035, 0.04, 0.05];
const steel = [0.78, 0.84, 0.9];
const shaft = [0.1, 0.1, 0.12];

/** The colours of a team's skater, from rgb triples. */
export function skaterKit(c, c2) {
  return { c, c2, pants: mix3(c, [0.02, 0.03, 0.05], 0.78), glove: mix3(c, [0.02, 0.02, 0.03], 0.6), sock: mix3(c, [1, 1, 1], 0.04), helmet: mix3(c, [0.01, 0.01, 0.02], 0.12) };
}

// One leg of the stride: out and back while it pushes, lifted while it returns.
function foot(phase, amp, sign, wide) {
  const p = ((phase % 1) + 1) % 1;
  const push = p < 0.58 ? ramp(0, 0.58, p) : 1 - ramp(0.58, 1, p);
  const back = p >= 0.58;
  return {
    f: lerp(0.1, lerp(0.16, -0.62, push), amp),
    r: sign * lerp(wide, 0.1 + 0.46 * push, amp),
    u: back ? Math.sin((p - 0.58) / 0.42 * Math.PI) * 0.2 * amp : 0,
    toe: sign * push * 0.7 * amp,
  };
}

function leg(parts, fr, hip, ft, kit, sign) {
  const ankle = fr.at(ft.f, ft.u + 0.17, ft.r);
  const [knee, end] = joint(hip, ankle, 0.47, 0.47, fr.dir(1, 0.15, sign * 0.35 + ft.toe * 0.3));
  parts.add(hip, knee, 0.155, 0.118, { c: kit.pants, s: kit.c2, from: 0.02, to: 0.02, x: fr.r });
  parts.add(knee, end, 0.112, 0.078, { c: kit.sock, s: kit.c2, from: 0.42, to: 0.72, x: fr.r });
  const c = Math.cos(ft.toe), s = Math.sin(ft.toe);
  const fwd = fr.dir(c, 0, s);
  const heel = add(add(end, fwd, -0.1), [0, -1, 0], 0.04), toe = add(add(end, fwd, 0.19), [0, -1, 0], 0.075);
  parts.add(heel, toe, 0.066, 0.052, { c: black, gloss: 0.5 });
  parts.add(add(heel, [0, -0.085, 0]), add(toe, [0, -0.055, 0]), 0.014, 0.014, { c: steel, gloss: 1 });
}

function arm(parts, shoulder, hand, kit, fr, sign) {
  const [elbow, end] = joint(shoulder, hand, 0.32, 0.31, fr.dir(-0.5, -0.5, sign * 0.8));
  parts.add(shoulder, elbow, 0.115, 0.088, { c: kit.c, x: fr.r });
  parts.add(elbow, end, 0.09, 0.07, { c: kit.c, s: kit.c2, from: 0.3, to: 0.62, x: fr.r });
  const dir = unit(sub(end, elbow));
  parts.add(add(end, dir, -0.06), add(end, dir, 0.07), 0.088, 0.08, { c: kit.glove, s: kit.c2, from: 0.05, to: 0.25 });
  return end;
}

function stick(parts, top, heel, along) {
  parts.add(top, heel, 0.021, 0.021, { c: shaft, s: steel, from: 0.62, to: 0.78 });
  parts.add(heel, add(heel, along, 0.3), 0.032, 0.026, { c: black, s: [0.8, 0.82, 0.85], from: 0.55, to: 0.95, x: [0, 1, 0], wx: 1.3, wz: 0.35 });
}

function head(parts, fr, neck, top, kit, look) {
  parts.add(neck, add(neck, sub(top, neck), 0.5), 0.07, 0.07, { c: kit.skin });
  const f = look.f;
  parts.add(add(top, f, -0.028), add(top, f, 0.02), 0.138, 0.132, { c: kit.helmet, gloss: 0.8, x: look.r, wx: 0.92 });
  parts.add(add(add(top, f, 0.055), [0, -0.055, 0]), add(add(top, f, 0.06), [0, -0.08, 0]), 0.098, 0.088, { c: kit.skin, x: look.r, wx: 0.95 });
  parts.add(add(add(top, f, 0.088), [0, -0.005, 0]), add(add(top, f, 0.09), [0, -0.03, 0]), 0.088, 0.08, { c: [0.1, 0.13, 0.18], gloss: 1.4, x: look.r, wx: 1.04, wz: 0.7 });
}

/**
 * Draws a skater. s: x z yaw; phase (strides) and amp (0 gliding, 1 sprinting);
 * lean (radians, into the turn); crouch 0..1; blade [x,y,z] where the stick's
 * blade is; hand +1 right, -1 left; twist of the shoulders; joy 0..1 arms up;
 * look (yaw of the head); number.
 */
export function skater(parts, s, kit) {
  const fr = frame(s.x, s.z, s.yaw, { lean: s.lean });
  const crouch = clamp(s.crouch);
  const bob = Math.sin(s.phase * Math.PI * 4) * 0.018 * s.amp;
  const hipU = lerp(0.98, 0.74, crouch) + bob;
  const hipF = lerp(0, -0.14, crouch);
  const sway = Math.sin(s.phase * Math.PI * 2) * 0.06 * s.amp;
  for (const sign of [-1, 1]) {
    const ft = foot(s.phase + (sign > 0 ? 0.5 : 0), s.amp, sign, 0.2 + crouch * 0.06);
    leg(parts, fr, fr.at(hipF, hipU, sign * 0.13 + sway), ft, kit, sign);
  }
  const tilt = lerp(0.16, 0.86, crouch) + s.amp * 0.12;
  const neck = [hipF + Math.sin(tilt) * 0.56, hipU + Math.cos(tilt) * 0.56];
  const up = fr.turned(s.twist);
  const pelvis = fr.at(hipF, hipU - 0.02, sway);
  const nk = fr.at(neck[0], neck[1], sway * 0.4);
  const spine = sub(nk, pelvis);
  parts.add(add(pelvis, [0, -0.05, 0]), add(pelvis, spine, 0.2), 0.19, 0.19, { c: kit.pants, x: fr.r, wx: 1.06, wz: 0.86, s: kit.c2, from: 0.9, to: 1.4 });
  parts.add(add(pelvis, spine, 0.16), add(pelvis, spine, 0.86), 0.2, 0.205, { c: kit.c, s: kit.c2, from: -0.16, to: 0.07, x: up.r, wx: 1.16, wz: 0.86, decal: s.number, cap: 0.7 });
  const shoulder = {};
  for (const sign of [-1, 1]) {
    shoulder[sign] = add(add(add(pelvis, spine, 0.9), up.r, sign * 0.235), up.f, 0.02);
    parts.add(add(shoulder[sign], up.r, -sign * 0.09), shoulder[sign], 0.125, 0.128, { c: kit.c, s: kit.c2, from: 0.9, to: 1.05 });
  }
  const look = frame(0, 0, s.look);
  head(parts, up, add(pelvis, spine, 0.98), add(add(nk, fr.f, 0.06 + 0.08 * crouch), [0, lerp(0.2, 0.17, crouch), 0]), kit, look);
  if (s.official) {
    for (const k of [-0.6, 0, 0.6]) parts.add(add(add(pelvis, spine, 0.2), up.r, k * 0.235), add(add(pelvis, spine, 0.86), up.r, k * 0.235), 0.045, 0.045, { c: kit.c2, x: up.r, wz: 4.1 });
    officialArms(parts, s, kit, fr, shoulder);
  } else hands(parts, s, kit, fr, up, shoulder);
}

// An official carries no stick: arms swing, and the shirt has stripes.
function officialArms(parts, s, kit, fr, shoulder) {
  for (const sign of [-1, 1]) {
    const swing = Math.sin(s.phase * Math.PI * 2 + (sign > 0 ? Math.PI : 0)) * 0.3 * s.amp;
    arm(parts, shoulder[sign], fr.at(0.16 + swing, 0.98 + Math.abs(swing) * 0.3, sign * 0.34), kit, fr, sign);
  }
}

// Both hands on the stick, or, in joy, the stick in one hand and both raised.
function hands(parts, s, kit, fr, up, shoulder) {
  const side = s.hand;
  const rest = fr.at(0.3, lerp(1.06, 0.86, s.crouch), -side * 0.16);
  const away = unit(sub(rest, s.blade));
  const top = add(s.blade, away, 1.38);
  const low = add(s.blade, away, 0.84);
  const joy = ramp(0.15, 0.85, s.joy);
  const upTop = fr.at(0.22, 1.96 + 0.06 * Math.sin(s.phase * 9), -side * 0.42);
  const upLow = fr.at(0.16, 2.0 + 0.06 * Math.cos(s.phase * 9), side * 0.5);
  const hTop = mix3(top, upTop, joy), hLow = mix3(low, upLow, joy);
  const endTop = arm(parts, shoulder[-side], hTop, kit, fr, -side);
  const endLow = arm(parts, shoulder[side], hLow, kit, fr, side);
  const held = joy > 0.5 ? endLow : endTop;
  const aim = joy > 0.02 ? unit(mix3(sub(s.blade, held), fr.dir(0.25, 1, side * 0.3).map((v) => v * 1.4), joy)) : unit(sub(s.blade, held));
  const length = joy > 0.02 ? 1.2 : Math.min(1.5, len(sub(s.blade, held)));
  const heel = add(held, aim, length);
  const along = unit(add(fr.f, aim, -dot(fr.f, aim) * 0.8));
  stick(parts, add(held, aim, -0.1), heel, add(along, fr.r, -side * 0.25));
}
