// Poses of a person on foot, as places of hips, hands and feet: [forward, up,
// right] in metres. Limbs find their own bends, so poses blend freely.
import { clamp, lerp, mix3, ramp } from '../math.mjs';

/** A pose k of the way from a to b. */
export function blend(a, b, k) {
  if (k <= 0) return a;
  if (k >= 1) return b;
  return {
    hip: mix3(a.hip, b.hip, k), tilt: lerp(a.tilt, b.tilt, k), twist: lerp(a.twist, b.twist, k),
    hl: mix3(a.hl, b.hl, k), hr: mix3(a.hr, b.hr, k), fl: mix3(a.fl, b.fl, k), fr: mix3(a.fr, b.fr, k),
  };
}

const pose = (hip, tilt, twist, hl, hr, fl, fr) => ({ hip, tilt, twist, hl, hr, fl, fr });
const mirror = (p) => pose([p.hip[0], p.hip[1], -p.hip[2]], p.tilt, -p.twist, flip(p.hr), flip(p.hl), flip(p.fr), flip(p.fl));
const flip = ([f, u, r]) => [f, u, -r];

/** Standing easily; k breathes. */
export const stand = (k = 0) => pose([0, 0.98 + 0.008 * Math.sin(k), 0], 0.05, 0, [0.08, 0.86, -0.27], [0.08, 0.86, 0.27], [0, 0.09, -0.13], [0.02, 0.09, 0.13]);

/** Low and wide, hands in front: a defender, a passer, a goalkeeper. */
export const ready = (k = 0) => pose([-0.1, 0.8 + 0.02 * Math.sin(k), 0], 0.5, 0, [0.36, 0.82, -0.34], [0.36, 0.82, 0.34], [0.05, 0.09, -0.32], [0.02, 0.09, 0.32]);

/** A defender with arms out, stepping sideways; p is the phase of the step. */
export function guard(p) {
  const s = Math.sin(p * Math.PI * 2);
  return pose([-0.08, 0.8 + 0.03 * Math.abs(s), 0], 0.36, 0, [0.32, 1.15 + 0.06 * s, -0.62], [0.32, 1.15 - 0.06 * s, 0.62], [0.04, 0.09 + Math.max(0, s) * 0.1, -0.34 - 0.08 * s], [0.02, 0.09 + Math.max(0, -s) * 0.1, 0.34 - 0.08 * s]);
}

// One foot of a run at phase p: on the ground for 0.4, then through the air.
function step(p, k, r) {
  p = ((p % 1) + 1) % 1;
  const reach = lerp(0.16, 0.5, k);
  if (p < 0.4) return [lerp(reach * 0.85, -reach, p / 0.4), 0.09, r];
  const u = (p - 0.4) / 0.6;
  return [lerp(-reach, reach * 0.85, ramp(0, 1, u)), 0.09 + Math.sin(u * Math.PI) * lerp(0.08, 0.42, k) * (1 - 0.35 * u), r];
}

/** Running at phase p, from a jog (k 0) to a sprint (k 1). */
export function run(p, k) {
  const a = p * Math.PI * 2, swing = Math.sin(a) * lerp(0.16, 0.38, k);
  const bob = Math.abs(Math.sin(a)) * lerp(0.02, 0.06, k);
  return pose([0, 0.93 + bob - 0.03 * k, 0], lerp(0.08, 0.3, k), Math.sin(a) * 0.22 * k,
    [0.14 + swing, lerp(0.98, 1.12, k) + swing * 0.35, -0.27], [0.14 - swing, lerp(0.98, 1.12, k) - swing * 0.35, 0.27], step(p, k, -0.1), step(p + 0.5, k, 0.1));
}

/** A jump shot: u runs from gathering the ball to the wrist following it. */
export function jumper(u) {
  const load = pose([-0.08, 0.78, 0], 0.34, 0, [0.34, 1.15, -0.08], [0.3, 1.1, 0.12], [0.05, 0.09, -0.16], [0.1, 0.09, 0.16]);
  const set = pose([0, 1.0, 0], 0.0, 0.1, [0.24, 1.95, -0.12], [0.14, 2.0, 0.12], [0, 0.09, -0.12], [0.02, 0.09, 0.12]);
  const done = pose([0, 1.0, 0], -0.06, 0.2, [0.22, 1.7, -0.24], [0.42, 2.2, 0.12], [-0.1, 0.2, -0.1], [-0.04, 0.2, 0.12]);
  return u < 0.5 ? blend(load, set, ramp(0, 0.5, u)) : blend(set, done, ramp(0.5, 0.62, u));
}

