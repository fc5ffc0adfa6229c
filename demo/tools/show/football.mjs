// Ottawa Valley @ Laurentide: a deep throw to the left with a minute to the half.
import { pitch } from '../game/pitch.mjs';
import { bump, clamp, lerp, ramp } from '../scene/math.mjs';
import { courtScene } from '../scene/court.mjs';
import { drift, operator } from './camera.mjs';
import { mmss } from './clock.mjs';
import { reel } from './reel.mjs';

export const fps = 25;
const seconds = 24, snap = 2.4, score = 8.6, line = 6;
// Twelve a side: five in the line, a passer, a back, five who catch.
const offence = [[-0.6, 0], [-0.7, -1.3], [-0.7, 1.3], [-0.8, -2.6], [-0.8, 2.6], [-5, 0], [-5.6, 2.4], [-0.8, -17], [-1.6, -11], [-0.8, 17], [-1.6, 10], [-1.4, -5]];
const defence = [[0.9, -0.7], [0.9, 0.7], [0.9, -2.4], [0.9, 2.4], [4.4, -1.8], [4.4, 2.2], [5.2, -7], [4.6, -16.4], [5.4, -10.4], [4.6, 16.4], [5.4, 9.6], [13, -2]];
const squad = (team, dir, nums) => nums.map((num, i) => ({ id: `${team}.${i + 1}`, team, num, dir, i, roam: 0, speed: 8, grip: 8, stride: 1.55 }));
const people = [...squad('away', 1, [55, 64, 61, 72, 68, 12, 22, 81, 85, 18, 7, 44]), ...squad('home', -1, [94, 91, 55, 97, 50, 45, 33, 24, 21, 28, 2, 30]), { id: 'ref.1', team: 'ref', x: line - 9, z: 6, i: 0, roam: 0 }, { id: 'ref.2', team: 'ref', x: line, z: -22, i: 1, roam: 0 }];
const off = (n) => `away.${n}`, def = (n) => `home.${n}`;

const script = [
  { t: 0, who: off(1), ball: 'hold', how: 'low' },
  ...[1, 2, 3, 4, 5].map((n) => ({ t: snap - 0.9, who: off(n), pose: 'threePoint', before: 2, after: 0.9, face: 0 })),
  ...[1, 2, 3, 4].map((n) => ({ t: snap - 0.9, who: def(n), pose: 'threePoint', before: 2, after: 0.95, face: Math.PI })),
  ...[5, 6, 7].map((n) => ({ t: snap - 0.9, who: def(n), pose: 'ready', before: 2, after: 0.95 })),
  { t: 0, who: off(6), face: 0 },
  { t: snap, who: off(1), ball: 'fly', to: off(6), dur: 0.32, how: 'hands' },
  { t: snap + 0.4, who: off(6), ball: 'hold', how: 'ear', go: [line - 9, 0.6], urge: 0.5 },
  ...[1, 2, 3, 4, 5].flatMap((n) => [{ t: snap + 0.15, who: off(n), go: [line - 2.4, offence[n - 1][1] * 1.3], urge: 0.3, face: 0 }, { t: snap + 0.9, who: off(n), pose: 'drive', before: 0.5, after: 4 }]),
  ...[1, 2, 3, 4].flatMap((n) => [{ t: snap + 0.1, who: def(n), go: [line - 1.4, defence[n - 1][1] * 1.2], urge: 0.34, face: Math.PI }, { t: snap + 0.9, who: def(n), pose: 'drive', before: 0.5, after: 4 }]),
  { t: snap + 0.3, who: off(7), go: [line - 5.2, 3], urge: 0.6, face: 0 },
  { t: snap + 0.1, who: off(8), go: [line + 12, -17.5], urge: 1.04 }, { t: snap + 2, who: off(8), go: [line + 34, -13.5], urge: 1.06 },
  { t: snap + 0.1, who: off(9), go: [line + 11, -9], urge: 0.95 }, { t: snap + 1.8, who: off(9), go: [line + 12, 2], urge: 0.9 },
  { t: snap + 0.1, who: off(10), go: [line + 16, 17], urge: 1 }, { t: snap + 0.1, who: off(11), go: [line + 7, 10], urge: 0.9 }, { t: snap + 1.3, who: off(11), go: [line + 8, 22], urge: 0.9 }, { t: snap + 0.3, who: off(12), go: [line + 6, -3], urge: 0.8 },
  { t: snap + 0.3, who: def(8), go: [line + 20, -17], urge: 0.92 }, { t: snap + 2.2, who: def(8), go: [line + 33, -14.2], urge: 1.0 },
  { t: snap + 0.4, who: def(9), go: [line + 12, -8], urge: 0.85 }, { t: snap + 0.4, who: def(10), go: [line + 18, 16], urge: 0.9 }, { t: snap + 0.4, who: def(11), go: [line + 9, 11], urge: 0.8 },
  { t: snap + 0.8, who: def(12), go: [line + 24, -8], urge: 0.85 }, { t: snap + 3.2, who: def(12), go: [line + 34, -13], urge: 1 }, { t: snap + 0.4, who: def(5), go: [line + 7, -4], urge: 0.7 }, { t: snap + 0.4, who: def(6), go: [line + 7, 5], urge: 0.7 },
  { t: snap + 0.4, who: def(7), go: [line - 7, -1.6], urge: 0.82 },
  { t: 5.0, who: off(6), pose: 'throwing', before: 0.5, after: 0.8, face: -0.35 },
  { t: 5.02, who: off(6), ball: 'fly', to: off(8), dur: 2.0, how: 'tuck', peak: 6.4 },
  { t: 7.0, who: off(8), pose: 'reach', before: 0.4, after: 0.3 },
  { t: 7.02, who: off(8), ball: 'hold', how: 'tuck', go: [54.5, -10], urge: 1.08 },
  { t: 7.05, who: def(8), go: [53, -10.5], urge: 1.0 }, { t: 7.05, who: def(12), go: [53, -9], urge: 1.0 },
  { t: 9.6, who: off(8), go: [58.5, -8], urge: 0.7 },
  { t: 7.6, who: off(9), go: [57.5, -6.5], urge: 0.95 }, { t: 7.6, who: off(12), go: [56.8, -8.2], urge: 1.05 }, { t: 8.2, who: off(7), go: [56, -6], urge: 1 },
  { t: 11, who: off(8), pose: 'joy', before: 0.4, after: 4, face: Math.PI * 0.75 }, { t: 12.2, who: off(9), pose: 'joy', before: 0.4, after: 3 }, { t: 12.4, who: off(12), pose: 'joy', before: 0.4, after: 3 },
  { t: 10.4, who: def(8), pose: 'sad', before: 0.4, after: 3 }, { t: 10.8, who: def(12), pose: 'kneel', before: 0.5, after: 3 },
  { t: 10.4, who: off(8), ball: 'hold', how: 'hands' },
];

