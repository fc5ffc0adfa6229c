// Pacific Rim @ Assiniboia, women: down the right, across, and in.
import { pitch } from '../game/pitch.mjs';
import { bump, clamp, lerp, ramp } from '../scene/math.mjs';
import { courtScene } from '../scene/court.mjs';
import { drift, operator } from './camera.mjs';
import { reel } from './reel.mjs';

export const fps = 25;
const seconds = 24, goal = 12.72;
// A 4-3-3 in the direction of attack: keeper first.
const shape = [[-44, 0], [-20, 16], [-24, 5.5], [-24, -5.5], [-20, -16], [-9, 9], [-13, 0], [-9, -9], [8, 15], [12, 0], [8, -15]];
const squad = (team, dir, nums, keeper) => nums.map((num, i) => ({ id: `${team}.${i + 1}`, team, num, dir, i, roam: 1.4, speed: 7.6, keeper: i === 0 ? keeper : null, ready: i === 0, stride: 1.5 }));
const people = [...squad('away', 1, [1, 2, 4, 5, 3, 8, 6, 10, 7, 9, 11], '#e7d531'), ...squad('home', -1, [23, 12, 14, 15, 13, 18, 16, 20, 17, 19, 21], '#37b34a'), { id: 'ref.1', team: 'ref', x: 2, z: 8, i: 0, roam: 1 }];

const script = [
  { t: 0, who: 'away.6', snap: [2, 10], ball: 'hold', how: 'feet', go: [7, 12], urge: 0.45 },
  { t: 1.6, who: 'away.6', pose: 'kick', before: 0.3, after: 0.5, arg: 0.2 },
  { t: 1.6, who: 'away.6', ball: 'fly', to: 'away.7', dur: 0.95, how: 'feet' },
  { t: 0.8, who: 'away.7', go: [12, 2], urge: 0.6, until: 4.2 },
  { t: 3.0, who: 'away.7', go: [15, 4], urge: 0.5, until: 5 },
  { t: 2.2, who: 'away.9', go: [26, 21], urge: 0.8, until: 5.4 },
  { t: 3.8, who: 'away.7', pose: 'kick', before: 0.3, after: 0.5, arg: 0.4 },
  { t: 3.8, who: 'away.7', ball: 'fly', to: 'away.9', dur: 1.25, how: 'feet', peak: 1.2 },
  { t: 5.1, who: 'away.9', go: [40, 24], urge: 1.06 },
  { t: 4.6, who: 'away.10', go: [41.5, 1], urge: 0.92, until: 13 },
  { t: 4.6, who: 'away.11', go: [42, -7], urge: 0.9, until: 13 },
  { t: 4.8, who: 'away.8', go: [33, 3], urge: 0.85, until: 13 },
  { t: 5, who: 'home.5', go: [41, 20.5], urge: 1, until: 9.5 },
  { t: 6, who: 'home.3', go: [43.6, 2.6], urge: 0.95, until: 13 }, { t: 6, who: 'home.4', go: [44, -4.6], urge: 0.95, until: 13 }, { t: 6, who: 'home.2', go: [43.2, -9.5], urge: 0.95, until: 13 },
  { t: 8.2, who: 'away.9', go: [43.5, 19.5], urge: 0.9 },
  { t: 9.6, who: 'away.9', pose: 'kick', before: 0.35, after: 0.5, arg: 0.8 },
  { t: 9.6, who: 'away.9', ball: 'fly', at: [43.4, 0.5, -4.2], dur: 1.35, peak: 3.2, drop: 0.2 },
  { t: 10.2, who: 'away.11', go: [43.0, -4.6], urge: 1, until: 13 },
  { t: 10.98, who: 'away.11', ball: 'hold', how: 'feet' },
  { t: 11.1, who: 'away.11', go: [44.6, -4.9], urge: 0.7, until: 13 },
  { t: 12.2, who: 'away.11', pose: 'kick', before: 0.4, after: 0.6, arg: 0.9 },
  { t: 12.2, who: 'away.11', ball: 'fly', at: [53.9, 1.5, 2.7], dur: 0.56, peak: 0.15, drop: 0.02 },
  { t: 6, who: 'home.1', go: [51.6, 0.6], urge: 0.8, until: 11.9, face: Math.PI },
  { t: 11.9, who: 'home.1', go: [51.6, 1.4], urge: 1, until: 15, face: Math.PI },
  { t: 12.55, who: 'home.1', pose: 'stretch', before: 0.42, after: 1.3, jump: 0.55, air: 0.4, dive: -1.15 },
  { t: 13.1, who: 'away.11', go: [42, -26], urge: 1, until: 40 },
  ...['away.10', 'away.8', 'away.9', 'away.6'].map((who, i) => ({ t: 13.4 + i * 0.2, who, go: [42 + Math.cos(i * 1.6) * 1.1, -26 + Math.sin(i * 1.6) * 1.1], urge: 1, until: 40 })),
  { t: 13.9, who: 'away.11', pose: 'joy', before: 0.4, after: 5.5 },
  ...['away.10', 'away.8', 'away.9', 'away.6'].map((who, i) => ({ t: 15.6 + i * 0.3, who, pose: 'joy', before: 0.4, after: 3.4 })),
  { t: 14.6, who: 'home.3', pose: 'sad', before: 0.4, after: 3 }, { t: 14.9, who: 'home.4', pose: 'sad', before: 0.4, after: 3 },
];