/** A lay-up: one knee up, one hand high. */
export const layup = (u) => blend(run(0.3, 0.8), pose([0.05, 1.02, 0], 0.0, 0.25, [0.2, 1.3, -0.28], [0.36, 2.25, 0.14], [-0.28, 0.24, -0.1], [0.26, 0.62, 0.12]), ramp(0, 0.6, u));

/** Both hands high, straight: a block at a net or a hoop. */
export const block = (u) => blend(ready(), pose([0, 1.02, 0], 0.02, 0, [0.2, 2.24, -0.17], [0.2, 2.24, 0.17], [-0.06, 0.12, -0.14], [-0.02, 0.12, 0.14]), ramp(0, 0.5, u));

/** A forearm pass. */
export function bump(u) {
  const low = pose([-0.1, 0.68, 0], 0.5, 0, [0.56, 0.72, -0.04], [0.56, 0.72, 0.04], [0.15, 0.09, -0.28], [-0.1, 0.09, 0.28]);
  const up = pose([-0.02, 0.84, 0], 0.3, 0, [0.62, 1.05, -0.04], [0.62, 1.05, 0.04], [0.12, 0.09, -0.26], [-0.1, 0.09, 0.26]);
  return u < 0.5 ? blend(ready(), low, ramp(0, 0.4, u)) : blend(low, up, ramp(0.5, 0.75, u));
}

/** An overhead set with the fingers. */
export function set(u) {
  const low = pose([-0.04, 0.84, 0], 0.06, 0, [0.2, 1.72, -0.14], [0.2, 1.72, 0.14], [0.1, 0.09, -0.17], [-0.08, 0.09, 0.17]);
  const up = pose([0, 1.0, 0], -0.04, 0, [0.26, 2.1, -0.18], [0.26, 2.1, 0.18], [0.05, 0.09, -0.13], [-0.06, 0.12, 0.13]);
  return blend(low, up, ramp(0.42, 0.65, u));
}

/** A spike: the bow in the air, then the whip. */
export function spike(u) {
  const swing = pose([-0.06, 0.8, 0], 0.5, 0, [-0.5, 0.95, -0.3], [-0.5, 0.95, 0.3], [0.2, 0.09, -0.14], [-0.2, 0.09, 0.14]);
  const bow = pose([0.06, 1.0, 0], -0.26, 0.6, [0.42, 2.02, -0.2], [-0.24, 1.92, 0.36], [-0.3, 0.42, -0.1], [-0.42, 0.5, 0.12]);
  const whip = pose([0, 1.0, 0], 0.3, -0.4, [0.1, 1.15, -0.3], [0.52, 1.98, 0.08], [-0.14, 0.2, -0.1], [-0.06, 0.24, 0.12]);
  return u < 0.4 ? blend(swing, bow, ramp(0, 0.4, u)) : blend(bow, whip, ramp(0.46, 0.62, u));
}

/** A serve from the ground. */
export function serve(u) {
  const toss = pose([0, 0.97, 0], -0.04, 0.5, [0.4, 1.75, -0.1], [-0.2, 1.62, 0.42], [0.24, 0.09, -0.12], [-0.2, 0.09, 0.14]);
  const hit = pose([0.1, 0.99, 0], 0.2, -0.3, [0.1, 1.1, -0.3], [0.44, 2.14, 0.1], [0.28, 0.09, -0.12], [-0.3, 0.2, 0.14]);
  return u < 0.5 ? blend(stand(), toss, ramp(0, 0.35, u)) : blend(toss, hit, ramp(0.5, 0.66, u));
}

/** A kick with the right foot; power raises the follow-through. */
export function kick(u, power = 1) {
  const back = pose([-0.04, 0.92, 0], 0.16, 0.3, [0.34, 1.2, -0.44], [-0.26, 1.02, 0.4], [0.1, 0.09, -0.12], [-0.58, 0.46, 0.14]);
  const hit = pose([0, 0.94, 0], -0.02, -0.1, [-0.1, 1.2, -0.52], [0.2, 1.1, 0.4], [0.0, 0.09, -0.14], [0.36, 0.14, 0.1]);
  const through = pose([0.08, 0.97, 0], -0.12, -0.3, [-0.24, 1.18, -0.5], [0.3, 1.25, 0.36], [-0.04, 0.1, -0.14], [0.56 + 0.2 * power, 0.3 + 0.55 * power, 0.02]);
  if (u < 0.4) return blend(run(0.2, 0.5), back, ramp(0, 0.35, u));
  return u < 0.5 ? blend(back, hit, ramp(0.4, 0.5, u)) : blend(hit, through, ramp(0.5, 0.72, u));
}

