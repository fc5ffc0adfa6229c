// Games on foot. A script says who goes where and what happens to the ball;
// whoever is not in it keeps a place that shifts with the ball.
import { clamp, lerp, turn, wander } from '../scene/math.mjs';
import { apart, body, move, send } from './body.mjs';
import { STEP, record } from './recorder.mjs';

/** A game from o: people, script, ball rules and home(p, game, t), where a person belongs. */
class Pitch {
  constructor(o) {
    this.o = o;
    this.people = o.people.map((p, i) => body({ k: i * 3.3, speed: 7.2, grip: 7, agile: 7, arrive: 2.4, stride: 1.45, yaw: p.dir > 0 ? 0 : Math.PI, ...p }));
    this.by = Object.fromEntries(this.people.map((p) => [p.id, p]));
    this.events = o.script.slice().sort((a, b) => a.t - b.t);
    this.acts = this.events.filter((e) => e.pose);
    this.ball = { x: 0, y: 0.12, z: 0, ...o.ball };
    this.mode = { kind: 'rest' };
    for (const p of this.people) {
      const h = o.home(p, this, 0);
      if (p.x === undefined) [p.x, p.z] = h;
    }
  }

  begin(e) {
    const who = this.by[e.who];
    if (e.go) who.order = { at: e.go, urge: e.urge ?? 1, until: e.until ?? 1e9, t: e.t };
    if (e.free) who.order = null;
    if (e.face !== undefined) who.hold = e.face;
    if (e.snap) Object.assign(who, { x: e.snap[0], z: e.snap[1], vx: 0, vz: 0 });
    if (e.ball === 'hold') {
      this.mode = { kind: 'hold', who, how: e.how ?? 'hands' };
      this.owner = who.team;
    } else if (e.ball === 'fly') {
      const b = this.ball;
      this.mode = { kind: 'fly', from: [b.x, b.y, b.z], to: e.to, at: e.at, t0: e.t, t1: e.t + e.dur, peak: e.peak ?? 0, bounce: e.bounce, how: e.how, drop: e.drop };
      if (e.to) this.owner = this.by[e.to].team;
    } else if (e.ball === 'dead') this.mode = { kind: 'rest' };
    if (e.call) this.flags = { ...this.flags, [e.call]: e.t };
  }

  // Where a held ball is: at the feet, in the hands, bouncing, or tucked away.
  held(m, t) {
    const w = m.who, c = Math.cos(w.yaw), s = Math.sin(w.yaw);
    const at = (f, u, r) => [w.x + c * f - s * r, u + (w.y ?? 0), w.z + s * f + c * r];
    if (m.how === 'feet') return at(0.52 + 0.2 * Math.sin(w.phase * 6.28), 0.11, 0.12 + 0.08 * Math.sin(w.phase * 3.14));
    if (m.how === 'dribble') return at(0.44, 0.14 + 0.8 * Math.abs(Math.sin(t * 5.6)), 0.36);
    if (m.how === 'tuck') return at(0.24, 1.14, 0.27);
    if (m.how === 'high') return at(0.24, 2.06, 0.02);
    if (m.how === 'ear') return at(0.12, 1.56, 0.26);
    if (m.how === 'toss') return at(0.34, 1.5, 0);
    return at(0.4, m.how === 'low' ? 0.5 : 1.16, 0.04);
  }

