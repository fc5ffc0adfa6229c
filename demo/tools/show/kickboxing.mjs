// Stone against Whitlock: low kicks that open the guard, and the high one that ends it.
import { bump, clamp } from '../scene/math.mjs';
import { apron, fight, fps, knocks, ringShow } from './bout.mjs';
import { drift } from './camera.mjs';
import { mmss } from './clock.mjs';
import { reel } from './reel.mjs';

export { fps };
const seconds = 18, end = 8.6;

const script = [
  { t: 0.9, who: 'home', do: 'low', hit: true }, { t: 1.9, who: 'away', do: 'jab', hit: true }, { t: 2.3, who: 'away', do: 'cross' },
  { t: 3.4, who: 'home', do: 'jab', hit: true }, { t: 3.9, who: 'home', do: 'low', hit: true },
  { t: 5.3, who: 'away', do: 'high' }, { t: 5.3, who: 'home', do: 'slip' }, { t: 6.1, who: 'home', do: 'cross', hit: true },
  { t: 7.3, who: 'home', do: 'jab', hit: true }, { t: 7.75, who: 'home', do: 'cross', hit: true }, { t: end, who: 'home', do: 'high', hit: 'hard' },
  { t: end + 0.15, who: 'away', do: 'fall', length: 30 },
  { t: end + 1.6, who: 'home', do: 'joy' }, { t: end + 0.9, who: 'home', go: [1.9, 1.2], urge: 0.6, face: Math.PI * 0.55 }, { t: end + 0.3, who: 'ref', go: [0, 0.4], urge: 1 },
];
const range = (t) => 1.5 - 0.32 * Math.max(...[[0.6, 2.5], [3.1, 4.1], [5, 6.3], [7, 8.9]].map(([a, b]) => bump(a - 0.6, a, b, b + 0.6, t)));
const left = (t) => mmss(Math.ceil(74 - Math.min(t, end + 0.4)));

const plan = ({ away, home }) => reel({
  seconds, fps, start: { away: 19, home: 20 }, goals: [{ t: end + 0.5, team: 'home', points: 0, label: `KNOCKOUT  ${home.name.toUpperCase()}` }],
  clock: (t) => ({ period: 'R3', clock: left(t) }), shown: (t) => `R3 ${left(t)}`,
  closeUps: [{ t0: 11, t1: 12.6, look: drift({ pos: [0.8, 1.75, 6.6], at: [1.8, 1.4, 1.1], fov: 20 }, { pos: [1.0, 1.7, 6.4], at: [1.85, 1.42, 1.1], fov: 18 }, 11, 12.6) }],
  replays: [{ t0: 12.6, t1: 17.4, from: 7.0, rate: 0.46, look: drift({ pos: [2.0, 1.95, 6.5], at: [0, 1.15, 0], fov: 23 }, { pos: [1.3, 1.8, 6.7], at: [-0.2, 0.95, 0], fov: 22 }, 12.6, 17.4) }],
  thirds: [{ t: 9.4, length: 2.6, team: 'home', number: 'KO', title: 'C. WHITLOCK', line: 'Head kick, round three' }],
  notes: [{ t: 3, length: 2.6, text: 'LOW KICKS  STO 4   WHI 11' }],
  moments: [{ t: end, type: 'knockout', team: 'home', text_en: `Knockout, ${home.name} over ${away.name}`, text_fr: `K.-O., ${home.name} devant ${away.name}` }],
});

export const cues = { seconds, seed: 75, tense: [[4, 8.4]], gasp: [5.4, end + 0.05], cheer: [{ t: end + 0.1, gain: 1, length: 8 }], bell: [end + 2.2, end + 2.65, end + 3.1], wipe: [12.6, 17.4], knocks: knocks(script) };

export default async function show(stage, sides) {
  const played = fight({ seconds, script, range });
  const cheer = (t) => clamp(bump(end, end + 0.5, end + 6, end + 10, t));
  return ringShow(stage, sides, plan(sides), played, apron(played, seconds), { shins: true }, (t) => ({ cheer: cheer(t) }));
}
