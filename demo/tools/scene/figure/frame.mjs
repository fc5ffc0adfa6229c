// A person's own axes: f forward, r right, with the whole body leaning over.

/**
 * A frame at x,z facing yaw, its feet at height y. lean tips it to its right,
 * pitch forward, both in radians and around the feet.
 * at(f, u, r): the world point f metres ahead, u up and r to the right.
 */
export function frame(x, z, yaw, { y = 0, lean = 0, pitch = 0 } = {}) {
  const c = Math.cos(yaw), s = Math.sin(yaw);
  const cl = Math.cos(lean), sl = Math.sin(lean), cp = Math.cos(pitch), sp = Math.sin(pitch);
  // Right and up turned by lean, then up and forward by pitch.
  const tip = (f, u, r) => {
    const r1 = r * cl + u * sl, u1 = u * cl - r * sl;
    return [f * cp + u1 * sp, u1 * cp - f * sp, r1];
  };
  const dir = (f, u, r) => {
    const [a, b, d] = tip(f, u, r);
    return [c * a - s * d, b, s * a + c * d];
  };
  return {
    yaw,
    f: [c, 0, s],
    r: dir(0, 0, 1),
    dir,
    at(f, u, r) {
      const [a, b, d] = tip(f, u, r);
      return [x + c * a - s * d, y + b, z + s * a + c * d];
    },
    /** The same frame turned by a, for shoulders against hips. */
    turned(a) {
      return frame(x, z, yaw + a, { y, lean, pitch });
    },
  };
}
