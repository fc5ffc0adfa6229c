// Poses of fighters, as those in pose.mjs: left hand and foot lead.
import { clamp, ramp } from '../math.mjs';
import { blend } from './pose.mjs';

const pose = (hip, tilt, twist, hl, hr, fl, fr) => ({ hip, tilt, twist, hl, hr, fl, fr });

/** Hands up, bouncing; p is the phase of the bounce, v the speed of the feet. */
export function stance(p, v = 0) {
  const b = Math.sin(p * 6.283), s = Math.min(1, v) * 0.1 * Math.sin(p * 12.566);
  return pose([-0.02, 0.88 + 0.016 * b, 0.012 * b], 0.17, 0.42, [0.4, 1.42 + 0.018 * b, -0.12], [0.25, 1.4 - 0.014 * b, 0.12],
    [0.26 + s, 0.09 + Math.max(0, s), -0.13], [-0.26 - s, 0.09 + Math.max(0, -s), 0.2]);
}

// Out and back: nothing before 0.2, the blow lands at 0.5.
const lands = (u) => Math.min(ramp(0.2, 0.5, u), 1 - ramp(0.56, 0.95, u));

const blow = (low, high) => (u, p) => {
  const guard = stance(p), k = lands(u);
  return u < 0.36 ? blend(blend(guard, low, ramp(0.05, 0.3, u)), high, k) : blend(guard, high, k);
};

const ready = stance(0);
export const blows = {
  jab: blow(ready, pose([0.07, 0.87, 0], 0.22, 0.72, [0.88, 1.48, -0.02], [0.22, 1.42, 0.1], [0.36, 0.09, -0.13], [-0.24, 0.1, 0.2])),
  cross: blow(pose([-0.04, 0.86, 0], 0.16, 0.62, [0.38, 1.42, -0.12], [0.14, 1.38, 0.2], [0.28, 0.09, -0.13], [-0.26, 0.09, 0.2]),
    pose([0.14, 0.86, -0.02], 0.28, -0.55, [0.26, 1.44, -0.16], [0.94, 1.47, 0.04], [0.36, 0.09, -0.14], [-0.2, 0.16, 0.18])),
  hook: blow(pose([0, 0.86, 0], 0.2, 0.85, [0.16, 1.36, -0.46], [0.25, 1.42, 0.12], [0.28, 0.09, -0.15], [-0.24, 0.09, 0.2]),
    pose([0.1, 0.87, 0.02], 0.2, -0.2, [0.72, 1.5, 0.14], [0.24, 1.42, 0.16], [0.32, 0.11, -0.14], [-0.22, 0.09, 0.2])),
  upper: blow(pose([0, 0.78, 0.04], 0.36, 0.5, [0.34, 1.34, -0.12], [0.2, 0.92, 0.16], [0.28, 0.09, -0.15], [-0.22, 0.09, 0.22]),
    pose([0.12, 0.93, 0], 0.02, -0.4, [0.24, 1.44, -0.14], [0.62, 1.58, 0.04], [0.32, 0.09, -0.14], [-0.18, 0.15, 0.18])),
  body: blow(pose([0.02, 0.76, 0], 0.42, 0.7, [0.34, 1.28, -0.14], [0.14, 1.0, 0.2], [0.32, 0.09, -0.16], [-0.24, 0.09, 0.22]),
    pose([0.14, 0.76, 0], 0.5, -0.4, [0.26, 1.26, -0.18], [0.86, 1.06, 0.04], [0.38, 0.09, -0.16], [-0.2, 0.14, 0.2])),
  high: blow(pose([0.04, 0.92, 0], 0.06, 0.5, [0.34, 1.4, -0.16], [0.2, 1.36, 0.16], [0.2, 0.09, -0.1], [-0.1, 0.3, 0.2]),
    pose([0.06, 0.99, -0.06], -0.42, -0.75, [0.1, 1.38, -0.3], [-0.3, 1.16, 0.4], [0.14, 0.09, -0.06], [0.92, 1.5, -0.02])),
  low: blow(pose([0, 0.88, 0], 0.1, 0.5, [0.36, 1.4, -0.14], [0.2, 1.38, 0.14], [0.24, 0.09, -0.1], [-0.2, 0.24, 0.2]),
    pose([0.04, 0.9, -0.04], -0.12, -0.5, [0.24, 1.42, -0.2], [-0.16, 1.16, 0.34], [0.18, 0.09, -0.08], [0.84, 0.5, 0])),
};

/** A head that is hit: back and round, and up again. */
export const hurt = (u, p) => blend(stance(p), pose([-0.12, 0.87, 0.02], -0.2, 0.1, [0.22, 1.42, -0.16], [0.2, 1.4, 0.18], [0.2, 0.09, -0.14], [-0.36, 0.09, 0.22]), Math.min(ramp(0, 0.3, u), 1 - ramp(0.4, 1, u)));

/** A body that is hit folds. */
export const folded = (u, p) => blend(stance(p), pose([-0.14, 0.8, 0], 0.5, 0.2, [0.34, 1.16, -0.12], [0.3, 1.14, 0.12], [0.18, 0.09, -0.14], [-0.34, 0.09, 0.22]), Math.min(ramp(0, 0.3, u), 1 - ramp(0.5, 1, u)));

/** Slips a blow to the right; both gloves stay high. */
export const slip = (u, p) => blend(stance(p), pose([-0.02, 0.78, 0.16], 0.34, 0.1, [0.34, 1.26, 0.02], [0.24, 1.28, 0.26], [0.26, 0.09, -0.14], [-0.26, 0.09, 0.26]), Math.min(ramp(0, 0.4, u), 1 - ramp(0.6, 1, u)));

/** On the back, knees up; the whole body is tipped by whoever draws it. */
export const down = () => pose([0, 0.92, 0], -0.1, 0.1, [0.1, 1.1, -0.5], [0.06, 0.96, 0.46], [0.24, 0.16, -0.18], [0.06, 0.08, 0.2]);

/** On one knee, a glove on the floor. */
export const knee = (k = 0) => pose([-0.06, 0.5, 0], 0.42 - 0.06 * Math.sin(k), 0.1, [0.42, 0.4, -0.2], [0.3, 0.66, 0.26], [0.32, 0.09, -0.16], [-0.42, 0.1, 0.14]);

/** Both gloves above the head. */
export function joy(p) {
  const a = p * 6;
  return pose([0, 0.98 + 0.03 * Math.abs(Math.sin(a)), 0], -0.08, 0, [0.1, 2.04 + 0.05 * Math.sin(a), -0.34], [0.1, 2.04 + 0.05 * Math.cos(a), 0.34], [0.04, 0.09, -0.17], [-0.04, 0.09, 0.17]);
}

/** The official: hands open in front, or one arm that counts. */
export const official = (k = 0) => pose([0, 0.95, 0], 0.14, 0, [0.26, 1.04, -0.3], [0.26, 1.04 + 0.02 * Math.sin(k), 0.3], [0.06, 0.09, -0.17], [-0.06, 0.09, 0.17]);
export const count = (t) => pose([0, 0.92, 0], 0.36, -0.2, [0.2, 1.0, -0.3], [0.5, 1.5 + 0.34 * clamp(Math.sin(t * 6.283) * 1.6), 0.2], [0.14, 0.09, -0.17], [-0.14, 0.09, 0.17]);
