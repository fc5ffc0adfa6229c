// Nair against Marsh: the last exchange of a close bout, and the arms that go up.
import { bump, clamp } from '../scene/math.mjs';
import { apron, fight, fps, knocks, ringShow } from './bout.mjs';
import { drift } from './camera.mjs';
import { mmss } from './clock.mjs';
import { reel } from './reel.mjs';

export { fps };
const seconds = 18, bell = 12;

const script = [
  { t: 0.9, who: 'home', do: 'jab', hit: true }, { t: 1.35, who: 'home', do: 'jab' }, { t: 1.4, who: 'away', do: 'slip' },
  { t: 2.0, who: 'away', do: 'hook', hit: true }, { t: 2.5, who: 'away', do: 'cross', hit: true },
  { t: 4.2, who: 'home', do: 'jab', hit: true }, { t: 4.7, who: 'home', do: 'cross', hit: 'hard' }, { t: 5.2, who: 'home', do: 'hook', hit: true },
  { t: 6.6, who: 'away', do: 'body', hit: true }, { t: 7.1, who: 'away', do: 'upper', hit: true },
  { t: 8.4, who: 'home', do: 'jab' }, { t: 8.8, who: 'home', do: 'cross', hit: true }, { t: 9.3, who: 'away', do: 'cross', hit: true },
  { t: 9.8, who: 'home', do: 'hook', hit: 'hard' }, { t: 10.3, who: 'home', do: 'upper', hit: true }, { t: 10.8, who: 'away', do: 'hook', hit: true }, { t: 11.3, who: 'home', do: 'cross', hit: 'hard' },
  { t: bell + 0.7, who: 'home', do: 'joy' }, { t: bell + 0.3, who: 'home', go: [1.5, 0.9], urge: 0.5, face: Math.PI * 0.6 }, { t: bell + 0.4, who: 'away', go: [-1.6, 0.6], urge: 0.5 }, { t: bell, who: 'ref', go: [0, -0.2] },
];
const range = (t) => 1.42 - 0.4 * Math.max(...[[0.6, 2.9], [3.9, 5.5], [6.2, 7.5], [8.1, 11.8]].map(([a, b]) => bump(a - 0.6, a, b, b + 0.6, t)));
const left = (t) => mmss(Math.max(0, Math.ceil(bell - t)));

const plan = ({ away, home }) => reel({
  seconds, fps, start: { away: 75, home: 76 }, goals: [{ t: bell + 2, team: 'home', points: 10 }, { t: bell + 2, team: 'away', points: 9 }],
  clock: (t) => ({ period: 'R8', clock: left(t) }), shown: (t) => `R8 ${left(t)}`,
  closeUps: [{ t0: 13.4, t1: 15, look: drift({ pos: [0.5, 1.75, 6.4], at: [1.4, 1.4, 0.9], fov: 20 }, { pos: [0.7, 1.7, 6.2], at: [1.45, 1.42, 0.9], fov: 18 }, 13.4, 15) }],
  replays: [{ t0: 15, t1: 17.7, from: 9.5, rate: 0.5, look: drift({ pos: [-2.0, 1.95, 6.4], at: [0.1, 1.15, 0], fov: 22 }, { pos: [-1.4, 1.85, 6.6], at: [0.1, 1.15, 0], fov: 20 }, 15, 17.7) }],
  thirds: [{ t: 12.4, length: 2.4, team: 'home', number: '12', title: 'L. MARSH', line: 'Ironside Boxing Club · unbeaten' }],
  notes: [{ t: 2.8, length: 2.6, text: 'LAST ROUND' }],
  moments: [{ t: bell, type: 'bell', team: '', text_en: `Final bell, ${away.name} against ${home.name}`, text_fr: `Dernière cloche, ${away.name} contre ${home.name}` }],
});

export const cues = { seconds, seed: 73, tense: [[7, 11.6]], gasp: [4.8], cheer: [{ t: 9.6, gain: 0.9, length: 7 }], bell: [bell, bell + 0.45, bell + 0.9], wipe: [15, 17.7], knocks: knocks(script) };

export default async function show(stage, sides) {
  const played = fight({ seconds, script, range });
  const cheer = (t) => clamp(bump(9.4, 10, 14, 18, t));
  return ringShow(stage, sides, plan(sides), played, apron(played, seconds), { women: true }, (t) => ({ cheer: cheer(t) }));
}
