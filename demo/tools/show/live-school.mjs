// Estrie at Gatineau, a school's game: the second period of the demo's live game as far
// as the first goal, in an arena of its own. It ends under the wipe it begins with.
import { hockey } from '../game/hockey.mjs';
import { bump, clamp } from '../scene/math.mjs';
import { hockeyScene } from '../scene/hockey.mjs';
import { drift } from './camera.mjs';
import { mmss, played } from './clock.mjs';
import { mainCamera } from './hockey-camera.mjs';
import { script as whole } from './live-hockey-script.mjs';
import { reel } from './reel.mjs';

export const fps = 25;
const start = 30.6, seconds = 29.4, goal = 44 - start;

// The script from the second face-off on, counted from zero.
const script = whole.filter((e) => e.t >= 27 && e.t < 55).map((e) => ({ ...e, t: e.do === 'lineup' && e.t < start ? 0 : e.t - start, ...(e.do === 'lineup' && { snap: true }), ...(e.until && { until: e.until - start }) }));
const runs = [[33.4 - start, goal]];
const clock = (t) => mmss(Math.ceil(412 - played(runs, t)));

const plan = ({ away, home }) => reel({
  seconds, fps, loop: 2.4, start: { away: 2, home: 2 }, goals: [{ t: goal, team: 'away', label: `BUT  ${away.name.toUpperCase()}  No 17` }],
  clock: (t) => ({ period: 'P2', clock: clock(t) }), shown: (t) => `P2 ${clock(t)}`,
  closeUps: [{ t0: 16, t1: 20.4, look: drift({ pos: [17.4, 1.75, -4.6], at: [23.6, 1.35, -10.2], fov: 27 }, { pos: [18.2, 1.7, -4.2], at: [23.8, 1.4, -10.3], fov: 23 }, 16, 20.4) }],
  replays: [{ t0: 20.4, t1: 26.4, from: 11.2, rate: 0.5, look: drift({ pos: [29.3, 3.2, 6.4], at: [19, 0.7, -3], fov: 40 }, { pos: [29.3, 2.9, 5.6], at: [22, 0.7, -2], fov: 36 }, 20.4, 26.4) }],
  thirds: [{ t: 16.4, length: 3.8, team: 'away', number: '17', title: 'BUT · L. BOUCHARD', line: '9e de la saison · aides 11, 4' }],
  notes: [{ t: 4.6, length: 3, text: `LANCERS  ${away.code} 14   ${home.code} 11` }],
  moments: [
    { t: 33.4 - start, type: 'faceoff', team: '', text_en: `Faceoff in the ${away.name} zone`, text_fr: `Mise au jeu en zone ${/^[AEIOUÉÈÊ]/.test(away.name) ? "d’" : "de "}${away.name}` },
    { t: goal, type: 'goal', team: 'away', text_en: `Goal, ${away.name} no. 17 against ${home.name}`, text_fr: `But, ${away.name} no 17 contre ${home.name}` },
  ],
});
export const marks = (sides) => plan(sides).marks();

export const cues = {
  seconds, loop: true, seed: 81, whistle: [goal + 0.6], cheer: [{ t: goal + 0.1, gain: 0.6, length: 7 }], groan: [goal + 0.2], tense: [[9, goal - 0.1]], wipe: [0, 20.4, 26.4], skates: true,
  knocks: script.filter((e) => ['pass', 'shot', 'clear', 'drop'].includes(e.do)).map((e) => ({ t: e.t, kind: e.do === 'shot' ? 'shot' : 'tap', end: e.t + (e.dur ?? 0.2) })),
};

export default async function show(stage, sides) {
  const { away, home, brand } = sides;
  const game = hockey({ seconds: seconds + 1, dir: 1, seed: 12, script, away: [17, 21, 11, 4, 7, 1], home: [8, 14, 23, 44, 5, 35] });
  const scene = await hockeyScene(stage, { away, home, brand, awaySide: 1 });
  const cheer = (t) => clamp(0.5 * bump(goal, goal + 0.6, goal + 5, goal + 9, t));
  return plan(sides).show(stage, sides, game, scene, mainCamera(game, seconds), (t) => ({ cheer: cheer(t), lamp: t > goal && t < goal + 5 ? 1 : 0 }));
}