/** Arms out full length above the head: use with a lean for a goalkeeper's dive. */
export const stretch = (u) => blend(ready(), pose([0, 0.98, 0], 0.05, 0, [0.24, 2.02, -0.08], [0.24, 2.06, 0.16], [-0.1, 0.1, -0.16], [0.05, 0.14, 0.1]), ramp(0, 0.5, u));

/** A header: back, then through the ball. */
export const header = (u) => blend(pose([0, 1.0, 0], -0.3, 0, [0.2, 1.3, -0.5], [0.2, 1.3, 0.5], [-0.34, 0.3, -0.12], [-0.2, 0.22, 0.12]), pose([0, 1.0, 0], 0.4, 0, [-0.2, 1.2, -0.45], [-0.2, 1.2, 0.45], [0.1, 0.2, -0.12], [0.16, 0.24, 0.12]), ramp(0.4, 0.6, u));

/** Hand on the ground before the snap; hand is the side. */
export const threePoint = () => pose([-0.2, 0.72, 0], 1.22, 0, [0.16, 0.62, -0.24], [0.46, 0.1, 0.14], [-0.05, 0.09, -0.24], [-0.42, 0.09, 0.24]);

/** Pushing with both hands, feet driving. */
export function drive(p) {
  const q = step(p, 0.25, -0.2), r = step(p + 0.5, 0.25, 0.2);
  return pose([-0.08, 0.78, 0], 0.66, 0, [0.56, 1.12 + 0.04 * Math.sin(p * 12), -0.2], [0.56, 1.14 - 0.04 * Math.sin(p * 12), 0.2], q, r);
}

/** A passer: drops with the ball at the ear, throws at u 0.5. */
export function throwing(u) {
  const hold = pose([-0.04, 0.92, 0], 0.06, 0.5, [0.26, 1.42, 0.1], [0.1, 1.5, 0.24], [0.22, 0.09, -0.16], [-0.24, 0.09, 0.16]);
  const cock = pose([-0.04, 0.93, 0], -0.06, 0.9, [0.46, 1.5, -0.2], [-0.24, 1.78, 0.34], [0.4, 0.09, -0.14], [-0.3, 0.09, 0.16]);
  const go = pose([0.1, 0.94, 0], 0.2, -0.5, [-0.1, 1.2, -0.34], [0.6, 1.66, -0.02], [0.42, 0.09, -0.14], [-0.34, 0.14, 0.16]);
  return u < 0.4 ? blend(hold, cock, ramp(0.15, 0.4, u)) : blend(cock, go, ramp(0.42, 0.56, u));
}

/** Running with a ball tucked under the right arm. */
export function carry(p, k) {
  const r = run(p, k);
  return { ...r, hr: [0.22, 1.16, 0.2] };
}

/** Reaching for a ball in the air. */
export const reach = (u) => blend(run(0.1, 0.8), pose([0.05, 0.98, 0], 0.02, 0, [0.42, 1.9, -0.1], [0.42, 1.94, 0.12], [-0.3, 0.3, -0.1], [0.3, 0.16, 0.1]), ramp(0, 0.6, u));

/** Both arms up; p keeps them alive. */
export function joy(p) {
  const a = p * 7;
  return pose([0, 0.98 + 0.03 * Math.sin(a * 2), 0], -0.06, 0, [0.16, 2.02 + 0.05 * Math.sin(a), -0.4], [0.16, 2.02 + 0.05 * Math.cos(a), 0.4], [0.02, 0.09, -0.16], [-0.04, 0.09, 0.16]);
}

/** Hands on hips, or on the head when sad. */
export const sad = () => pose([0, 0.97, 0], 0.12, 0, [0.04, 1.72, -0.16], [0.04, 1.72, 0.16], [0.02, 0.09, -0.15], [-0.04, 0.09, 0.15]);

/** Dribbling at phase p while moving with k of a run; the ball is under the right hand. */
export function dribble(p, k, beat) {
  const b = k < 0.08 ? ready(p) : run(p, k * 0.8);
  const d = 0.9 + 0.16 * Math.sin(beat * Math.PI * 2);
  return { ...b, hip: [b.hip[0], b.hip[1] - 0.08, 0], tilt: b.tilt + 0.16, hr: [0.36, d, 0.34], hl: [0.32, 1.0, -0.4] };
}

export { mirror };
export const kneel = (u) => blend(stand(), pose([-0.05, 0.55, 0], 0.2, 0, [0.24, 0.7, -0.24], [0.24, 0.7, 0.24], [0.28, 0.09, -0.14], [-0.4, 0.1, 0.14]), clamp(u));
