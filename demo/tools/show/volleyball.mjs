// Kawartha @ Ottawa Valley, women: one long rally of the fourth set, and a block.
import { pitch } from '../game/pitch.mjs';
import { brands } from '../scene/brand.mjs';
import { bump, clamp, ramp } from '../scene/math.mjs';
import { courtScene } from '../scene/court.mjs';
import { drift, operator } from './camera.mjs';
import { reel } from './reel.mjs';

export const fps = 25;
const seconds = 20, point = 10.75;
const places = [[-7.2, 3], [-2.2, 3.1], [-1.6, 0], [-2.2, -3.1], [-7.2, -2.8], [-6.4, 0.2]];
const squad = (team, s, nums) => nums.map((num, i) => ({ id: `${team}.${i + 1}`, team, num, dir: -s, i, side: s, ready: true, roam: 0.18, speed: 6.4 }));
const people = [...squad('away', 1, [4, 10, 7, 15, 2, 9]), ...squad('home', -1, [6, 13, 1, 11, 8, 5]), { id: 'ref.1', team: 'ref', x: 0, z: -6.15, i: 0, roam: 0, face: Math.PI / 2 }];

const faceNet = (side) => (side > 0 ? 0 : Math.PI);
// A touch: who plays it at t in which way, and where the ball goes next.
const touch = (t, who, pose, to, dur, peak, o = {}) => [
  { t, who, pose, before: o.before ?? 0.5, after: 0.7, jump: o.jump, air: 0.34 },
  { t, ball: 'fly', at: to, dur, peak, drop: 0.3, ...(o.bounce ? { bounce: o.bounce } : {}) },
];
const run = (t, who, at, urge = 1, until = t + 2.2) => ({ t, who, go: at, urge, until });

const script = [
  { t: 0, who: 'away.1', snap: [-10.2, 2.6], ball: 'hold', how: 'toss', go: [-9.9, 2.6], until: 2.2 },
  { t: 0.95, ball: 'fly', at: [-9.55, 2.3, 2.6], dur: 0.65, peak: 0.8 },
  ...touch(1.6, 'away.1', 'serve', [6.4, 0.8, -2.2], 1.15, 1.5, { before: 0.7 }),
  run(1.9, 'home.5', [6.7, -2.2]), run(1.7, 'away.1', [-7, 2.8], 0.9, 30),
  ...touch(2.75, 'home.5', 'bump', [1.3, 2.1, 0.5], 1.15, 1.5),
  run(2.8, 'home.3', [1.45, 0.5]), run(3.1, 'home.4', [2.8, -3.4], 0.8, 4.5), run(3, 'home.2', [2.2, 2.6], 0.8, 5),
  ...touch(3.9, 'home.3', 'set', [0.75, 2.95, -3.2], 0.95, 1.0),
  run(4.3, 'home.4', [1.05, -3.25], 1, 6), run(4, 'away.2', [-0.65, -2.6], 1, 5.7), run(4, 'away.3', [-0.65, -1.6], 1, 5.7),
  ...touch(4.85, 'home.4', 'spike', [-6.1, 0.7, 2.2], 0.42, 0, { jump: 0.62, before: 0.55 }),
  { t: 4.85, who: 'away.2', pose: 'block', before: 0.35, after: 0.5, jump: 0.5, air: 0.32 }, { t: 4.88, who: 'away.3', pose: 'block', before: 0.35, after: 0.5, jump: 0.48, air: 0.32 },
  run(4.3, 'away.1', [-6.4, 2.2]),
  ...touch(5.27, 'away.1', 'bump', [-1.4, 2.1, -0.3], 1.35, 2.0),
  run(5.5, 'away.3', [-1.55, -0.3]), run(5.8, 'away.4', [-2.9, 3.6], 0.9, 6.9), run(5.6, 'away.2', [-2.4, -2.8], 0.8, 7),
  ...touch(6.62, 'away.3', 'set', [-0.75, 3.0, 3.1], 0.95, 1.1),
  run(6.9, 'away.4', [-1.05, 3.1], 1, 8.4), run(6.7, 'home.2', [0.65, 2.5], 1, 8), run(6.7, 'home.3', [0.65, 1.5], 1, 8),
  ...touch(7.57, 'away.4', 'spike', [6.3, 0.6, 1.4], 0.46, 0, { jump: 0.62, before: 0.55 }),
  { t: 7.57, who: 'home.2', pose: 'block', before: 0.35, after: 0.5, jump: 0.5, air: 0.32 }, { t: 7.6, who: 'home.3', pose: 'block', before: 0.35, after: 0.5, jump: 0.46, air: 0.32 },
  run(7.1, 'home.6', [6.6, 1.4]),
  ...touch(8.03, 'home.6', 'bump', [1.3, 2.1, -0.2], 1.2, 1.7),
  run(8.2, 'home.3', [1.45, -0.2]), run(8.4, 'home.2', [2.6, 1.6], 0.9, 9.4),
  ...touch(9.23, 'home.3', 'set', [0.6, 2.85, 1.1], 0.62, 0.45),
  run(9.3, 'home.2', [0.85, 1.1], 1, 11), run(9.1, 'away.3', [-0.6, 0.9], 1, 11), run(9.1, 'away.4', [-0.6, 1.7], 1, 11),
  ...touch(9.85, 'home.2', 'spike', [-0.05, 2.5, 1.15], 0.1, 0, { jump: 0.6, before: 0.5 }),
  { t: 9.9, who: 'away.3', pose: 'block', before: 0.4, after: 0.6, jump: 0.56, air: 0.34 }, { t: 9.92, who: 'away.4', pose: 'block', before: 0.4, after: 0.6, jump: 0.52, air: 0.34 },
  { t: 9.95, ball: 'fly', at: [2.6, 0.12, 1.9], dur: 0.36, drop: 1 },
  ...['away.3', 'away.4', 'away.2', 'away.1', 'away.6', 'away.5'].map((who, i) => run(10.5 + i * 0.08, who, [-3 + Math.cos(i * 1.05) * 0.75, 1.1 + Math.sin(i * 1.05) * 0.75], 0.9, 16)),
  ...['away.3', 'away.4', 'away.2', 'away.1', 'away.6', 'away.5'].map((who, i) => ({ t: 11.3 + i * 0.12, who, pose: 'joy', before: 0.4, after: 2.6 })),
  ...['home.2', 'home.6'].map((who) => ({ t: 11.2, who, pose: 'sad', before: 0.4, after: 2 })),
];

