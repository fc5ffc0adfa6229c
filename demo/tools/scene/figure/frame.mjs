// A person's own axes: f forward, r right, with the whole body leaning over.

/** at(f, u, r): the world point f metres ahead, u up and r to the right. */
export function frame(x, z, yaw, { y = 0, lean = 0, pitch = 0 } = {}) {
  const c = Math.cos(yaw), s = Math.sin(yaw);
  const tl = Math.tan(lean), tp = Math.tan(pitch);
  return {
    yaw,
    f: [c, 0, s],
    r: [-s, 0, c],
    at(f, u, r) {
      const ff = f + u * tp, rr = r + u * tl;
      return [x + c * ff - s * rr, y + u, z + s * ff + c * rr];
    },
    dir(f, u, r) {
      return [c * f - s * r, u, s * f + c * r];
    },
    /** The same frame turned by a, for shoulders against hips. */
    turned(a) {
      return frame(x, z, yaw + a, { y, lean, pitch });
    },
  };
}
