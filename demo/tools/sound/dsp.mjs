// Sound as plain arrays of samples at 48 kHz. Everything is written around a
// ring, so that a loop has no seam.
import { rng } from '../scene/math.mjs';

export const RATE = 48000;

/** A stereo ring of so many seconds. */
export class Ring {
  constructor(seconds) {
    this.n = Math.round(seconds * RATE);
    this.l = new Float32Array(this.n);
    this.r = new Float32Array(this.n);
  }

  /** Adds mono samples at t seconds; pan -1..1; goes around the end. */
  add(samples, t, gain = 1, pan = 0) {
    const a = gain * Math.cos((pan + 1) * Math.PI / 4) * 1.414, b = gain * Math.sin((pan + 1) * Math.PI / 4) * 1.414;
    let i = ((Math.round(t * RATE) % this.n) + this.n) % this.n;
    for (let k = 0; k < samples.length; k++) {
      this.l[i] += samples[k] * a;
      this.r[i] += samples[k] * b;
      if (++i === this.n) i = 0;
    }
  }

  /** Adds another ring, scaled by gain or by gain(t). */
  mix(other, gain) {
    const f = typeof gain === 'function' ? gain : () => gain;
    for (let i = 0, g = 0; i < this.n; i++) {
      if (i % 240 === 0) g = f(i / RATE);
      this.l[i] += other.l[i] * g;
      this.r[i] += other.r[i] * g;
    }
  }
}

/** One-pole and two-pole filters that keep their state between samples. */
export function lowpass(hz) {
  const a = 1 - Math.exp(-2 * Math.PI * hz / RATE);
  let y = 0;
  return (x) => (y += a * (x - y));
}

export function highpass(hz) {
  const lp = lowpass(hz);
  return (x) => x - lp(x);
}

export function bandpass(hz, q) {
  const w = 2 * Math.PI * hz / RATE, alpha = Math.sin(w) / (2 * q), a0 = 1 + alpha;
  const b0 = alpha / a0, a1 = -2 * Math.cos(w) / a0, a2 = (1 - alpha) / a0;
  let x1 = 0, x2 = 0, y1 = 0, y2 = 0;
  return (x) => {
    const y = b0 * (x - x2) - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    return y;
  };
}

/** Samples of f(t) for a length, with f free to keep state. */
export function make(seconds, f) {
  const out = new Float32Array(Math.round(seconds * RATE));
  for (let i = 0; i < out.length; i++) out[i] = f(i / RATE, i);
  return out;
}

/** White noise from a seed. */
export function noise(seed) {
  const r = rng(seed);
  return () => r() * 2 - 1;
}

/**
 * A hall: four combs and two all-passes a side. Runs over the ring twice, so
 * that the tail of the end is there at the beginning.
 */
export function hall(ring, { wet = 0.3, decay = 0.78, size = 1, damp = 0.42 } = {}) {
  const side = (x, spread) => {
    const combs = [1557, 1867, 2129, 2371, 2713].map((n) => ({ b: new Float32Array(Math.round((n + spread) * size)), i: 0, lp: 0 }));
    const passes = [389, 563].map((n) => ({ b: new Float32Array(n + spread), i: 0 }));
    const out = new Float32Array(x.length);
    for (let round = 0; round < 2; round++) {
      for (let k = 0; k < x.length; k++) {
        let s = 0;
        for (const c of combs) {
          const y = c.b[c.i];
          c.lp = y * (1 - damp) + c.lp * damp;
          c.b[c.i] = x[k] * 0.2 + c.lp * decay;
          if (++c.i === c.b.length) c.i = 0;
          s += y;
        }
        for (const p of passes) {
          const y = p.b[p.i];
          const v = s + y * 0.5;
          p.b[p.i] = v;
          s = y - v * 0.5;
          if (++p.i === p.b.length) p.i = 0;
        }
        if (round) out[k] = s;
      }
    }
    return out;
  };
  const l = side(ring.l, 0), r = side(ring.r, 37);
  for (let i = 0; i < ring.n; i++) {
    ring.l[i] += l[i] * wet;
    ring.r[i] += r[i] * wet;
  }
  return ring;
}

/**
 * Brings loud and quiet stretches nearer to each other, as a broadcast desk
 * does: above the threshold (decibels) the level rises at one ratio-th. Runs
 * over the ring twice, so that the level at the start is that of the end.
 */
export function level(ring, { threshold = -28, ratio = 1.9, attack = 0.03, release = 0.6 } = {}) {
  const up = 1 - Math.exp(-1 / (attack * RATE)), down = 1 - Math.exp(-1 / (release * RATE));
  let e = 0;
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < ring.n; i++) {
      const p = (ring.l[i] ** 2 + ring.r[i] ** 2) / 2;
      e += (p > e ? up : down) * (p - e);
      if (!round) continue;
      const over = 10 * Math.log10(e + 1e-9) - threshold;
      const g = over > 0 ? 10 ** (-over * (1 - 1 / ratio) / 20) : 1;
      ring.l[i] *= g;
      ring.r[i] *= g;
    }
  }
  return ring;
}

/** A 16-bit WAV file of a ring, brought to a peak by a soft knee. */
export function wav(ring, gain) {
  const buf = Buffer.alloc(44 + ring.n * 4);
  buf.write('RIFF', 0);
  buf.writeUInt32LE(36 + ring.n * 4, 4);
  buf.write('WAVEfmt ', 8);
  buf.writeUInt32LE(16, 16);
  buf.writeUInt16LE(1, 20);
  buf.writeUInt16LE(2, 22);
  buf.writeUInt32LE(RATE, 24);
  buf.writeUInt32LE(RATE * 4, 28);
  buf.writeUInt16LE(4, 32);
  buf.writeUInt16LE(16, 34);
  buf.write('data', 36);
  buf.writeUInt32LE(ring.n * 4, 40);
  const knee = (x) => {
    const a = Math.abs(x);
    return a < 0.5 ? x : Math.sign(x) * (0.5 + 0.36 * Math.tanh((a - 0.5) / 0.36));
  };
  for (let i = 0; i < ring.n; i++) {
    buf.writeInt16LE(Math.round(knee(ring.l[i] * gain) * 32767), 44 + i * 4);
    buf.writeInt16LE(Math.round(knee(ring.r[i] * gain) * 32767), 46 + i * 4);
  }
  return buf;
}
