// Chinook @ Pacific Rim, men: a three from the corner and the answer.
import { pitch } from '../game/pitch.mjs';
import { brands } from '../scene/brand.mjs';
import { bump, clamp, lerp, ramp } from '../scene/math.mjs';
import { courtScene } from '../scene/court.mjs';
import { drift, operator } from './camera.mjs';
import { mmss } from './clock.mjs';
import { reel } from './reel.mjs';

export const fps = 25;
const seconds = 22, made = 7.1, dunk = 13.6;
const squad = (team, dir, nums) => nums.map((num, i) => ({ id: `${team}.${i + 1}`, team, num, dir, i, guards: false }));
const people = [...squad('away', 1, [3, 11, 24, 32, 15]), ...squad('home', -1, [7, 12, 22, 9, 41]), { id: 'ref.1', team: 'ref', x: 2, z: -8.2, i: 0 }, { id: 'ref.2', team: 'ref', x: 8, z: 8.2, i: 1 }];
const hoop = 12.4;
const offence = [[5, 1], [7.5, 5.6], [11.2, -6.4], [8.2, -3.2], [10.6, 2.9]];

const script = [
  { t: 0, who: 'away.1', snap: [1, 1.5], ball: 'hold', how: 'dribble', go: [4.8, 2], urge: 0.45 },
  { t: 2.1, who: 'away.1', go: [5.6, 2.4], urge: 0.3 },
  { t: 2.5, who: 'away.1', ball: 'fly', to: 'away.2', dur: 0.5, how: 'dribble', peak: 0.15 },
  { t: 2.6, who: 'away.4', go: [7.9, 3.6], urge: 0.9 },
  { t: 2.7, who: 'away.1', go: [8, -1.5], urge: 0.9, until: 8 },
  { t: 3.5, who: 'away.2', go: [8.4, 0.6], urge: 0.9 },
  { t: 4.2, who: 'away.4', go: [11.4, 2], urge: 1, until: 8 },
  { t: 4.9, who: 'away.2', ball: 'fly', to: 'away.3', dur: 0.6, how: 'hands', peak: 0.3 },
  { t: 5.2, who: 'away.3', go: [11.1, -6.5], urge: 0.6, until: 8, face: Math.atan2(6.5, 1.3) },
  { t: 5.9, who: 'away.3', pose: 'jumper', before: 0.5, after: 0.9, jump: 0.42, air: 0.34 },
  { t: 5.62, who: 'away.3', ball: 'hold', how: 'high' },
  { t: 6.0, who: 'away.3', ball: 'fly', at: [hoop, 3.02, 0], dur: 1.1, peak: 1.5, drop: 0.04 },
  { t: 5.95, who: 'home.3', pose: 'block', before: 0.4, after: 0.6, jump: 0.4 },
  { t: 7.4, who: 'away.3', face: null, free: true },
  { t: 7.5, who: 'home.5', go: [13.7, -0.6], urge: 1, until: 8.9 },
  { t: 8.2, who: 'home.5', ball: 'hold', how: 'hands' },
  { t: 7.4, who: 'home.1', go: [9.5, 2.8], urge: 0.9, until: 8.9 },
  { t: 7.8, who: 'home.2', go: [-3, -5.2], urge: 0.95, until: 10.2 },
  { t: 8.7, who: 'home.5', ball: 'fly', to: 'home.1', dur: 0.45, how: 'dribble', peak: 0.2 },
  { t: 9.1, who: 'home.1', go: [-3.5, 2.2], urge: 1.12 },
  { t: 10.2, who: 'home.2', go: [-9.4, -3], urge: 1.05 },
  { t: 11.3, who: 'home.1', ball: 'fly', to: 'home.2', dur: 0.62, how: 'hands', peak: 0.5 },
  { t: 11.5, who: 'home.1', go: [-8, 4], urge: 0.8 },
  { t: 12.0, who: 'home.2', ball: 'hold', how: 'dribble', go: [-11.9, -0.9], urge: 1 },
  { t: 13.05, who: 'home.2', ball: 'hold', how: 'high' },
  { t: 13.4, who: 'home.2', pose: 'layup', before: 0.42, after: 0.7, jump: 0.82, air: 0.42, face: Math.atan2(0.9, -0.5) },
  { t: 13.46, who: 'home.2', ball: 'fly', at: [-hoop, 3.0, 0], dur: 0.16, drop: 0 },
  { t: 13.4, who: 'away.1', pose: 'block', before: 0.4, after: 0.6, jump: 0.35 },
  { t: 14.2, who: 'home.2', go: [-8, 0.5], urge: 0.5, face: null },
  { t: 14.4, who: 'home.1', go: [-8.7, 0.9], urge: 0.8 },
  { t: 14.4, who: 'home.3', go: [-7.6, 1.3], urge: 0.9 },
  { t: 14.9, who: 'home.2', pose: 'joy', before: 0.3, after: 2.7, face: 0.6 },
  { t: 15.3, who: 'home.1', pose: 'joy', before: 0.3, after: 2.4, face: 0.5 },
  { t: 15.6, who: 'home.3', pose: 'joy', before: 0.3, after: 2.0 },
  { t: 15.2, who: 'away.5', go: [-13.6, -0.5], urge: 1, until: 18 },
  { t: 18, who: 'away.5', ball: 'hold', how: 'hands' },
  { t: 18.3, who: 'away.1', go: [-9, 3], urge: 0.7, until: 19.2 },
  { t: 18.6, who: 'home.1', free: true }, { t: 18.6, who: 'home.2', free: true }, { t: 18.6, who: 'home.3', free: true },
  { t: 19.0, who: 'away.5', ball: 'fly', to: 'away.1', dur: 0.5, how: 'dribble', peak: 0.2 },
  { t: 19.4, who: 'away.1', go: [1, 1], urge: 0.62 },
];

