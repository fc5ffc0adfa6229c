// Single sounds of a game: sticks, balls, whistles, horns, shoes.
import { rng } from '../scene/math.mjs';
import { RATE, bandpass, highpass, lowpass, make, noise } from './dsp.mjs';

const ring = (t, f, decay, gain = 1) => Math.sin(6.2832 * f * t) * Math.exp(-t * decay) * gain;

/** A stick on a puck; hard 0..1. */
export function tap(seed, hard) {
  const r = rng(seed), n = noise(seed), b = bandpass(1500 + r() * 900, 1.4);
  const f = 620 + r() * 260;
  return make(0.16, (t) => b(n()) * Math.exp(-t * 160) * (0.8 + hard) + ring(t, f, 70, 0.5) + ring(t, f * 2.31, 95, 0.3) + ring(t, 160, 40, hard * 0.9));
}

/** A puck or ball on the boards: a thud and the panels rattling. */
export function boards(seed) {
  const n = noise(seed), lp = lowpass(420), b = bandpass(900, 1);
  return make(0.6, (t) => lp(n()) * Math.exp(-t * 26) * 2.2 + ring(t, 88, 12, 0.9) + b(n()) * Math.exp(-t * 14) * 0.25 * (1 + Math.sin(t * 260)));
}

/** A bouncing ball on a wooden floor. */
export function bounce(seed) {
  const r = rng(seed), n = noise(seed), lp = lowpass(1500);
  const f = 88 + r() * 16;
  return make(0.22, (t) => ring(t, f, 28, 1.1) + ring(t, f * 4.1, 60, 0.35) + lp(n()) * Math.exp(-t * 190) * 0.9);
}

/** A foot or a hand on a ball. */
export function thump(seed, hard) {
  const n = noise(seed), lp = lowpass(900 + hard * 1400);
  return make(0.2, (t) => lp(n()) * Math.exp(-t * 85) * (1 + hard) + ring(t, 130 + hard * 60, 34, 0.9));
}

/** A ball through a net. */
export function swish(seed) {
  const n = noise(seed), hp = highpass(2200), lp = lowpass(7000);
  return make(0.34, (t) => lp(hp(n())) * Math.exp(-((t - 0.07) ** 2) / 0.004) * 0.9);
}

/** Pads and helmets. */
export function crunch(seed) {
  const n = noise(seed), b = bandpass(1100, 0.8), r = rng(seed);
  const grains = Array.from({ length: 7 }, () => [r() * 0.12, 0.4 + r()]);
  return make(0.3, (t) => grains.reduce((s, [at, g]) => (t > at ? s + Math.exp(-(t - at) * 70) * g : s), 0) * b(n()) * 1.1 + ring(t, 110, 30, 0.6));
}

/** A shoe on a polished floor. */
export function squeak(seed) {
  const r = rng(seed), f = 1500 + r() * 900, d = 0.07 + r() * 0.09;
  let ph = 0;
  return make(d, (t) => {
    ph += f * (1 + 0.25 * Math.sin(t / d * 2.2)) / RATE;
    return (Math.sin(6.2832 * ph) + 0.4 * Math.sin(12.566 * ph)) * Math.sin(t / d * 3.14159) * 0.4;
  });
}

/** A skate's edge in the ice. */
export function carve(seed) {
  const n = noise(seed), b = bandpass(4200, 0.9), r = rng(seed);
  const d = 0.16 + r() * 0.2;
  return make(d, (t) => b(n()) * Math.sin(t / d * 3.14159) ** 1.5 * (0.7 + 0.3 * Math.sin(t * 420)));
}

/** An official's whistle with its pea. */
export function whistle(seed, length = 0.75) {
  const n = noise(seed);
  let ph = 0;
  return make(length, (t) => {
    const trill = Math.sin(6.2832 * 38 * t);
    ph += (2850 + 160 * trill) / RATE;
    const env = Math.min(1, t / 0.02) * Math.min(1, (length - t) / 0.06);
    return (Math.sin(6.2832 * ph) * (0.7 + 0.3 * trill) + n() * 0.06) * env * 0.8;
  });
}

