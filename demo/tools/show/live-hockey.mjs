// Laurentide @ Fundy: two minutes of the second period that end where they began.
import { hockey } from '../game/hockey.mjs';
import { bump, clamp, ramp } from '../scene/math.mjs';
import { badge, fit, lowerThird, scoreBug, watermark, wipe } from '../scene/bug.mjs';
import { hockeyScene } from '../scene/hockey.mjs';
import { lastGoal, mmss, played, scoreAt, timeline } from './clock.mjs';
import { drift, mainCamera } from './hockey-camera.mjs';
import { script } from './live-hockey-script.mjs';

const seconds = 120, fps = 25, wipeLength = 2.4;
const runs = [[3, 26.4], [33.4, 43.5], [62.6, 79.66], [98, 115.5]];
const start = { away: 2, home: 2 };
const goals = [{ t: 43.5, team: 'away', who: 17 }, { t: 79.66, team: 'home', who: 8 }];
const replays = [
  { t0: 52, t1: 58, from: 41.3, rate: 0.5, look: drift({ pos: [29.3, 3.2, 6.4], at: [19, 0.7, -3], fov: 40 }, { pos: [29.3, 2.9, 5.6], at: [22, 0.7, -2], fov: 36 }, 52, 58) },
  { t0: 88, t1: 94, from: 77.6, rate: 0.42, look: drift({ pos: [-29.2, 3.4, -5.8], at: [-16, 0.6, 2.4], fov: 42 }, { pos: [-29.2, 3.0, -5.2], at: [-21, 0.7, 1], fov: 36 }, 88, 94) },
];
const closeUps = [
  { t0: 28, t1: 32, look: drift({ pos: [-18.6, 1.7, 6.2], at: [-25.4, 0.95, 0], fov: 25 }, { pos: [-18.9, 1.6, 5.4], at: [-25.4, 1.0, 0.1], fov: 21 }, 28, 32) },
  { t0: 46, t1: 52, look: drift({ pos: [17.4, 1.75, -4.6], at: [23.6, 1.35, -10.2], fov: 27 }, { pos: [18.2, 1.7, -4.2], at: [23.8, 1.4, -10.3], fov: 23 }, 46, 52) },
  { t0: 82, t1: 88, look: drift({ pos: [-17.2, 1.9, 16.5], at: [-22.6, 1.3, 9.6], fov: 27 }, { pos: [-18.0, 1.8, 16.2], at: [-22.8, 1.35, 9.7], fov: 23 }, 82, 88) },
];
const thirds = [
  { t: 28.5, length: 3.3, team: 'away', number: '1', title: 'É. GAUVREAU', line: 'Goaltender · 14 saves on 16 shots' },
  { t: 58.7, length: 4.4, team: 'away', number: '17', title: 'GOAL · T. BEAULIEU', line: '9th of the season · assists 11, 4' },
  { t: 94.7, length: 3.4, team: 'home', number: '8', title: 'GOAL · J. MACPHAIL', line: '12th of the season · assists 44, 5' },
];
const notes = [{ t: 12.9, length: 3, text: 'SHOTS  LAU 14   FUN 11' }, { t: 105.8, length: 4, text: 'SHOTS  LAU 18   FUN 16' }];

/** Key moments in both languages, for the server that follows this video. */
export const moments = [
  { t: 3, type: 'faceoff', team: '', text_en: 'Faceoff in the neutral zone', text_fr: 'Mise au jeu en zone neutre' },
  { t: 12.9, type: 'save', team: 'home', text_en: 'Pad save on no. 17', text_fr: 'Arrêt de la jambière devant le 17' },
  { t: 25.3, type: 'save', team: 'away', text_en: 'Glove save on a slap shot from the point', text_fr: 'Arrêt de la mitaine sur un tir de la pointe' },
  { t: 43.5, type: 'goal', team: 'away', text_en: 'Goal, Laurentide no. 17. Wrist shot from the left circle', text_fr: 'But, Laurentide no 17. Tir des poignets du cercle gauche' },
  { t: 79.66, type: 'goal', team: 'home', text_en: 'Goal, Fundy no. 8. Tip-in from the point', text_fr: 'But, Fundy no 8. Déviation d’un tir de la pointe' },
  { t: 105.7, type: 'save', team: 'home', text_en: 'Two saves in a row by no. 35', text_fr: 'Deux arrêts de suite du no 35' },
  { t: 114.75, type: 'save', team: 'away', text_en: 'Glove save on no. 14', text_fr: 'Arrêt de la mitaine devant le 14' },
];

