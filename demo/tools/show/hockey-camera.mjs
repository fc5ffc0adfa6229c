// The main camera of a hockey broadcast: in the stand, at the centre line.
import { clamp, lerp, ramp } from '../scene/math.mjs';
import { operator } from './camera.mjs';

function interest(m) {
  const at = m.puck.y >= 0 ? [m.puck.x, m.puck.z] : faceoff(m);
  return [...at, ramp(10, 22, Math.abs(clamp(at[0], -20.5, 20.5)))];
}

// While there is no puck, where those who will take the face-off are.
function faceoff(m) {
  const near = m.people.filter((p) => p.role === 'C' || p.role === 'R');
  const mean = (k) => near.reduce((s, p) => s + p[k], 0) / near.length;
  return [mean('x'), mean('z')];
}

/** The camera's path over the whole recording. */
export function mainCamera(game, seconds) {
  return operator(game, seconds, interest, {
    limit: 20.5, speed: 2.5, ahead: 0.75,
    place: (x, z, zoom) => ({ pos: [x * 0.42, 9.4, 28], at: [x, 0.5, z * 0.3 - 0.9], fov: lerp(23.4, 20.8, zoom) }),
  });
}