function belongs(p, game, t) {
  if (p.team === 'ref') return [clamp(game.ball.x - (p.i ? 2 : 8), 0, 52), p.i ? -24 : 7, 0.9];
  const [f, r] = (p.team === 'away' ? offence : defence)[p.i];
  return [line + f, r, 0.5];
}

export const play = () => pitch({ seconds: seconds + 1, people: people.map((p) => ({ ...p })), script, home: belongs, ball: { x: line, z: 0, y: 0.3 }, radius: 0.14, space: 0.8 });

const left = (t) => 72 - Math.max(0, Math.min(t, score) - snap);
const base = reel({
  seconds, fps, start: { away: 10, home: 17 }, goals: [{ t: score, team: 'away', points: 6, label: 'TOUCHDOWN  No. 81' }],
  clock: (t) => ({ period: 'Q2', clock: mmss(Math.ceil(left(t))) }), shown: (t) => `Q2 ${mmss(Math.ceil(left(t)))}`,
  closeUps: [{ t0: 12, t1: 14.6, look: drift({ pos: [50.4, 1.7, -1.4], at: [58.2, 1.45, -7.6], fov: 25 }, { pos: [51, 1.7, -1.8], at: [58.2, 1.45, -7.6], fov: 22 }, 12, 14.6) }],
  replays: [{ t0: 14.6, t1: 20, from: 6.3, rate: 0.46, look: drift({ pos: [36, 2.6, 1], at: [33, 2.2, -14.6], fov: 34 }, { pos: [48, 2.3, 1.5], at: [52.4, 1.2, -10.6], fov: 27 }, 14.6, 20) }],
  thirds: [{ t: 0.3, length: 2.6, team: 'away', number: '12', title: '2ND AND 8', line: 'Ottawa Valley, no time-outs left' }, { t: 20.6, length: 3.3, team: 'away', number: '81', title: 'K. DUBOIS', line: '3 catches · 96 yards · touchdown' }],
  moments: [
    { t: 5, type: 'throw', team: 'away', text_en: 'Deep throw by Ottawa Valley no. 12', text_fr: 'Longue passe du no 12 d’Ottawa Valley' },
    { t: score, type: 'touchdown', team: 'away', text_en: 'Touchdown, Ottawa Valley no. 81', text_fr: 'Touché, Ottawa Valley no 81' },
  ],
});
export const { marks } = base;

export const cues = {
  seconds, seed: 49, open: true, tense: [[3, 8.5]], gasp: [7.1], cheer: [{ t: score + 0.05, gain: 0.8, length: 8 }], groan: [score + 0.3], whistle: [score + 0.6], wipe: [14.6, 20],
  knocks: [[snap, 'tap', 0.5], [snap + 0.45, 'crunch', 1.2], [snap + 0.7, 'crunch'], [snap + 1.3, 'crunch', 0.7], [snap + 2, 'crunch', 0.6], [5.03, 'tap', 0.4], [7.03, 'thump', 0.8]].map(([t, kind, gain]) => ({ t, kind, gain })),
};

export default async function show(stage, { away, home }) {
  const game = play();
  const scene = await courtScene(stage, 'football', { away, home, people, awaySide: 1 });
  const main = operator(game, seconds, (m) => [m.ball.x, m.ball.z, ramp(20, 40, m.ball.x)], {
    limit: 52, speed: 2.4, ahead: 0.5,
    place: (x, z, zoom) => ({ pos: [x * 0.8, 14, 44], at: [x + 1.2, 1.2, z * 0.42 - 2.4], fov: lerp(19, 15.5, zoom) }),
  });
  const cheer = (t) => clamp(0.6 * bump(score, score + 0.5, score + 4, score + 8, t));
  return base.show(stage, { away, home }, game, scene, main, (t) => ({ cheer: cheer(t) }));
}
