// Cameras: an operator in the stand who follows the play late and smoothly, and
// fixed ones that drift.
import { clamp, lerp, ramp } from '../scene/math.mjs';

const RATE = 1 / 50;

// A spring with no overshoot: what the operator's arms do. They rest while the
// goal is less than rest away.
function follow(s, goal, speed, rest = 0) {
  const off = goal - s.p, far = Math.sign(off) * Math.max(0, Math.abs(off) - rest);
  const a = far * speed * speed - 2 * speed * s.v;
  s.v += a * RATE;
  s.p += s.v * RATE;
}

/**
 * The main camera's path over a recording. interest(moment) is [x, z, zoom 0..1];
 * o: limit of x, speed, ahead in seconds; place(x, z, zoom) says where it is.
 */
export function operator(game, seconds, interest, o) {
  const x = { p: 0, v: 0 }, z = { p: 0, v: 0 }, w = { p: 0, v: 0 };
  const first = interest(game.at(0.1));
  [x.p, z.p, w.p] = [clamp(first[0], -o.limit, o.limit), first[1], first[2] ?? 0];
  const path = [];
  for (let t = 0; t <= seconds + RATE; t += RATE) {
    const now = interest(game.at(t)), next = interest(game.at(t + o.ahead));
    follow(x, clamp(lerp(now[0], next[0], 0.7), -o.limit, o.limit), o.speed, 0.7);
    follow(z, lerp(now[1], next[1], 0.4), o.speed * 0.6, 1.5);
    follow(w, now[2] ?? 0, 0.9, 0.08);
    path.push([x.p, z.p, w.p]);
  }
  return (t) => {
    const [px, pz, zoom] = path[clamp(Math.round(t / RATE), 0, path.length - 1)];
    return o.place(px, pz, zoom);
  };
}

/** A camera that moves slowly from one place to another over a stretch of time. */
export function drift(from, to, t0, t1) {
  return (t) => {
    const k = ramp(t0 - 0.4, t1 + 0.4, t);
    const m = (a, b) => a.map((v, i) => lerp(v, b[i], k));
    return { pos: m(from.pos, to.pos), at: m(from.at, to.at), fov: lerp(from.fov, to.fov, k) };
  };
}