function belongs(p, game, t) {
  const b = game.ball;
  if (p.team === 'ref') return [b.x - 9, b.z * 0.6 + 6, 0.8];
  const [f, r] = shape[p.i];
  if (p.i === 0) return [p.dir * (-49 + clamp((b.x * p.dir + 52) * 0.08, 0, 6)), b.z * 0.06, 0.5];
  if (t > 13.2 && p.team === 'home') return [p.dir * f * 0.6 + 8, r * p.dir * 0.8, 0.3];
  const attacking = game.owner !== 'home' === (p.team === 'away');
  const push = attacking ? 0.78 : 0.74;
  let x = p.dir * f * 0.72 + b.x * push + (attacking ? 4 : 3) * p.dir * (attacking ? 1 : -1);
  let z = r * p.dir * 0.82 + b.z * 0.3;
  if (!attacking && p.i > 0) {
    const d = Math.hypot(p.x - b.x, p.z - b.z);
    if (d < 9) [x, z] = [lerp(x, b.x + 1.8, 0.7), lerp(z, b.z * 0.94, 0.7)];
  }
  return [clamp(x, -50, 49), clamp(z, -32, 32), 0.72];
}

export const play = () => pitch({ seconds: seconds + 1, people: people.map((p) => ({ ...p })), script, home: belongs, ball: { x: 2.5, z: 10 }, radius: 0.125, space: 1.2 });

const minute = (t) => 63 + Math.floor((t + 38) / 60);
const base = reel({
  seconds, fps, start: { away: 0, home: 0 }, goals: [{ t: goal, team: 'away', label: 'GOAL  PACIFIC RIM  No. 11' }],
  clock: (t) => ({ period: 'H2', clock: `${minute(t)}′` }), shown: (t) => `${minute(t) - 1}:${String(Math.floor((t + 38) % 60)).padStart(2, '0')}`,
  closeUps: [{ t0: 15.6, t1: 18, look: drift({ pos: [40.4, 1.7, -15], at: [42, 1.35, -26], fov: 27 }, { pos: [40.8, 1.65, -15.6], at: [42, 1.35, -26], fov: 23 }, 15.6, 18) }],
  replays: [{ t0: 18, t1: 22, from: 11.35, rate: 0.42, look: drift({ pos: [56.6, 3.6, 7.4], at: [45.6, 0.9, -4.2], fov: 38 }, { pos: [56.4, 3.2, 6.8], at: [49, 1.1, -1.8], fov: 33 }, 18, 22) }],
  thirds: [{ t: 1, length: 4, team: 'home', number: '23', title: 'R. CARDINAL', line: 'Goalkeeper · 5 saves' }],
  moments: [
    { t: 3.8, type: 'chance', team: 'away', text_en: 'Through ball down the right', text_fr: 'Passe en profondeur à droite' },
    { t: goal, type: 'goal', team: 'away', text_en: 'Goal, Pacific Rim no. 11, into the top corner', text_fr: 'But, Pacific Rim no 11, dans la lucarne' },
  ],
});
export const { marks } = base;

export const cues = {
  seconds, seed: 47, open: true, tense: [[4, 12.5]], cheer: [{ t: goal + 0.05, gain: 0.85, length: 9 }], groan: [goal + 0.2], whistle: [15.4], wipe: [18, 22],
  knocks: [[1.6, 'thump'], [2.55, 'thump', 0.5], [3.8, 'kick'], [5.05, 'thump', 0.5], [6, 'thump', 0.4], [7, 'thump', 0.4], [8, 'thump', 0.4], [9.6, 'kick'], [10.98, 'thump', 0.6], [12.2, 'kick', 1.4], [goal, 'swish', 1.2]].map(([t, kind, gain]) => ({ t, kind, gain })),
};

export default async function show(stage, { away, home }) {
  const game = play();
  const scene = await courtScene(stage, 'soccer', { away, home, people, women: true, awaySide: 1 });
  const main = operator(game, seconds, (m) => [m.ball.x, m.ball.z, ramp(24, 44, m.ball.x)], {
    limit: 40, speed: 2.1, ahead: 0.8,
    place: (x, z, zoom) => ({ pos: [x * 0.62, 13.5, 49], at: [x, 1.6, z * 0.36 - 3.4], fov: lerp(17.2, 15.2, zoom) }),
  });
  const cheer = (t) => clamp(0.7 * bump(goal, goal + 0.5, goal + 4, goal + 8, t));
  return base.show(stage, { away, home }, game, scene, main, (t) => ({ cheer: cheer(t) }));
}
