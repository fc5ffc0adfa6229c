// What every broadcast has: cameras that take turns, replays behind a wipe, the
// score bug, lower thirds, and the state of the game at any moment.
import { brands } from '../scene/brand.mjs';
import { badge, fit, lowerThird, scoreBug, watermark, wipe } from '../scene/bug.mjs';
import { lastGoal, scoreAt, timeline } from './clock.mjs';

const inside = (list, t) => list.find((x) => t >= x.t0 && t < x.t1);

// Whether q stands between the camera and p: photographers wait until nobody does.
function blocks(q, p, eye) {
  const dq = Math.hypot(q.x - eye.x, q.z - eye.z), dp = Math.hypot(p.x - eye.x, p.z - eye.z);
  if (dq > dp - 0.5 || dq < 0.01) return false;
  if (dq < 2.6) return true;
  const side = ((q.x - eye.x) * (p.z - eye.z) - (q.z - eye.z) * (p.x - eye.x)) / dp;
  return Math.abs(side) < 0.9 + 0.2 * dq && Math.hypot(q.x - p.x, q.z - p.z) > 1.5;
}

/**
 * A reel from its plan o: seconds; fps; start score; goals [{t,team,points}];
 * clock(t) as {period, clock}; shown(t) what the bug's plate says; replays and
 * closeUps [{t0,t1,look,from,rate}]; thirds; notes; moments; loop.
 */
export function reel(o) {
  const { seconds, fps, start, goals, replays = [], closeUps = [], thirds = [], notes = [] } = o;
  const score = (t) => scoreAt(start, goals.filter((g) => !g.hidden), t);
  const state = (t) => ({ ...score(t), ...o.clock(t) });
  const wipes = replays.flatMap((r) => [r.t0, r.t1]);

  // Whether nothing in the graphics moves at t, so that they need no new drawing.
  const still = (t) => {
    const spans = [...notes, ...thirds].map((n) => [n.t, n.t + n.length])
      .concat(goals.map((g) => [g.t, g.t + 7]), replays.map((r) => [r.t0 - 0.6, r.t1 + 0.6]), o.loop ? [[0, o.loop / 2], [seconds - o.loop / 2, seconds]] : []);
    return !spans.some(([a, b]) => t > a - 0.1 && t < b + 0.1);
  };

  function graphics(g, t, sides, replay) {
    const goal = lastGoal(goals, t);
    const note = notes.find((n) => t >= n.t && t < n.t + n.length);
    const label = goal && goal.age < 7 && goal.label ? { text: goal.label, age: goal.age, length: 7, colour: sides[goal.team].c, ink: sides[goal.team].on } : null;
    const { brand = brands.northline } = sides;
    watermark(g, brand);
    scoreBug(g, { ...sides, score: score(t), clock: o.shown(t), flash: goal && !goal.hidden && goal.age < 3 ? goal : null, note: label ?? (note && { text: note.text, age: t - note.t, length: note.length, colour: brand.accent, ink: brand.ink }) });
    for (const l of thirds) lowerThird(g, { ...l, team: sides[l.team], age: t - l.t });
    if (replay) badge(g, { label: brand.replay, brand, age: t - replay.t0 - 0.3, length: replay.t1 - replay.t0 - 0.4 });
    for (const x of wipes) wipe(g, (t - x + 0.55) / 1.1, { brand, c: sides.home.c, c2: '#ffffff', c3: sides.away.c });
    if (o.loop) wipe(g, (t > seconds / 2 ? t - seconds + o.loop / 2 : t + o.loop / 2) / o.loop, { brand, label: brand.name });
  }

  return {
    fps,
    marks: () => timeline(seconds, state, o.moments),
    /** A show for the studio: sides are away, home and their channel's brand, main(t) is the main camera, scene draws a moment of game. */
    show(stage, sides, game, scene, main, extra = () => ({})) {
      return {
        seconds, fps,
        draw(t) {
          const replay = inside(replays, t), close = inside(closeUps, t);
          const at = replay ? replay.from + (t - replay.t0) * replay.rate : t;
          stage.look({ soft: replay ? 1.8 : close ? 2.4 : 1.5, ...((replay ?? close)?.look(t) ?? main(t)) });
          const m = game.at(at), before = game.at(at - (replay ? 0.02 : 0.04));
          scene.show({ ...m, before: before.puck ?? before.ball }, { time: t, at, hide: replay || close ? 3 : 16, ...extra(at) });
          stage.draw((g, w) => fit(g, w, () => graphics(g, t, sides, replay)), still(t) ? JSON.stringify([state(t), o.shown(t)]) : null);
        },
        /** A picture without graphics of one person at t: turn degrees around them, from so far, so high. */
        still(t, { who, turn, far, high, fov, up = 1.05, aside = 0 }) {
          const m = game.at(t), p = m.people.find((x) => x.id === who), a = turn * Math.PI / 180;
          const at = [p.x + Math.cos(a) * aside, up + (p.y ?? 0) * 0.6, p.z - Math.sin(a) * aside];
          stage.look({ pos: [p.x + Math.sin(a) * far, high, p.z + Math.cos(a) * far], at, fov, soft: 2.6, lift: 1.3 });
          const people = m.people.filter((q) => q === p || !blocks(q, p, stage.camera.position));
          const before = game.at(t - 0.03);
          scene.show({ ...m, people, before: before.puck ?? before.ball }, { time: t, at: t, hide: far + 4, ...extra(t) });
          stage.draw(null, 'still');
        },
      };
    },
  };
}
