// Puts a game's sound together from its cues.
import { bump, ramp, rng } from '../scene/math.mjs';
import { Ring, hall, level } from './dsp.mjs';
import { gasp, murmur, roar } from './crowd.mjs';
import * as hit from './hits.mjs';

const hits = {
  tap: (i) => [hit.tap(100 + i, 0.1), 0.2], shot: (i) => [hit.tap(300 + i, 0.7), 0.3], slap: (i) => [hit.tap(500 + i, 1), 0.38],
  boards: (i) => [hit.boards(700 + i), 0.4], bounce: (i) => [hit.bounce(800 + i), 0.3], thump: (i) => [hit.thump(1000 + i, 0.4), 0.4],
  kick: (i) => [hit.thump(1100 + i, 1), 0.5], swish: (i) => [hit.swish(1200 + i), 0.3], crunch: (i) => [hit.crunch(1300 + i), 0.4],
  squeak: (i) => [hit.squeak(1400 + i), 0.07], spike: (i) => [hit.thump(1500 + i, 1.4), 0.75],
  glove: (i) => [hit.glove(1600 + i, 0.4), 0.42], blow: (i) => [hit.glove(1700 + i, 1), 0.8], fall: (i) => [hit.boards(1800 + i), 0.9],
};

/** A ring of the whole sound. cues come from a show. */
export function soundtrack(cues) {
  const { seconds } = cues;
  const out = new Ring(seconds), floor = new Ring(seconds), crowd = new Ring(seconds), air = new Ring(seconds);
  const talk = murmur(seconds, cues.seed ?? 41);
  const tension = (t) => (cues.tense ?? []).reduce((s, [a, b]) => Math.max(s, bump(a, b, b + 0.1, b + 1.2, t)), 0);
  const busy = (t) => (cues.cheer ?? []).reduce((s, c) => Math.max(s, c.gain * bump(c.t, c.t + 0.6, c.t + c.length * 0.6, c.t + c.length + 3, t)), 0);
  out.mix(talk, (t) => 0.11 * (1 + 0.55 * tension(t) + 0.8 * busy(t)));
  (cues.cheer ?? []).forEach((c, i) => spill(crowd, roar(61 + i * 7, c.length), c.t, c.gain * 0.07));
  (cues.gasp ?? []).forEach((t, i) => spill(crowd, gasp(161 + i * 7), t, 0.036));
  (cues.groan ?? []).forEach((t, i) => spill(crowd, gasp(261 + i * 7, false), t, 0.06));
  (cues.tense ?? []).forEach(([a, b], i) => spill(crowd, roar(361 + i * 7, b - a + 1.2), a + (b - a) * 0.35, 0.02));
  (cues.knocks ?? []).forEach((k, i) => {
    const [s, g] = hits[k.kind](i);
    floor.add(s, k.t, g * (k.gain ?? 1), k.pan ?? 0);
    if (k.boards) floor.add(hit.boards(900 + i), k.end, 0.5, k.pan ?? 0);
  });
  if (cues.skates) skates(floor, cues);
  (cues.whistle ?? []).forEach((t, i) => floor.add(hit.whistle(21 + i), t, 0.12, -0.15));
  (cues.horn ?? []).forEach((t, i) => air.add(hit.horn(31 + i), t, 0.22));
  (cues.bell ?? []).forEach((t, i) => air.add(hit.bell(91 + i), t, 0.16));
  (cues.buzzer ?? []).forEach((t, i) => air.add(hit.buzzer(35 + i), t, 0.2));
  (cues.organ ?? []).forEach(({ t, notes, bpm }) => air.add(hit.organ(notes, bpm), t, 0.075, 0.1));
  out.mix(hall(crowd, { wet: 0.7, decay: 0.85, size: 1.4, damp: 0.4 }), 1);
  out.mix(hall(floor, { wet: cues.open ? 0.08 : 0.22, decay: 0.74 }), 1);
  out.mix(hall(air, { wet: 0.6, decay: 0.87, size: 1.5 }), 1);
  (cues.wipe ?? []).forEach((t, i) => out.add(hit.whoosh(51 + i), t - 0.65, 0.09));
  return level(out);
}

// Adds a short ring into a longer one at t.
function spill(into, part, t, gain) {
  const n = into.n;
  let i = ((Math.round(t * 48000) % n) + n) % n;
  for (let k = 0; k < part.n; k++) {
    into.l[i] += part.l[k] * gain;
    into.r[i] += part.r[k] * gain;
    if (++i === n) i = 0;
  }
}

function skates(floor, cues) {
  const R = rng(77);
  for (let t = 0; t < cues.seconds; t += 0.12 + R() * 0.22) floor.add(hit.carve(2000 + Math.floor(t * 10)), t, 0.012 + R() * 0.02 * (1 + ramp(0, 1, R())), R() * 1.4 - 0.7);
}