  fly(t) {
    const m = this.mode, b = this.ball;
    if (m.kind === 'hold') {
      const [x, y, z] = this.held(m, t);
      const k = m.how === 'dribble' || m.how === 'feet' ? 0.5 : 0.7;
      Object.assign(b, { x: lerp(b.x, x, k), y: lerp(b.y, y, m.how === 'dribble' ? 0.9 : k), z: lerp(b.z, z, k) });
    } else if (m.kind === 'fly') {
      const u = clamp((t - m.t0) / (m.t1 - m.t0));
      const to = m.at ?? this.held({ who: this.by[m.to], how: m.how }, t);
      const bounce = m.bounce ? Math.abs(Math.cos(Math.min(1, u / m.bounce) * Math.PI / 2)) : null;
      Object.assign(b, {
        x: lerp(m.from[0], to[0], u), z: lerp(m.from[2], to[2], u),
        y: bounce === null ? lerp(m.from[1], to[1], u) + 4 * m.peak * u * (1 - u) : u < m.bounce ? m.from[1] * bounce + 0.12 : lerp(0.12, to[1], ((u - m.bounce) / (1 - m.bounce)) ** 0.8),
      });
      if (u >= 1 && m.to) this.mode = { kind: 'hold', who: this.by[m.to], how: m.how ?? 'hands' };
      else if (u >= 1) this.mode = { kind: 'fall', v: -1, vx: (to[0] - m.from[0]) / (m.t1 - m.t0) * (m.drop ?? 0.25), vz: (to[2] - m.from[2]) / (m.t1 - m.t0) * (m.drop ?? 0.25) };
    } else if (m.kind === 'fall') {
      m.v -= 9.8 * STEP;
      b.y += m.v * STEP;
      b.x += m.vx * STEP;
      b.z += m.vz * STEP;
      const floor = this.o.radius ?? 0.12;
      if (b.y < floor) {
        b.y = floor;
        m.v *= -0.62;
        m.vx *= 0.8;
        m.vz *= 0.8;
        if (Math.abs(m.v) < 0.6) m.v = 0;
      }
    }
  }

  step(t) {
    while (this.events[0] && this.events[0].t <= t) this.begin(this.events.shift());
    for (const p of this.people) {
      const o = p.order;
      if (o && t < o.until) send(p, o.at[0], o.at[1], o.urge);
      else {
        const [x, z, urge] = this.o.home(p, this, t);
        send(p, x + wander(p.k, t) * (p.roam ?? 0.5), z + wander(p.k + 7, t) * (p.roam ?? 0.5), urge ?? 0.8);
      }
      p.face = p.hold ?? null;
      p.watchful = p.guards;
    }
    apart(this.people, this.o.space ?? 0.8, STEP);
    for (const p of this.people) move(p, STEP, [this.ball.x, this.ball.z]);
    this.fly(t);
    return { t, ball: { ...this.ball }, flags: this.flags, people: this.people.map((p) => this.snapshot(p, t)) };
  }

  snapshot(p, t) {
    const act = this.acts.filter((e) => e.who === p.id && t >= e.t - e.before && t < e.t + e.after).at(-1);
    const hold = this.mode.kind === 'hold' && this.mode.who === p ? this.mode.how : null;
    let y = 0, u = 0, lean = p.lean * 0.6;
    if (act) {
      u = clamp((t - act.t + act.before) / (act.before * 2), 0, 1);
      if (act.jump) {
        const d = act.air ?? 0.32, k = (t - act.t) / d;
        y = Math.abs(k) < 1 ? act.jump * (1 - k * k) : 0;
      }
      if (act.dive) lean = act.dive * clamp((t - act.t + act.before) / act.before) * clamp((act.t + act.after - t) / 0.5);
      p.y = y;
    } else p.y = 0;
    const k = act ? clamp((t - act.t + act.before) / 0.14) * clamp((act.t + act.after - t) / 0.2) : 0;
    return {
      id: p.id, team: p.team, role: p.role, number: p.num, x: p.x, z: p.z, yaw: p.yaw, look: p.look, v: p.v, phase: p.phase, amp: p.amp, lean, y, hold,
      backward: p.v > 0.4 && Math.cos(turn(p.yaw, Math.atan2(p.vz, p.vx))) < -0.3, guards: p.guards, act: act && { pose: act.pose, u, k, arg: act.arg }, keeper: p.keeper,
    };
  }
}

/** Plays the script for a number of seconds and returns the recording. */
export function pitch(o) {
  const game = new Pitch(o);
  return record(o.seconds, (t) => game.step(t));
}
