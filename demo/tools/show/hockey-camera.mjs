// The cameras of a hockey broadcast: the main one in the stand at the centre
// line follows the puck as a person would, late and smoothly; others are fixed.
import { clamp, lerp, ramp } from '../scene/math.mjs';

const RATE = 1 / 50;

// A spring with no overshoot: what the operator's arms do.
function follow(s, goal, speed) {
  const a = (goal - s.p) * speed * speed - 2 * speed * s.v;
  s.v += a * RATE;
  s.p += s.v * RATE;
}

function interest(m) {
  if (m.puck.y >= 0) return [m.puck.x, m.puck.z];
  const near = m.people.filter((p) => p.role === 'C' || p.role === 'R');
  return [near.reduce((s, p) => s + p.x, 0) / near.length, near.reduce((s, p) => s + p.z, 0) / near.length];
}

/** The main camera's path over the whole recording. */
export function mainCamera(game, seconds) {
  const x = { p: 0, v: 0 }, z = { p: 0, v: 0 }, w = { p: 27, v: 0 };
  const path = [];
  let last = interest(game.at(0));
  x.p = last[0] * 0.9;
  for (let t = 0; t <= seconds + RATE; t += RATE) {
    const now = interest(game.at(t));
    const ahead = interest(game.at(t + 0.35));
    const speed = Math.abs(now[0] - last[0]) / RATE;
    const goalX = clamp(lerp(now[0], ahead[0], 0.6), -21.5, 21.5);
    follow(x, goalX, 2.5);
    follow(z, lerp(now[1], ahead[1], 0.4), 1.4);
    const zone = ramp(10, 22, Math.abs(x.p));
    follow(w, lerp(27.5, 24.6, zone) + Math.min(3, speed * 0.12), 0.8);
    path.push([x.p, z.p, w.p]);
    last = now;
  }
  return (t) => {
    const [px, pz, fov] = path[clamp(Math.round(t / RATE), 0, path.length - 1)];
    const shake = Math.sin(t * 1.9) * 0.03 + Math.sin(t * 3.3) * 0.015;
    return { pos: [px * 0.4, 10.6, 28.5], at: [px + shake, 0.1 + shake * 0.5, pz * 0.24 - 0.4], fov };
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
