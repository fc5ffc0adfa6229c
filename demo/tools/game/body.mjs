// People who move: each steers to a target with limited speed and acceleration.
import { clamp, turn } from '../scene/math.mjs';

/** A person standing at x,z. speed in m/s, grip is acceleration in m/s². */
export function body(o) {
  return {
    vx: 0, vz: 0, yaw: 0, tx: o.x, tz: o.z, speed: 8, grip: 7.5, urge: 1, face: null, phase: (o.num ?? 0) * 0.137 % 1,
    lean: 0, amp: 0, twist: 0, act: null, joy: 0, stride: 1.9, ...o,
  };
}

/** Sets where b goes; urge 0..1 scales its speed. */
export function send(b, x, z, urge = 1) {
  b.tx = x;
  b.tz = z;
  b.urge = urge;
}

function steer(b, dt) {
  const dx = b.tx - b.x, dz = b.tz - b.z, d = Math.hypot(dx, dz);
  const top = b.speed * b.urge;
  const want = Math.min(top, d * (b.arrive ?? 1.7));
  const wx = d > 0.01 ? dx / d * want : 0, wz = d > 0.01 ? dz / d * want : 0;
  let ax = (wx - b.vx) * 4, az = (wz - b.vz) * 4;
  const a = Math.hypot(ax, az), most = b.grip * (0.6 + 0.4 * b.urge);
  if (a > most) {
    ax *= most / a;
    az *= most / a;
  }
  b.vx += ax * dt;
  b.vz += az * dt;
  b.x += b.vx * dt;
  b.z += b.vz * dt;
  return { ax, az };
}

// Faces where it goes, or what it watches; may go backwards while it watches.
function aim(b, dt, watch) {
  const v = Math.hypot(b.vx, b.vz);
  const toward = Math.atan2(watch[1] - b.z, watch[0] - b.x);
  const way = Math.atan2(b.vz, b.vx);
  let goal = v > 0.9 ? way : toward;
  if (b.face != null) goal = b.face;
  else if (b.watchful && v < 6.5 && Math.abs(turn(way, toward)) > 1.5) goal = toward;
  else if (v < 2.5) goal = way + turn(way, toward) * clamp((2.5 - v) / 1.6);
  const rate = (b.agile ?? 5.5) * dt;
  b.yaw += clamp(turn(b.yaw, goal) * 0.18, -rate, rate);
  b.look = b.yaw + clamp(turn(b.yaw, toward), -1.1, 1.1);
  b.twist = clamp(turn(b.yaw, toward) * 0.3, -0.45, 0.45);
}

/** Moves b by dt seconds while it watches the point [x,z]. */
export function move(b, dt, watch) {
  const { ax, az } = steer(b, dt);
  aim(b, dt, watch);
  const v = Math.hypot(b.vx, b.vz);
  const c = Math.cos(b.yaw), s = Math.sin(b.yaw);
  const forward = ax * c + az * s, sideways = -ax * s + az * c;
  const effort = clamp(Math.max(Math.abs(forward) / 5, v > 1 ? v / 13 : 0));
  b.amp += (clamp(effort * 1.15) - b.amp) * Math.min(1, dt * 5);
  b.lean += (clamp(sideways / 11, -0.5, 0.5) - b.lean) * Math.min(1, dt * 6);
  b.phase += dt * b.stride * (0.35 + clamp(v / 7) * 0.65) * (b.amp > 0.04 ? 1 : 0.2);
  b.v = v;
}

/** Pushes people apart who stand closer than r metres. */
export function apart(bodies, r, dt) {
  for (let i = 0; i < bodies.length; i++) {
    for (let j = i + 1; j < bodies.length; j++) {
      const a = bodies[i], b = bodies[j];
      const dx = b.x - a.x, dz = b.z - a.z, d = Math.hypot(dx, dz) || 0.01;
      if (d >= r || a.solid === false || b.solid === false) continue;
      const k = (r - d) / r * 9 * dt;
      const ka = a.heavy ? 0.15 : 1, kb = b.heavy ? 0.15 : 1;
      a.vx -= dx / d * k * ka * 2;
      a.vz -= dz / d * k * ka * 2;
      b.vx += dx / d * k * kb * 2;
      b.vz += dz / d * k * kb * 2;
    }
  }
}
