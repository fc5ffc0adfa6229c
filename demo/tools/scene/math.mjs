// Small numbers: easing, noise, colours, vectors as arrays.

/** A seeded generator of numbers in [0,1). */
export function rng(seed) {
  let s = seed | 0;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const clamp = (v, a = 0, b = 1) => Math.min(b, Math.max(a, v));
export const lerp = (a, b, t) => a + (b - a) * t;
export const mix3 = (a, b, t) => [lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)];
/** 0 before a, 1 after b, eased between. */
export const ramp = (a, b, t) => {
  const u = clamp((t - a) / (b - a));
  return u * u * (3 - 2 * u);
};
/** Rises over [a,b], stays, falls over [c,d]. */
export const bump = (a, b, c, d, t) => ramp(a, b, t) * (1 - ramp(c, d, t));
export const out3 = (t) => 1 - (1 - clamp(t)) ** 3;
export const inOut = (t) => ramp(0, 1, t);

/** The shortest way from angle a to angle b. */
export function turn(a, b) {
  return Math.atan2(Math.sin(b - a), Math.cos(b - a));
}

/** Smooth wandering in [-1,1]; k tells one wanderer from another. */
export function wander(k, t) {
  return (Math.sin(t * 0.71 + k * 2.37) + Math.sin(t * 1.31 + k * 5.11) * 0.6 + Math.sin(t * 2.17 + k * 1.93) * 0.3) / 1.9;
}

export const add = (a, b, k = 1) => [a[0] + b[0] * k, a[1] + b[1] * k, a[2] + b[2] * k];
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const len = (a) => Math.hypot(a[0], a[1], a[2]);
export const unit = (a) => {
  const l = len(a) || 1;
  return [a[0] / l, a[1] / l, a[2] / l];
};

/**
 * The middle joint of a limb of two bones from a to b, bent towards hint.
 * Returns [joint, end]: the end is pulled in when b is out of reach.
 */
export function joint(a, b, l1, l2, hint) {
  let d = sub(b, a);
  let l = len(d);
  const reach = (l1 + l2) * 0.998;
  if (l > reach) {
    d = d.map((v) => v * reach / l);
    l = reach;
  }
  l = Math.max(l, Math.abs(l1 - l2) + 0.02);
  const axis = unit(d);
  const along = (l1 * l1 - l2 * l2 + l * l) / (2 * l);
  const away = Math.sqrt(Math.max(0, l1 * l1 - along * along));
  const side = unit(sub(hint, axis.map((v) => v * dot(hint, axis))));
  return [add(add(a, axis, along), side, away), add(a, d)];
}

/** '#rrggbb' as three numbers in [0,1]. */
export const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