// Attackers hold their spots; defenders stay between their man and the hoop.
function belongs(p, game, t) {
  if (p.team === 'ref') return [game.ball.x * 0.72 + (p.i ? 4 : -4), p.i ? 8.2 : -8.2, 0.8];
  const attackRight = t < 7.6 || t > 18.6, mine = (p.team === 'away') === attackRight;
  const s = attackRight ? 1 : -1;
  if (mine) {
    const [x, z] = offence[p.i];
    return [s * x, s > 0 ? z : -z, t > 7.6 && t < 12 ? 1 : 0.75];
  }
  const man = game.by[`${p.team === 'away' ? 'home' : 'away'}.${p.i + 1}`];
  p.guards = Math.abs(man.x - s * hoop) < 10;
  const k = game.mode.who === man ? 0.2 : 0.34;
  return [lerp(man.x, s * hoop, k), lerp(man.z, 0, k), 1];
}

export const play = () => pitch({ seconds: seconds + 1, people: people.map((p) => ({ ...p })), script, home: belongs, ball: { x: 1.4, z: 1.6 }, radius: 0.125, space: 0.85 });

const replayCut = drift({ pos: [-9.2, 1.1, -8.6], at: [-11.4, 2.1, -0.6], fov: 38 }, { pos: [-9.9, 1.0, -8.2], at: [-11.9, 2.3, -0.5], fov: 33 }, 16, 20);
const says = {
  en: { three: 'THREE  No. 24', dunk: 'DUNK  No. 12', title: 'D. OSEI', line: '19 points · 4 of 6 from three' },
  fr: { three: 'TROIS POINTS  No 24', dunk: 'SMASH  No 12', title: 'T. GAGNON', line: '19 points · 4 en 6 de loin' },
};

