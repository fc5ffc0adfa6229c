// Boudreau against Adeyemi: the end of the seventh round, a knock-down and the bell. It ends
// under the wipe it begins with.
import { bump, clamp, ramp } from '../scene/math.mjs';
import { apron, fight, fps, knocks, ringShow } from './bout.mjs';
import { drift } from './camera.mjs';
import { mmss } from './clock.mjs';
import { reel } from './reel.mjs';

export { fps };
const seconds = 40, bell = 33, floor = 17.1;

const combination = (t, who, list) => list.map(([after, name, hit]) => ({ t: t + after, who, do: name, hit }));
const script = [
  ...combination(1.9, 'away', [[0, 'jab'], [0.45, 'jab', true], [0.9, 'cross']]),
  { t: 2.8, who: 'home', do: 'slip' },
  ...combination(3.3, 'home', [[0, 'body', true], [0.5, 'hook', true]]),
  ...combination(5.6, 'home', [[0, 'jab', true], [0.5, 'jab'], [1.0, 'cross', true]]),
  ...combination(7.4, 'away', [[0, 'jab'], [0.42, 'cross', true], [0.9, 'hook', true], [1.35, 'body', true]]),
  { t: 7.45, who: 'home', do: 'slip' },
  ...combination(10.4, 'away', [[0, 'jab', true], [1.1, 'jab']]),
  { t: 11.5, who: 'home', do: 'slip' },
  ...combination(12.1, 'home', [[0, 'upper', true], [0.5, 'hook', true]]),
  ...combination(14.2, 'home', [[0, 'jab', true], [0.4, 'jab', true], [0.85, 'body', true], [1.4, 'hook', 'hard'], [2.0, 'jab'], [2.45, 'cross', 'hard']]),
  { t: floor - 0.25, who: 'away', do: 'fall', length: 9.3, rises: true },
  { t: floor + 0.8, who: 'home', go: [2.35, -2.35], until: floor + 9, urge: 0.7 },
  { t: floor + 0.6, who: 'ref', go: [-0.7, -1.5], until: floor + 7.6, urge: 0.9 },
  ...combination(28.2, 'home', [[0, 'jab', true], [0.45, 'cross'], [1.5, 'hook', true], [2.1, 'body', true], [2.7, 'cross', true]]),
  ...combination(29.1, 'away', [[0, 'jab', true], [2.9, 'hook']]),
  { t: bell + 0.5, who: 'home', go: [2.3, -2.3], urge: 0.6, face: Math.PI * 0.75 }, { t: bell + 0.5, who: 'away', go: [-2.3, 2.3], urge: 0.5, face: -Math.PI * 0.25 },
  { t: bell - 0.2, who: 'ref', go: [0.4, -0.2], urge: 1 },
];

const range = (t) => 1.5 - 0.47 * Math.max(...[[1.6, 4.2], [5.2, 6.9], [7.1, 9], [10.1, 12.9], [13.9, 16.8], [27.8, 31.4]].map(([a, b]) => bump(a - 0.7, a, b, b + 0.6, t)));
const game = () => fight({ seconds, script, range });
const left = (t) => mmss(Math.max(0, Math.ceil(bell - t)));

const plan = ({ away, home }) => reel({
  seconds, fps, loop: 2.4, start: { away: 57, home: 57 },
  goals: [{ t: floor + 0.6, team: 'home', points: 0, label: `KNOCKDOWN  ${home.name.toUpperCase()}` }, { t: bell + 2.4, team: 'home', points: 10 }, { t: bell + 2.4, team: 'away', points: 8 }],
  clock: (t) => ({ period: 'R7', clock: left(t) }), shown: (t) => `R7 ${left(t)}`,
  closeUps: [{ t0: 19.6, t1: 21, look: drift({ pos: [0.3, 1.3, 5.9], at: [-1.2, 0.55, 0.2], fov: 22 }, { pos: [0.1, 1.25, 5.7], at: [-1.2, 0.55, 0.2], fov: 20 }, 19.6, 21) }],
  replays: [{ t0: 21, t1: 25.2, from: 15.4, rate: 0.46, look: drift({ pos: [-2.1, 2.0, 6.4], at: [-0.1, 1.15, 0], fov: 22 }, { pos: [-1.4, 1.85, 6.6], at: [-0.3, 1.0, 0], fov: 22 }, 21, 25.2) }],
  thirds: [{ t: 4.6, length: 4, team: 'away', number: 'R7', title: 'L. BOUDREAU', line: 'Club Nordik, Québec · 19-2-0' }, { t: 34, length: 4, team: 'home', number: '67', title: 'S. ADEYEMI', line: 'One knockdown in the seventh' }],
  notes: [{ t: 11, length: 3, text: `PUNCHES LANDED  ${away.code} 71   ${home.code} 88` }],
  moments: [
    { t: floor, type: 'knockdown', team: 'home', text_en: `Knockdown, ${home.name}. Right hand after the jab`, text_fr: `Chute, ${home.name}. Direct du droit après le jab` },
    { t: bell, type: 'bell', team: '', text_en: `End of round seven, ${away.name} on his feet`, text_fr: `Fin de la septième ronde, ${away.name} debout` },
  ],
});
export const marks = (sides) => plan(sides).marks();

export const cues = {
  seconds, loop: true, seed: 71, tense: [[5, 9], [13.6, 17]], gasp: [12.2, floor + 0.1], cheer: [{ t: floor, gain: 1, length: 9 }, { t: bell - 2, gain: 0.4, length: 6 }],
  bell: [bell, bell + 0.45, bell + 0.9], wipe: [0, 21, 25.2], knocks: knocks(script),
};

export default async function show(stage, sides) {
  const played = game();
  const cheer = (t) => clamp(bump(floor, floor + 0.5, floor + 5, floor + 10, t) + 0.35 * bump(bell - 3, bell - 1, bell + 2, bell + 4, t) + 0.15 * bump(8, 8.6, 9, 11, t));
  return ringShow(stage, sides, plan(sides), played, apron(played, seconds), {}, (t) => ({ cheer: cheer(t), rest: ramp(bell, bell + 1, t) }));
}