function stateAt(t) {
  return { ...scoreAt(start, goals, t), period: 'P2', clock: mmss(Math.ceil(550 - played(runs, t))) };
}

export const marks = () => timeline(seconds, stateAt, moments);

/** What the sound follows. */
export const cues = {
  seconds,
  loop: true,
  horn: [80.0],
  whistle: [26.4, 44.1, 80.3, 115.5],
  cheer: [{ t: 79.7, gain: 1, length: 13 }, { t: 43.6, gain: 0.42, length: 7 }],
  gasp: [12.95, 25.35, 72.2, 105.75, 106.8, 114.8],
  groan: [43.7],
  tense: [[9, 13], [20, 25.2], [39, 43.4], [68, 79.6], [102, 107], [110, 114.6]],
  wipe: [0, 52, 58, 88, 94],
  chant: [[58.5, 66], [94, 101]],
  knocks: script.filter((e) => ['pass', 'shot', 'clear', 'drop'].includes(e.do)).map((e) => ({ t: e.t, kind: e.do === 'shot' ? (e.slap ? 'slap' : 'shot') : 'tap', end: e.t + (e.dur ?? 0.2), boards: !!e.boards })),
  skates: true,
};

export const play = () => hockey({
  seconds: seconds + 1, dir: 1, seed: 7, script,
  away: [17, 21, 11, 4, 7, 1], home: [8, 14, 23, 44, 5, 35],
});

function cheerAt(t) {
  const home = bump(79.7, 80.3, 88, 94, t), away = 0.3 * bump(43.6, 44.2, 48, 52, t);
  const lift = [12.9, 25.3, 72.1, 105.7].reduce((s, x) => s + 0.16 * bump(x, x + 0.3, x + 1, x + 2.4, t), 0);
  return clamp(home + away + lift);
}

export default async function show(stage, { away, home }) {
  const game = play();
  const scene = await hockeyScene(stage, { away, home, awaySide: 1 });
  const main = mainCamera(game, seconds);
  const sides = { away, home };
  return {
    seconds, fps,
    draw(t) {
      const replay = replays.find((r) => t >= r.t0 && t < r.t1);
      const close = closeUps.find((c) => t >= c.t0 && t < c.t1);
      const at = replay ? replay.from + (t - replay.t0) * replay.rate : t;
      stage.look((replay ?? close)?.look(t) ?? main(t));
      const m = { ...game.at(at), before: game.at(at - (replay ? 0.02 : 0.04)).puck };
      scene.show(m, { time: t, cheer: replay ? cheerAt(at) : cheerAt(t), lamp: lampAt(at) });
      stage.draw((g, w) => fit(g, w, () => graphics(g, t, sides, replay)));
    },
  };
}

function lampAt(t) {
  const g = goals.find((x) => t > x.t && t < x.t + 5);
  return g ? (g.team === 'away' ? 1 : -1) : 0;
}

function graphics(g, t, sides, replay) {
  const s = stateAt(t);
  const goal = lastGoal(goals, t);
  const note = notes.find((n) => t >= n.t && t < n.t + n.length);
  const goalNote = goal && goal.age < 7 ? { text: `GOAL  ${sides[goal.team].name.toUpperCase()}  No. ${goal.who}`, age: goal.age, length: 7, colour: sides[goal.team].c, ink: sides[goal.team].on } : null;
  watermark(g);
  scoreBug(g, {
    ...sides, score: s, clock: `${s.period} ${s.clock}`, show: 1,
    flash: goal && goal.age < 3 ? goal : null,
    note: goalNote ?? (note && { text: note.text, age: t - note.t, length: note.length }),
  });
  for (const l of thirds) lowerThird(g, { ...l, team: sides[l.team], age: t - l.t });
  if (replay) badge(g, { label: 'REPLAY', age: t - replay.t0 - 0.3, length: replay.t1 - replay.t0 - 0.4 });
  for (const r of replays) for (const x of [r.t0, r.t1]) wipe(g, (t - x + 0.55) / 1.1, { c: sides.home.c, c2: '#ffffff', c3: sides.away.c });
  const k = t > seconds / 2 ? (t - seconds + wipeLength / 2) / wipeLength : (t + wipeLength / 2) / wipeLength;
  wipe(g, k, { label: 'NORTHLINE' });
}