function belongs(p, game, t) {
  if (p.team === 'ref') return [0, -6.15, 0.3];
  const [x, z] = places[p.i];
  p.hold = t < 10.6 ? (game.ball.x * p.side > -1 || Math.abs(game.ball.x) < 2 ? null : faceNet(p.side)) : null;
  return [p.side * x, p.side * z + clamp(game.ball.z * 0.12, -0.5, 0.5), 0.75];
}

export const play = () => pitch({ seconds: seconds + 1, people: people.map((p) => ({ ...p })), script, home: belongs, ball: { x: -9.7, z: 2.6, y: 1.4 }, radius: 0.115, space: 0.75 });

const set4 = (t) => (t < point ? '18–16' : '19–16');
const says = {
  en: { set: 'SET 4', block: 'BLOCK  No. 7', title: 'M. LACHANCE', line: '6 blocks tonight' },
  fr: { set: 'MANCHE 4', block: 'CONTRE  No 7', title: 'R. TREMBLAY', line: '6 contres ce soir' },
};

const plan = ({ away, home, brand = brands.northline }, w = says[brand.language]) => reel({
  seconds, fps, start: { away: 2, home: 1 },
  goals: [{ t: point, team: 'away', hidden: true, label: w.block }],
  clock: (t) => ({ period: 'S4', clock: set4(t) }), shown: (t) => `${w.set}  ${set4(t)}`,
  closeUps: [{ t0: 12, t1: 13.6, look: drift({ pos: [-8.4, 1.7, 5.4], at: [-3.1, 1.3, 1.1], fov: 29 }, { pos: [-8.1, 1.65, 5.2], at: [-3, 1.4, 1.1], fov: 26 }, 12, 13.6) }],
  replays: [{ t0: 13.6, t1: 17.2, from: 8.9, rate: 0.42, look: drift({ pos: [4.9, 1.5, -6.0], at: [-0.2, 2.1, 1.2], fov: 40 }, { pos: [4.4, 1.4, -5.7], at: [-0.3, 2.3, 1.2], fov: 34 }, 13.6, 17.2) }],
  thirds: [{ t: 17.8, length: 2.1, team: 'away', number: '7', title: w.title, line: w.line }],
  moments: [
    { t: 1.6, type: 'serve', team: 'away', text_en: `Serve, ${away.name} no. 4`, text_fr: `Service, ${away.name} no 4` },
    { t: 7.57, type: 'rally', team: 'home', text_en: `Ten touches and a dig by ${home.name} no. 5`, text_fr: `Dix touches et une récupération du no 5, ${home.name}` },
    { t: point, type: 'score', team: 'away', text_en: `Block, ${away.name} no. 7: 19–16`, text_fr: `Bloc, ${away.name} no 7 : 19–16` },
  ],
});
export const marks = (sides) => plan(sides).marks();

export const cues = {
  seconds, seed: 45, tense: [[3, 10.2]], gasp: [5.3, 8.05], cheer: [{ t: 10.4, gain: 0.8, length: 7 }], whistle: [0.2, 10.7], wipe: [13.6, 17.2],
  knocks: [[1.6, 'spike', 0.7], [2.75, 'thump'], [3.9, 'tap', 0.3], [4.85, 'spike'], [5.27, 'thump'], [6.62, 'tap', 0.3], [7.57, 'spike'], [8.03, 'thump'], [9.23, 'tap', 0.3], [9.85, 'spike'], [9.95, 'thump', 1], [10.31, 'bounce'], [10.9, 'bounce', 0.6]].map(([t, kind, gain]) => ({ t, kind, gain, pan: Math.sin(t * 3) * 0.4 }))
    .concat([2.4, 3.4, 4.4, 5.0, 6.2, 7.2, 7.8, 8.7, 9.5, 10.9].map((t) => ({ t, kind: 'squeak', pan: Math.cos(t * 5) * 0.5 }))),
};

export default async function show(stage, sides) {
  const { away, home, brand } = sides;
  const game = play();
  const scene = await courtScene(stage, 'volleyball', { away, home, brand, people, women: true, awaySide: -1 });
  const main = operator(game, seconds, (m) => [m.ball.x * 0.5, m.ball.z, 0], {
    limit: 3.4, speed: 2, ahead: 0.4,
    place: (x) => ({ pos: [x * 0.7 - 5.6, 5.9, 14.2], at: [x - 0.3, 1.3, -0.1], fov: 29 }),
  });
  const cheer = (t) => clamp(0.85 * bump(10.3, 10.8, 14, 17, t) + 0.2 * ramp(4, 9, t) * (1 - ramp(10, 10.6, t)));
  return plan(sides).show(stage, sides, game, scene, main, (t) => ({ cheer: cheer(t) }));
}