const plan = ({ away, home, brand = brands.northline }, w = says[brand.language]) => reel({
  seconds, fps, start: { away: 58, home: 61 },
  goals: [{ t: made, team: 'away', points: 3, label: w.three }, { t: dunk + 0.05, team: 'home', points: 2, label: w.dunk }],
  clock: (t) => ({ period: 'Q3', clock: mmss(Math.ceil(280 - t)) }), shown: (t) => `Q3 ${mmss(Math.ceil(280 - t))}`,
  closeUps: [{ t0: 14.4, t1: 16, look: drift({ pos: [-3.6, 1.5, 3.4], at: [-8.2, 1.35, 0.6], fov: 30 }, { pos: [-3.9, 1.5, 3.1], at: [-8.2, 1.4, 0.7], fov: 27 }, 14.4, 16) }],
  replays: [{ t0: 16, t1: 19.6, from: 12.3, rate: 0.42, look: replayCut }],
  thirds: [{ t: 1, length: 4, team: 'away', number: '24', title: w.title, line: w.line }],
  moments: [
    { t: made, type: 'score', team: 'away', text_en: `Three-pointer, ${away.name} no. 24, from the corner`, text_fr: `Panier de trois, ${away.name} no 24, du coin` },
    { t: dunk + 0.05, type: 'score', team: 'home', text_en: `Dunk, ${home.name} no. 12, on the break`, text_fr: `Smash, ${home.name} no 12, en contre-attaque` },
  ],
});
export const marks = (sides) => plan(sides).marks();

const bounces = (a, b) => Array.from({ length: Math.floor((b - a) / 0.56) }, (_, i) => ({ t: a + i * 0.56, kind: 'bounce' }));
export const cues = {
  seconds, seed: 43, tense: [[4, 6.8], [10, 13.3]], groan: [7.3], cheer: [{ t: dunk + 0.05, gain: 1, length: 7 }], whistle: [],
  wipe: [16, 19.6], organ: [{ t: 0, bpm: 124, notes: [[48, 0.5], [48, 0.5], [0, 0.5], [51, 0.5], [48, 0.5], [0, 0.5], [46, 0.5], [48, 1]] }],
  knocks: [...bounces(0.3, 2.4), ...bounces(3.1, 4.8), ...bounces(9.2, 11.2), ...bounces(12.1, 13), ...bounces(19.6, 21.8), { t: 3, kind: 'tap', gain: 0.4 }, { t: 5.5, kind: 'tap', gain: 0.4 }, { t: made, kind: 'swish' }, { t: 7.9, kind: 'bounce' }, { t: 9.2, kind: 'tap', gain: 0.4 }, { t: 11.9, kind: 'tap', gain: 0.4 }, { t: dunk, kind: 'crunch', gain: 1.3 }, { t: dunk + 0.02, kind: 'boards', gain: 0.6 },
    ...[1.2, 2.2, 3.6, 4.1, 4.6, 5.4, 6.6, 9.3, 10.1, 11.8, 12.6, 13.1, 20.3].map((t) => ({ t, kind: 'squeak', pan: Math.sin(t * 9) * 0.5 }))],
};

export default async function show(stage, sides) {
  const { away, home, brand } = sides;
  const game = play();
  const scene = await courtScene(stage, 'basketball', { away, home, brand, people, awaySide: -1 });
  const main = operator(game, seconds, (m) => [m.ball.x, m.ball.z, ramp(4, 10, Math.abs(m.ball.x))], {
    limit: 8.6, speed: 2.8, ahead: 0.6,
    place: (x, z, zoom) => ({ pos: [x * 0.5, 5.6, 17.6], at: [x, 1.15, z * 0.2 - 0.6], fov: lerp(26.5, 24, zoom) }),
  });
  const cheer = (t) => clamp(bump(dunk, dunk + 0.4, dunk + 4, dunk + 7, t) + 0.22 * bump(made, made + 0.3, made + 1.2, made + 3, t));
  const swing = (t) => (t > made && t < made + 0.7 ? { side: 1, k: Math.sin((t - made) / 0.7 * 3.14) } : t > dunk && t < dunk + 0.9 ? { side: -1, k: Math.sin((t - dunk) / 0.9 * 3.14) } : { side: 0, k: 0 });
  return plan(sides).show(stage, sides, game, scene, main, (t) => ({ cheer: cheer(t), swing: swing(t) }));
}
