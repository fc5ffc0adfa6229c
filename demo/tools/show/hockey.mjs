// Thunder Cape @ Assiniboia, men: a rush in the third period that settles it.
import { hockey } from '../game/hockey.mjs';
import { bump, clamp } from '../scene/math.mjs';
import { hockeyScene } from '../scene/hockey.mjs';
import { drift } from './camera.mjs';
import { mmss } from './clock.mjs';
import { mainCamera } from './hockey-camera.mjs';
import { reel } from './reel.mjs';

export const fps = 25;
const seconds = 24, goal = 11.86;

const script = [
  { t: 0, do: 'lineup', at: [20.4, -6.7], snap: true },
  { t: 0.7, do: 'drop', at: [20.4, -6.7] },
  { t: 0.95, do: 'pass', who: 'away.C', to: 'away.LD', dur: 0.6, meet: [12, -8] },
  { t: 1.7, do: 'carry', who: 'away.LD', path: [[11, -4]], urge: 0.6 },
  { t: 2.8, do: 'shot', who: 'away.LD', at: [25.5, 0.4, 0.3], dur: 0.42, slap: true, goalie: 'home.G', slide: 0.2, reach: [0, -0.2, 0.1] },
  { t: 3.22, do: 'clear', at: [23.6, 4.2], dur: 0.6 },
  { t: 3.9, do: 'carry', who: 'home.LD', path: [[21, 7], [16, 8]], urge: 0.9 },
  { t: 4.4, do: 'station', who: 'home.C', at: [-2, -2], until: 6.4 },
  { t: 5.0, do: 'pass', who: 'home.LD', to: 'home.LW', dur: 0.7, meet: [8, 9] },
  { t: 5.8, do: 'carry', who: 'home.LW', path: [[0, 8], [-8, 7], [-14, 6]] },
  { t: 6.4, do: 'station', who: 'home.C', at: [-19, -3.4], until: 9.4 },
  { t: 6.6, do: 'station', who: 'home.RW', at: [-17.5, -8], until: 11 },
  { t: 9.0, do: 'pass', who: 'home.LW', to: 'home.C', dur: 0.6, meet: [-19.4, -3.2] },
  { t: 9.7, do: 'carry', who: 'home.C', path: [[-21, -3.6]], urge: 0.5 },
  { t: 10.2, do: 'pass', who: 'home.C', to: 'home.LW', dur: 0.5, meet: [-21, 4.4] },
  { t: 10.75, do: 'carry', who: 'home.LW', path: [[-22, 4]], urge: 0.6 },
  { t: 11.5, do: 'shot', who: 'home.LW', at: [-27, 0.85, -0.6], dur: 0.34, goalie: 'away.G', slide: 0.6, reach: [0, 0.2, -0.1] },
  { t: 11.88, do: 'clear', at: [-27.3, -0.4], dur: 0.5 },
  { t: 11.95, do: 'celebrate', who: 'home.LW', at: [-22.6, 9.4] },
];

const base = reel({
  seconds, fps, start: { away: 1, home: 3 }, goals: [{ t: goal, team: 'home', label: 'GOAL  ASSINIBOIA  No. 10' }],
  clock: (t) => ({ period: 'P3', clock: mmss(Math.ceil(401 - Math.max(0, Math.min(t, goal) - 0.7))) }), shown: (t) => `P3 ${mmss(Math.ceil(401 - Math.max(0, Math.min(t, goal) - 0.7)))}`,
  closeUps: [{ t0: 14.2, t1: 17.4, look: drift({ pos: [-27.2, 1.75, 3.4], at: [-22.5, 1.3, 9.3], fov: 31 }, { pos: [-26.8, 1.7, 3.0], at: [-22.5, 1.35, 9.3], fov: 27 }, 14.2, 17.4) }],
  replays: [{ t0: 17.4, t1: 22.4, from: 10.0, rate: 0.44, look: drift({ pos: [-29.2, 3.1, -6.2], at: [-19.5, 0.7, 2.2], fov: 40 }, { pos: [-29.2, 2.8, -5.6], at: [-22, 0.8, 1.6], fov: 35 }, 17.4, 22.4) }],
  thirds: [{ t: 22.5, length: 1.5, team: 'home', number: '10', title: 'GOAL · C. DESJARLAIS', line: '7th of the season' }],
  notes: [{ t: 3.3, length: 3, text: 'SHOTS  TCW 27   ASB 40' }],
  moments: [
    { t: 3.22, type: 'save', team: 'home', text_en: 'Pad save on a slap shot', text_fr: 'Arrêt de la jambière sur un lancer frappé' },
    { t: goal, type: 'goal', team: 'home', text_en: 'Goal, Assiniboia no. 10. Two-on-one', text_fr: 'But, Assiniboia no 10. Surnombre à deux contre un' },
  ],
});
export const { marks } = base;

export const cues = {
  seconds, seed: 51, tense: [[1.6, 3.2], [6.5, 11.8]], gasp: [3.2], cheer: [{ t: goal + 0.05, gain: 1, length: 9 }], horn: [goal + 0.3], whistle: [goal + 0.6], wipe: [17.4, 22.4], skates: true,
  knocks: script.filter((e) => ['pass', 'shot', 'clear', 'drop'].includes(e.do)).map((e) => ({ t: e.t, kind: e.do === 'shot' ? (e.slap ? 'slap' : 'shot') : 'tap', end: e.t + (e.dur ?? 0.2) })),
};

export const play = () => hockey({ seconds: seconds + 1, dir: 1, seed: 9, script, away: [19, 12, 27, 4, 6, 30], home: [15, 10, 23, 6, 3, 33] });

export default async function show(stage, { away, home }) {
  const game = play();
  const scene = await hockeyScene(stage, { away, home, awaySide: 1 });
  const cheer = (t) => clamp(bump(goal, goal + 0.6, goal + 6, goal + 10, t) + 0.16 * bump(3.2, 3.4, 4, 5.4, t));
  return base.show(stage, { away, home }, game, scene, mainCamera(game, seconds), (t) => ({ cheer: cheer(t), lamp: t > goal && t < goal + 5 ? -1 : 0 }));
}
