// What the bouts share: the camera at the apron, and the sound that follows the blows.
import { bout } from '../game/bout.mjs';
import { clamp, lerp } from '../scene/math.mjs';
import { ringScene } from '../scene/ring.mjs';
import { operator } from './camera.mjs';

export const fps = 25;

const middle = (m) => [(m.people[0].x + m.people[1].x) / 2, (m.people[0].z + m.people[1].z) / 2];
const apart = (m) => Math.hypot(m.people[0].x - m.people[1].x, m.people[0].z - m.people[1].z);

/** Plays a bout for a video and the second after it. */
export const fight = (o) => bout({ ...o, seconds: o.seconds + 1 });

/** The main camera of a bout: at the height of the top rope, following the two. */
export const apron = (game, seconds) => operator(game, seconds, (m) => [...middle(m), clamp((apart(m) - 1.2) / 2)], {
  limit: 1.9, speed: 2.6, ahead: 0.3,
  place: (x, z, zoom) => ({ pos: [x * 0.55, 2.05, 7.9], at: [x, 0.98, z * 0.4 - 0.1], fov: lerp(20.5, 29, zoom) }),
});

/** Cues of the blows of a script. */
export const knocks = (script) => script.filter((e) => ['jab', 'cross', 'hook', 'upper', 'body', 'high', 'low', 'fall'].includes(e.do)).map((e) => ({
  t: e.do === 'fall' ? e.t + 0.45 : e.t, kind: e.do === 'fall' ? 'fall' : e.hit === 'hard' ? 'blow' : 'glove', gain: e.hit || e.do === 'fall' ? 1 : 0.4, pan: e.who === 'home' ? 0.2 : -0.2,
}));

/** A show for the studio: reel is the plan's, extra what the scene is told at a moment. */
export async function ringShow(stage, sides, reel, game, main, look, extra) {
  const scene = await ringScene(stage, { ...sides, ...look });
  return reel.show(stage, sides, game, scene, main, extra);
}
