// A crowd is many voices. Each is a short sung or spoken vowel: a buzz at the
// pitch of the voice through three resonances. Thousands of them, far away and
// out of step, are the murmur; louder, higher and longer, they are the roar.
import { lerp, ramp, rng } from '../scene/math.mjs';
import { RATE, Ring, bandpass, hall, highpass, lowpass, make, noise } from './dsp.mjs';

const vowels = { a: [760, 1180, 2600], o: [500, 850, 2500], e: [540, 1820, 2520], u: [340, 760, 2300], y: [330, 2150, 2900] };

// One voice: pitch glides from p0 to p1; breath 0..1.
function voice(R, { length, p0, p1, vowel, breath, attack = 0.06 }) {
  const [f1, f2, f3] = vowels[vowel].map((f) => f * (0.9 + R() * 0.25));
  const b1 = bandpass(f1, 5), b2 = bandpass(f2, 8), b3 = bandpass(f3, 9);
  const lp = lowpass(3800);
  let ph = R();
  const vib = 4.5 + R() * 2;
  return make(length, (t) => {
    const u = t / length;
    const pitch = lerp(p0, p1, u) * (1 + 0.012 * Math.sin(6.28 * vib * t));
    ph += pitch / RATE;
    if (ph > 1) ph -= 1;
    const glottis = (1 - ph) ** 2 * 2 - 0.66 + (R() - 0.5) * breath;
    const env = Math.min(1, t / attack) * (1 - u) ** 0.7;
    return lp(b1(glottis) * 1.2 + b2(glottis) * 0.7 + b3(glottis) * 0.35) * env;
  });
}

// A bank of voices to draw from, so that thousands cost no more than dozens.
function bank(seed, n, spec) {
  const R = rng(seed);
  return Array.from({ length: n }, () => voice(R, spec(R)));
}

const pick = (R, list) => list[(R() * list.length) | 0];

/** The murmur of a hall that talks: words of two to five syllables, everywhere. */
export function murmur(seconds, seed) {
  const R = rng(seed);
  const talk = bank(seed + 1, 90, (r) => {
    const woman = r() < 0.45, p = woman ? 170 + r() * 70 : 95 + r() * 45;
    return { length: 0.1 + r() * 0.16, p0: p * (0.95 + r() * 0.2), p1: p * (0.85 + r() * 0.2), vowel: pick(r, ['a', 'o', 'e', 'u', 'y']), breath: 0.5, attack: 0.02 };
  });
  const ring = new Ring(seconds);
  for (let k = 0; k < seconds * 34; k++) {
    let t = R() * seconds;
    const near = R() ** 3, pan = R() * 1.8 - 0.9, words = 2 + (R() * 4 | 0);
    for (let w = 0; w < words; w++) {
      ring.add(pick(R, talk), t, 0.25 + near * 1.1, pan);
      t += 0.13 + R() * 0.12;
    }
  }
  const air = new Ring(seconds);
  const n = noise(seed + 2), lp = [lowpass(900), lowpass(900)], hp = [highpass(120), highpass(120)];
  for (let i = 0; i < air.n; i++) {
    air.l[i] = hp[0](lp[0](n()));
    air.r[i] = hp[1](lp[1](n()));
  }
  // The ends are laid over each other, so that the ring has no seam.
  const fade = RATE / 2;
  for (const c of [air.l, air.r]) {
    for (let i = 0; i < fade; i++) {
      const k = i / fade, end = c.length - fade + i;
      c[end] = c[end] * Math.sqrt(1 - k) + c[fade - 1 - i] * Math.sqrt(k);
    }
  }
  ring.mix(air, 0.12);
  return hall(ring, { wet: 0.75, decay: 0.84, size: 1.5, damp: 0.5 });
}

/** A roar of a length: voices that swell and fall, clapping, whistles. */
export function roar(seed, length, { joy = 1 } = {}) {
  const R = rng(seed);
  const yells = bank(seed + 5, 44, (r) => {
    const woman = r() < 0.5, p = (woman ? 300 + r() * 210 : 170 + r() * 130) * (joy > 0 ? 1 : 0.75);
    const long = 0.5 + r() * 1.3;
    return { length: long, p0: p * (0.85 + r() * 0.2), p1: p * (joy > 0 ? 0.9 + r() * 0.3 : 0.6 + r() * 0.15), vowel: pick(r, joy > 0 ? ['a', 'a', 'e', 'o', 'y'] : ['o', 'o', 'u', 'a']), breath: 0.7, attack: 0.05 + r() * 0.15 };
  });
  const ring = new Ring(length + 2);
  const shape = (t) => ramp(0, 0.35, t) * (1 - ramp(length * 0.35, length, t)) ** 1.3;
  for (let k = 0; k < length * 260; k++) {
    const t = R() * length;
    const s = shape(t);
    if (R() < s) ring.add(pick(R, yells), t, 0.3 + R() ** 3 * 1.1, R() * 1.8 - 0.9);
  }
  breath(ring, seed + 9, length, shape, joy > 0 ? 1 : 0.5);
  if (joy > 0) {
    clapping(ring, R, length, shape);
    for (let k = 0; k < length * 1.6; k++) {
      const t = 0.3 + R() * length * 0.8, f = 1900 + R() * 1300, d = 0.25 + R() * 0.5;
      if (R() < shape(t)) ring.add(make(d, (x) => Math.sin(6.28 * (f * x + 260 * Math.sin(x / d * 3.1))) * Math.sin(x / d * 3.14159) * 0.5), t, 0.07 + R() * 0.1, R() * 1.6 - 0.8);
    }
  }
  return ring;
}

// The hiss that thousands of open mouths add above their voices.
function breath(ring, seed, length, shape, gain) {
  const n = noise(seed);
  const bands = [0, 1].map(() => [bandpass(1300, 0.6), bandpass(3600, 0.5), bandpass(6500, 0.7)]);
  for (let i = 0; i < length * RATE && i < ring.n; i++) {
    const s = shape(i / RATE) ** 1.2 * gain;
    if (s <= 0) continue;
    const a = n(), b = n();
    const mid = a * 0.6 + b * 0.4;
    ring.l[i] += (bands[0][0](a) * 2.2 + bands[0][1](a) * 1.5 + bands[0][2](a) * 0.6) * s;
    ring.r[i] += (bands[1][0](mid) * 2.2 + bands[1][1](b) * 1.5 + bands[1][2](b) * 0.6) * s;
  }
}

// Hands: each clap a burst of noise with a resonance of its own.
export function clapping(ring, R, length, density, rate = 150) {
  const claps = Array.from({ length: 24 }, (_, i) => {
    const n = noise(900 + i), b = bandpass(900 + R() * 1500, 1.6);
    return make(0.05, (t) => b(n()) * Math.exp(-t * 130) * 3);
  });
  for (let k = 0; k < length * rate; k++) {
    const t = R() * length;
    if (R() < density(t)) ring.add(pick(R, claps), t, 0.12 + R() ** 3 * 0.5, R() * 1.8 - 0.9);
  }
}

/** A short gasp or groan of many, up when hopeful, down when not. */
export function gasp(seed, up = true) {
  return roar(seed, up ? 1.5 : 2.4, { joy: up ? 0.5 : -1 });
}
