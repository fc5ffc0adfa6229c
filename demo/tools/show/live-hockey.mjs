// Laurentide @ Fundy: two minutes of the second period that end where they began.
import { hockey } from '../game/hockey.mjs';
import { bump, clamp } from '../scene/math.mjs';
import { hockeyScene } from '../scene/hockey.mjs';
import { drift } from './camera.mjs';
import { mmss, played } from './clock.mjs';
import { mainCamera } from './hockey-camera.mjs';
import { script } from './live-hockey-script.mjs';
import { reel } from './reel.mjs';

export const fps = 25;
const seconds = 120;
const runs = [[3, 26.4], [33.4, 44], [62.6, 79.66], [98, 115.5]];
const goals = [{ t: 44, team: 'away', label: 'GOAL  LAURENTIDE  No. 17' }, { t: 79.66, team: 'home', label: 'GOAL  FUNDY  No. 8' }];
const replays = [
  { t0: 52, t1: 58, from: 41.8, rate: 0.5, look: drift({ pos: [29.3, 3.2, 6.4], at: [19, 0.7, -3], fov: 40 }, { pos: [29.3, 2.9, 5.6], at: [22, 0.7, -2], fov: 36 }, 52, 58) },
  { t0: 88, t1: 94, from: 77.6, rate: 0.42, look: drift({ pos: [-29.2, 3.4, -5.8], at: [-16, 0.6, 2.4], fov: 42 }, { pos: [-29.2, 3.0, -5.2], at: [-21, 0.7, 1], fov: 36 }, 88, 94) },
];
const closeUps = [
  { t0: 28, t1: 32, look: drift({ pos: [-21.9, 1.3, -3.3], at: [-25.4, 0.9, 0.2], fov: 36 }, { pos: [-22.1, 1.25, -2.7], at: [-25.4, 0.95, 0.1], fov: 32 }, 28, 32) },
  { t0: 46, t1: 52, look: drift({ pos: [17.4, 1.75, -4.6], at: [23.6, 1.35, -10.2], fov: 27 }, { pos: [18.2, 1.7, -4.2], at: [23.8, 1.4, -10.3], fov: 23 }, 46, 52) },
  { t0: 82, t1: 88, look: drift({ pos: [-16.6, 1.75, 3.2], at: [-22.6, 1.3, 9.4], fov: 29 }, { pos: [-17.2, 1.7, 2.8], at: [-22.7, 1.35, 9.5], fov: 25 }, 82, 88) },
];
const thirds = [
  { t: 28.5, length: 3.3, team: 'away', number: '1', title: 'É. GAUVREAU', line: 'Goaltender · 14 saves on 16 shots' },
  { t: 58.7, length: 4.4, team: 'away', number: '17', title: 'GOAL · T. BEAULIEU', line: '9th of the season · assists 11, 4' },
  { t: 94.7, length: 3.4, team: 'home', number: '8', title: 'GOAL · J. MACPHAIL', line: '12th of the season · assists 44, 5' },
];
const notes = [{ t: 12.9, length: 3, text: 'SHOTS  LAU 14   FUN 11' }, { t: 105.8, length: 4, text: 'SHOTS  LAU 18   FUN 16' }];

const moments = [
  { t: 3, type: 'faceoff', team: '', text_en: 'Faceoff in the neutral zone', text_fr: 'Mise au jeu en zone neutre' },
  { t: 12.9, type: 'save', team: 'home', text_en: 'Pad save on no. 17', text_fr: 'Arrêt de la jambière devant le 17' },
  { t: 25.3, type: 'save', team: 'away', text_en: 'Glove save on a slap shot from the point', text_fr: 'Arrêt de la mitaine sur un tir de la pointe' },
  { t: 44, type: 'goal', team: 'away', text_en: 'Goal, Laurentide no. 17. Wrist shot from the left circle', text_fr: 'But, Laurentide no 17. Tir des poignets du cercle gauche' },
  { t: 79.66, type: 'goal', team: 'home', text_en: 'Goal, Fundy no. 8. Tip-in from the point', text_fr: 'But, Fundy no 8. Déviation d’un tir de la pointe' },
  { t: 105.7, type: 'save', team: 'home', text_en: 'Two saves in a row by no. 35', text_fr: 'Deux arrêts de suite du no 35' },
  { t: 114.75, type: 'save', team: 'away', text_en: 'Glove save on no. 14', text_fr: 'Arrêt de la mitaine devant le 14' },
];

const clock = (t) => mmss(Math.ceil(550 - played(runs, t)));
const base = reel({
  seconds, fps, goals, replays, closeUps, thirds, notes, moments, start: { away: 2, home: 2 }, loop: 2.4,
  clock: (t) => ({ period: 'P2', clock: clock(t) }), shown: (t) => `P2 ${clock(t)}`,
});
export const { marks } = base;

/** What the sound follows. */
export const cues = {
  seconds,
  loop: true,
  horn: [80.0],
  whistle: [26.4, 44.6, 80.3, 115.5],
  cheer: [{ t: 79.7, gain: 1, length: 13 }, { t: 44.1, gain: 0.42, length: 7 }],
  gasp: [12.95, 25.35, 72.2, 105.75, 106.8, 114.8],
  groan: [44.2],
  tense: [[9, 13], [20, 25.2], [39, 43.9], [68, 79.6], [102, 107], [110, 114.6]],
  wipe: [0, 52, 58, 88, 94],
  chant: [[58.5, 66], [94, 101]],
  knocks: script.filter((e) => ['pass', 'shot', 'clear', 'drop'].includes(e.do)).map((e) => ({ t: e.t, kind: e.do === 'shot' ? (e.slap ? 'slap' : 'shot') : 'tap', end: e.t + (e.dur ?? 0.2), boards: !!e.boards })),
  skates: true,
};

const play = () => hockey({
  seconds: seconds + 1, dir: 1, seed: 7, script,
  away: [17, 21, 11, 4, 7, 1], home: [8, 14, 23, 44, 5, 35],
});

function cheerAt(t) {
  const home = bump(79.7, 80.3, 88, 94, t), away = 0.3 * bump(44.1, 44.7, 48, 52, t);
  const lift = [12.9, 25.3, 72.1, 105.7].reduce((s, x) => s + 0.16 * bump(x, x + 0.3, x + 1, x + 2.4, t), 0);
  return clamp(home + away + lift);
}

function lampAt(t) {
  const g = goals.find((x) => t > x.t && t < x.t + 5);
  return g ? (g.team === 'away' ? 1 : -1) : 0;
}

export default async function show(stage, { away, home }) {
  const game = play();
  const scene = await hockeyScene(stage, { away, home, awaySide: 1 });
  return base.show(stage, { away, home }, game, scene, mainCamera(game, seconds), (t) => ({ cheer: cheerAt(t), lamp: lampAt(t) }));
}
