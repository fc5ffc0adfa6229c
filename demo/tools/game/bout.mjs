// Two people in a ring and one who watches over them. A script says who throws what
// and when; between blows they circle each other at arm's length.
import { clamp, lerp, ramp, turn, wander } from '../scene/math.mjs';
import { body, move, send } from './body.mjs';
import { STEP, record } from './recorder.mjs';

const HALF = 2.5; // how far from the middle anybody goes
const other = { away: 'home', home: 'away' };
const lasts = { jab: 0.42, cross: 0.52, hook: 0.56, upper: 0.58, body: 0.54, high: 0.86, low: 0.62, slip: 0.5, hurt: 0.55, folded: 0.6 };

/** What follows from a blow that lands: the other's head or body gives. */
function answers(script) {
  return script.flatMap((e) => (e.hit ? [{ t: e.t + lasts[e.do] * 0.02, who: other[e.who], do: e.do === 'body' || e.do === 'low' ? 'folded' : 'hurt' }] : []));
}

class Bout {
  constructor({ script, range }) {
    this.acts = [...script.filter((e) => lasts[e.do]), ...answers(script)].sort((a, b) => a.t - b.t);
    this.falls = script.filter((e) => e.do === 'fall');
    this.moves = script.filter((e) => e.go);
    this.raised = script.filter((e) => e.do === 'joy');
    this.range = range;
    const start = { speed: 2.1, grip: 9, agile: 9, arrive: 3.4, stride: 1.5 };
    this.people = [body({ ...start, id: 'away', x: -0.8, z: 0.1, yaw: 0, k: 1 }), body({ ...start, id: 'home', x: 0.8, z: -0.1, yaw: Math.PI, k: 4 }), body({ ...start, id: 'ref', x: 0, z: -2.1, yaw: Math.PI / 2, k: 8, speed: 1.8 })];
    [this.away, this.home, this.ref] = this.people;
  }

  fallen(who, t) {
    return this.falls.find((e) => e.who === who && t >= e.t && t < e.t + e.length);
  }

  // Where the two would stand: either side of a middle that wanders.
  formation(t) {
    const turnBy = 0.5 * wander(3, t * 0.8) + 0.35 * Math.sin(t * 0.31) , cx = 0.7 * wander(5, t * 0.5), cz = 0.45 * wander(9, t * 0.55);
    const d = this.range(t) / 2, c = Math.cos(turnBy), s = Math.sin(turnBy);
    return { away: [cx - c * d, cz - s * d], home: [cx + c * d, cz + s * d], ref: [cx + s * 1.9, cz - c * 1.9] };
  }

  step(t) {
    const places = this.formation(t);
    for (const p of this.people) {
      const order = this.moves.filter((e) => e.who === p.id && t >= e.t && t < (e.until ?? 1e9)).at(-1);
      const [x, z] = order ? order.go : places[p.id];
      const lying = this.fallen(p.id, t);
      if (lying) send(p, p.x, p.z, 0);
      else send(p, clamp(x, -HALF, HALF), clamp(z, -HALF, HALF), order?.urge ?? 1);
      const sees = this.sees(p, t);
      p.face = order?.face ?? Math.atan2(sees.z - p.z, sees.x - p.x);
      move(p, STEP, [sees.x, sees.z]);
    }
    return { t, people: this.people.map((p) => this.snapshot(p, t)) };
  }

  sees(p, t) {
    if (p === this.ref) return this.fallen('away', t) ? this.away : this.fallen('home', t) ? this.home : { x: (this.away.x + this.home.x) / 2, z: (this.away.z + this.home.z) / 2 };
    return p === this.away ? this.home : this.away;
  }

  snapshot(p, t) {
    const act = this.acts.filter((e) => e.who === p.id && t >= e.t - lasts[e.do] / 2 && t < e.t + lasts[e.do] / 2).at(-1);
    const fall = this.fallen(p.id, t), joy = this.raised.find((e) => e.who === p.id && t >= e.t);
    return {
      id: p.id, team: p.id, x: p.x, z: p.z, yaw: p.yaw, look: p.look, v: p.v, phase: p.phase, way: turn(p.yaw, Math.atan2(p.vz, p.vx)),
      act: act && { do: act.do, u: clamp((t - act.t) / lasts[act.do] + 0.5) },
      fall: fall && { age: t - fall.t, back: ramp(0, 0.5, t - fall.t), up: fall.rises ? ramp(fall.length - 2.6, fall.length - 1.4, t - fall.t) : 0, stand: fall.rises ? ramp(fall.length - 0.9, fall.length, t - fall.t) : 0 },
      joy: joy ? lerp(0, 1, ramp(0, 0.5, t - joy.t)) : 0, counts: p === this.ref && (this.fallen('away', t) ?? this.fallen('home', t)) ? 1 : 0,
    };
  }
}

/** Plays a script for a number of seconds; range(t) is how far apart the two are. */
export function bout(o) {
  const game = new Bout(o);
  return record(o.seconds, (t) => game.step(t));
}