/** The horn of an arena: three reeds a little out of tune. */
export function horn(seed, length = 2.8) {
  const lp = lowpass(1500), lp2 = lowpass(2600);
  const reeds = [185, 233.1, 277.2, 370.5].map((f) => ({ f, p: 0 }));
  return make(length, (t) => {
    const env = Math.min(1, t / 0.09) * Math.min(1, (length - t) / 0.35);
    const sag = 1 + 0.012 * Math.exp(-t * 9) - 0.006 * Math.max(0, t - length + 0.5);
    let s = 0;
    for (const r of reeds) {
      r.p += r.f * sag * (1 + 0.0015 * Math.sin(t * 31 + r.f)) / RATE;
      if (r.p > 1) r.p -= 1;
      s += Math.tanh((r.p * 2 - 1) * 2.2) * 0.32;
    }
    return lp2(lp(s)) * env;
  });
}

/** The bell of a ring, struck once. */
export function bell(seed) {
  const r = rng(seed), f = 590 + r() * 12;
  return make(2.6, (t) => [1, 1.504, 2.008, 2.74, 3.76].reduce((s, k, i) => s + ring(t, f * k, 1.6 + i * 1.3, 0.5 / (1 + i * 0.6)), 0));
}

/** A padded fist on a body or a head; hard 0..1. */
export function glove(seed, hard) {
  const n = noise(seed), lp = lowpass(600 + hard * 900), b = bandpass(1900, 1.1);
  return make(0.24, (t) => lp(n()) * Math.exp(-t * 60) * (1.2 + hard) + b(n()) * Math.exp(-t * 130) * 0.5 * hard + ring(t, 92 + hard * 30, 26, 0.8));
}

/** A buzzer at the end of a period or a shot clock. */
export function buzzer(seed, length = 1.1) {
  const lp = lowpass(2200);
  let a = 0, b = 0;
  return make(length, (t) => {
    a = (a + 277 / RATE) % 1;
    b = (b + 370 / RATE) % 1;
    return lp(Math.tanh((a - 0.5) * 6) + Math.tanh((b - 0.5) * 6)) * 0.3 * Math.min(1, t / 0.01) * Math.min(1, (length - t) / 0.05);
  });
}

/** An arena organ that plays notes [midi, beats] at a tempo. */
export function organ(notes, bpm = 132) {
  const beat = 60 / bpm;
  const total = notes.reduce((s, [, b]) => s + b, 0) * beat + 0.4;
  const out = new Float32Array(Math.round(total * RATE));
  let at = 0;
  for (const [midi, beats] of notes) {
    const d = beats * beat;
    if (midi) {
      const f = 440 * 2 ** ((midi - 69) / 12);
      const n = Math.round((d * 0.92 + 0.05) * RATE), start = Math.round(at * RATE);
      for (let i = 0; i < n && start + i < out.length; i++) {
        const t = i / RATE, env = Math.min(1, t / 0.012) * Math.min(1, (n / RATE - t) / 0.05);
        const w = 6.2832 * f * t + 0.25 * Math.sin(6.2832 * 6.6 * t);
        out[start + i] += (Math.sin(w) + 0.55 * Math.sin(2 * w) + 0.3 * Math.sin(3 * w) + 0.22 * Math.sin(4 * w) + 0.12 * Math.sin(6 * w)) * env * 0.3;
      }
    }
    at += d;
  }
  return out;
}

/** A short rise and fall of air with a low hit, for the graphics that wipe. */
export function whoosh(seed) {
  const n = noise(seed);
  let y = 0;
  return make(1.3, (t) => {
    const u = t / 1.3, hz = 300 + 5200 * Math.sin(Math.min(1, u * 1.15) * 3.14159) ** 2;
    y += (1 - Math.exp(-6.2832 * hz / RATE)) * (n() - y);
    return y * Math.sin(u * 3.14159) ** 1.6 * 1.2 + ring(Math.max(0, t - 0.6), 62, 7, t > 0.6 ? 0.9 : 0);
  });
}
