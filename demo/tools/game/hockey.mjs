// Hockey, played from a script of passes, shots and saves. Who is not in the
// script keeps the shape of the team around the puck.
import { add, clamp, lerp, ramp, rng, turn, wander } from '../scene/math.mjs';
import { RINK } from '../scene/rink.mjs';
import { apart, body, move, send } from './body.mjs';
import { STEP, record } from './recorder.mjs';

const roles = ['C', 'LW', 'RW', 'LD', 'RD', 'G'];

// Where a role stands, in the direction of its attack, for the puck at u.
// Rows: own end, own blue line, centre, entry, their end. [u, side] pairs.
const attack = {
  C: [[-20, 1], [-7, 0], [3, 0], [13, 1.5], [21, -1]],
  LW: [[-15, -9], [-3, -9], [7, -8], [15, -7], [22, -5]],
  RW: [[-15, 9], [-3, 9], [7, 8], [15, 7], [23.5, 6]],
  LD: [[-25, -4], [-16, -5], [-5, -6], [5, -6], [10.5, -6]],
  RD: [[-25, 4], [-16, 5], [-5, 6], [5, 6], [10.5, 6]],
};
const defend = {
  C: [[-19, 0], [-13, 0], [-3, 0], [6, 0], [16, 0]],
  LW: [[-14, -6], [-9, -7], [1, -7], [9, -6], [17, -6]],
  RW: [[-14, 6], [-9, 7], [1, 7], [9, 6], [17, 6]],
  LD: [[-24, -2.6], [-19, -3.5], [-12, -4], [-4, -4.5], [5, -5]],
  RD: [[-24, 2.6], [-19, 3.5], [-12, 4], [-4, 4.5], [5, 5]],
};
const stops = [-24, -10, 0, 10, 22];

function shape(table, role, u) {
  const rows = table[role];
  const i = clamp(stops.findIndex((s) => u < s) - 1, 0, 3);
  const k = u >= 22 ? 3 : i;
  const t = clamp((u - stops[k]) / (stops[k + 1] - stops[k]));
  return [lerp(rows[k][0], rows[k + 1][0], t), lerp(rows[k][1], rows[k + 1][1], t)];
}

/** A hockey game in progress. o: away and home rosters, dir of away's attack, script. */
class Hockey {
  constructor(o) {
    this.o = o;
    this.R = rng(o.seed ?? 3);
    this.t = 0;
    this.people = [];
    this.puck = { x: 0, y: 0.03, z: 0, vx: 0, vz: 0, vy: 0 };
    this.mode = { kind: 'free' };
    this.team = 'away';
    this.setup = null;
    for (const [team, dir] of [['away', o.dir], ['home', -o.dir]]) {
      roles.forEach((role, i) => {
        const num = o[team][i];
        this.people.push(body({
          id: `${team}.${role}`, team, role, num, dir, x: -dir * (role === 'G' ? 25.6 : 8 + i * 2), z: role === 'G' ? 0 : -6 + i * 3,
          yaw: dir > 0 ? 0 : Math.PI, hand: num % 3 ? 1 : -1, k: i * 3.7 + (team === 'home' ? 21 : 0), watchful: role.endsWith('D') || role === 'G', blade: null, low: 0, reach: [0, 0, 0], block: [0, 0, 0],
          grip: role === 'G' ? 6 : 9.5, speed: role === 'G' ? 3 : 9.6, arrive: role === 'G' ? 4 : 1.7, heavy: role === 'G',
        }));
      });
    }
    this.people.push(body({ id: 'ref.1', team: 'ref', role: 'R', num: 12, x: 0, z: -8, hand: 1, k: 51, speed: 7, low: 0 }), body({ id: 'ref.2', team: 'ref', role: 'L', num: 51, x: 6, z: 9, hand: 1, k: 57, speed: 7, low: 0 }));
    this.by = Object.fromEntries(this.people.map((p) => [p.id, p]));
    this.events = o.script.slice().sort((a, b) => a.t - b.t);
    this.shots = this.events.filter((e) => e.do === 'shot');
  }

  /** Where this person's blade is, or should be at rest. */
  bladeRest(p) {
    const c = Math.cos(p.yaw), s = Math.sin(p.yaw);
    const f = 1.02 + 0.05 * Math.sin(p.phase * 5), r = p.hand * (0.42 + 0.12 * Math.sin(p.phase * 6.28));
    return [p.x + c * f - s * r, 0.04, p.z + s * f + c * r];
  }

  control(p, t) {
    const c = Math.cos(p.yaw), s = Math.sin(p.yaw);
    const deke = Math.sin(t * 7.5 + p.k) * 0.3;
    const f = 1.12 + 0.1 * Math.cos(t * 7.5 + p.k), r = p.hand * 0.2 + deke;
    return [p.x + c * f - s * r, 0.04, p.z + s * f + c * r];
  }

  begin(e) {
    const who = this.by[e.who];
    if (who) this.team = who.team;
    if (e.setup !== undefined) this.setup = e.setup;
    if (e.do === 'carry') {
      this.mode = { kind: 'held', who, since: e.t };
      this.path = e.path ? e.path.map(([x, z]) => [x, z]) : null;
      this.pathUrge = e.urge ?? 1;
    } else if (e.do === 'pass' || e.do === 'shot' || e.do === 'clear') {
      this.launch(e, who);
    } else if (e.do === 'hold') {
      this.mode = { kind: 'frozen', who };
    } else if (e.do === 'drop') {
      this.setup = null;
      this.mode = { kind: 'fly', from: [e.at[0], 1.1, e.at[1]], to: () => [e.at[0], 0.03, e.at[1]], t0: e.t, t1: e.t + 0.22, rise: 0 };
    } else if (e.do === 'celebrate') {
      this.party = { t: e.t, who, at: e.at };
      this.setup = null;
    } else if (e.do === 'lineup') {
      this.party = null;
      this.setup = { at: e.at };
      this.mode = { kind: 'gone' };
      if (e.snap) this.snap();
    } else if (e.do === 'station') {
      who.station = { at: e.at, until: e.until };
    }
  }

  // Everybody at once near their places, for the first moment of a video.
  snap() {
    for (const p of this.people) {
      if (p.team === 'ref') this.referee(p, 0);
      else this.lineup(p, 0);
      p.x = p.tx + (p.role === 'G' ? 0 : (this.R() - 0.5) * 2.4);
      p.z = p.tz + (p.role === 'G' ? 0 : (this.R() - 0.5) * 2.4);
    }
  }

  launch(e, who) {
    const from = [this.puck.x, Math.max(0.03, this.puck.y), this.puck.z];
    const to = e.to ? () => this.receive(this.by[e.to]) : () => e.at.length === 3 ? e.at : [e.at[0], 0.03, e.at[1]];
    this.mode = { kind: 'fly', from, to, t0: e.t, t1: e.t + e.dur, rise: e.rise ?? 0, next: e.next, shot: e.do === 'shot' ? e : null, to_: e.to };
    if (who) who.act = { kind: e.do === 'shot' ? (e.slap ? 'slap' : 'shot') : 'pass', t: e.t, at: e.to ? [this.by[e.to].x, this.by[e.to].z] : e.at };
    if (e.to) this.team = this.by[e.to].team;
  }

  receive(p) {
    return p.role === 'G' ? [p.x + p.dir * 0.6, 0.1, p.z] : this.control(p, this.t);
  }

  // The puck, by what is happening to it.
  fly(t) {
    const m = this.mode, p = this.puck;
    if (m.kind === 'held') {
      const b = this.control(m.who, t);
      const k = clamp((t - m.since) / 0.25);
      Object.assign(p, { x: lerp(p.x, b[0], Math.max(0.25, k)), z: lerp(p.z, b[2], Math.max(0.25, k)), y: 0.03 });
    } else if (m.kind === 'fly') {
      const u = clamp((t - m.t0) / (m.t1 - m.t0));
      const to = m.to();
      const k = m.shot ? u : 1 - (1 - u) ** 1.18;
      Object.assign(p, { x: lerp(m.from[0], to[0], k), z: lerp(m.from[2], to[2], k), y: lerp(m.from[1], to[1], k) + Math.sin(u * Math.PI) * m.rise });
      if (u >= 1 && m.to_ && this.by[m.to_].role !== 'G') this.mode = { kind: 'held', who: this.by[m.to_], since: t - 0.2 };
    } else if (m.kind === 'frozen') {
      const g = m.who;
      Object.assign(p, { x: g.x + g.dir * 0.35, y: -1, z: g.z });
    } else if (m.kind === 'gone') {
      p.y = -1;
    }
  }

  // Where everybody goes.
  plan(t) {
    const { puck } = this;
    for (const p of this.people) {
      if (p.team === 'ref') this.referee(p, t);
      else if (this.party) this.celebrate(p, t);
      else if (this.setup) this.lineup(p, t);
      else if (p.role === 'G') this.tend(p, t);
      else this.roam(p, t);
      if (p.station && t < p.station.until) send(p, p.station.at[0], p.station.at[1], 0.9);
    }
    const held = this.mode.kind === 'held' ? this.mode.who : null;
    if (held && held.role !== 'G' && !this.party && !this.setup) this.carry(held);
    const soon = this.events.find((e) => e.t > t && e.t < t + (e.call ?? 1.5) && (e.to || e.do === 'carry'));
    if (soon && !this.party && !this.setup) {
      const r = this.by[soon.to ?? soon.who];
      if (r && r !== held) {
        const meet = soon.meet ?? (soon.do === 'carry' ? [puck.x, puck.z] : null);
        if (meet) send(r, meet[0], meet[1], 1);
      }
    }
  }

  carry(p) {
    if (!this.path?.length) return;
    const [x, z] = this.path[0];
    const d = Math.hypot(x - p.x, z - p.z);
    const far = this.path.length > 1;
    send(p, far ? p.x + (x - p.x) / d * Math.max(d, 6) : x, far ? p.z + (z - p.z) / d * Math.max(d, 6) : z, this.pathUrge);
    if (far && d < 2.2) this.path.shift();
  }

  roam(p, t) {
    const mine = p.team === this.team;
    const u = this.puck.x * p.dir;
    const [f, side] = shape(mine ? attack : defend, p.role, u);
    const lane = mine ? 0 : clamp(this.puck.z * 0.28, -3, 3);
    let x = (f + wander(p.k, t) * 1.5) * p.dir;
    let z = side * p.dir + lane + wander(p.k + 9, t * 0.9) * 1.7;
    // The nearest defender presses the puck, from the goal side.
    if (!mine && this.mode.kind === 'held' && this.presser(p)) {
      x = this.puck.x - p.dir * 1.35;
      z = this.puck.z + (z - this.puck.z) * 0.12;
    }
    send(p, clamp(x, -29, 29), clamp(z, -11.9, 11.9), mine ? 0.86 : 0.9);
  }

  presser(p) {
    let best = null, least = 9;
    for (const q of this.people) {
      if (q.team !== p.team || q.role === 'G') continue;
      const d = Math.hypot(q.x - this.puck.x, q.z - this.puck.z) + (q.role.endsWith('D') && q.x * q.dir > 2 ? 3 : 0);
      if (d < least) [best, least] = [q, d];
    }
    return best === p;
  }

  tend(p, t) {
    const gx = -p.dir * RINK.goal;
    const a = Math.atan2(this.puck.z, this.puck.x - gx);
    const out = clamp(1.15 - Math.abs(this.puck.x - gx) * 0.01, 0.8, 1.2);
    send(p, gx + Math.cos(a) * out, clamp(Math.sin(a) * out, -0.95, 0.95), 1);
    p.face = Math.atan2(this.puck.z - p.z, this.puck.x - p.x);
    if (Math.abs(turn(p.face, p.dir > 0 ? 0 : Math.PI)) > 1.3) p.face = p.dir > 0 ? 0 : Math.PI;
    p.agile = 6;
    const shot = this.shots.find((e) => e.goalie === p.id && t > e.t - 0.15 && t < e.t + e.dur + 1.4);
    const save = shot ? ramp(shot.t - 0.05, shot.t + shot.dur, t) * (1 - ramp(shot.t + shot.dur + 0.7, shot.t + shot.dur + 1.3, t)) : 0;
    p.low = Math.max(save * (shot?.stand ? 0.35 : 1), clamp((11 - Math.hypot(this.puck.x - p.x, this.puck.z - p.z)) / 40));
    if (shot) {
      const side = shot.reach ?? [0, 0, 0];
      p.reach = side[2] < 0 ? side.map((v) => v * save) : [0, 0, 0];
      p.block = side[2] > 0 ? side.map((v) => v * save) : [0, 0, 0];
      if (save > 0) send(p, p.tx, clamp(p.tz + (shot.slide ?? 0) * save, -1.2, 1.2), 1);
    } else {
      p.reach = [0, 0.02 * Math.sin(t * 3 + p.k), 0];
      p.block = [0, 0.02 * Math.cos(t * 2.6 + p.k), 0];
    }
  }

  lineup(p, t) {
    const [x, z] = this.setup.at;
    if (p.role === 'G') {
      send(p, -p.dir * (RINK.goal - 1.1), 0, 1);
      p.face = p.dir > 0 ? 0 : Math.PI;
      p.low = 0.1;
      return;
    }
    const spots = { C: [-1.05, 0], LW: [-1.5, -5.0], RW: [-1.5, 5.0], LD: [-6.2, -2.8], RD: [-6.2, 2.8] };
    const [f, r] = spots[p.role];
    send(p, clamp(x + f * p.dir, -28, 28), clamp(z + r * p.dir, -11.8, 11.8), 0.62);
    const d = Math.hypot(p.tx - p.x, p.tz - p.z);
    p.face = d < 1 ? (p.dir > 0 ? 0 : Math.PI) : null;
  }

  celebrate(p, t) {
    const { who, at } = this.party, since = t - this.party.t;
    if (p.team !== who.team) {
      send(p, -p.dir * (4 + (p.k % 7)), (p.k % 9) - 4, 0.35);
      if (p.role === 'G') send(p, -p.dir * (RINK.goal - 1), 0, 0.4);
      p.low = 0.12;
      return;
    }
    if (p.role === 'G') {
      p.joy = ramp(0.3, 1, since) * (1 - ramp(5, 6, since));
      return;
    }
    const mates = this.people.filter((q) => q.team === p.team && q.role !== 'G');
    const i = mates.indexOf(p);
    const late = p === who ? 0 : 0.7 + i * 0.25;
    const a = i * 1.26 + 0.4;
    if (since > late) send(p, at[0] + Math.cos(a) * (p === who ? 0 : 1.0), at[1] + Math.sin(a) * (p === who ? 0 : 1.0), p === who ? 0.8 : 1);
    p.joy = ramp(late + 0.1, late + 0.6, since) * (1 - ramp(5.5 + i * 0.3, 6.6 + i * 0.3, since));
  }

  referee(p, t) {
    const drop = this.setup && p.role === 'R';
    const [x, z] = this.setup?.at ?? [this.puck.x, this.puck.z];
    if (drop) {
      send(p, x, z - 1.25, 0.8);
      const d = Math.hypot(p.tx - p.x, p.tz - p.z);
      p.face = d < 0.6 ? Math.PI / 2 : null;
      return;
    }
    p.face = null;
    const off = p.role === 'R' ? -6 : 6;
    send(p, clamp(x * 0.82 + off + wander(p.k, t) * 2, -24, 24), (p.role === 'R' ? -1 : 1) * (Math.abs(z) > 6 && Math.sign(z) === (p.role === 'R' ? -1 : 1) ? 6.4 : 10.9), 0.8);
  }

  step(t) {
    this.t = t;
    while (this.events[0] && this.events[0].t <= t) this.begin(this.events.shift());
    this.people.forEach((p) => {
      p.joy = this.party ? p.joy : 0;
      p.face = p.role === 'G' ? p.face : null;
    });
    this.plan(t);
    apart(this.people, 1.15, STEP);
    for (const p of this.people) {
      move(p, STEP, this.party && p.team === this.party.who.team ? this.party.at : [this.puck.x, this.puck.z]);
      p.x = clamp(p.x, -29.7, 29.7);
      p.z = clamp(p.z, -12.3, 12.3);
    }
    this.fly(t);
    return { t, puck: { ...this.puck }, people: this.people.map((p) => this.snapshot(p, t)) };
  }

  snapshot(p, t) {
    const s = { id: p.id, team: p.team, role: p.role, x: p.x, z: p.z, yaw: p.yaw, look: p.look, twist: p.twist, lean: p.lean, amp: p.amp, phase: p.phase, number: p.num, hand: p.hand, joy: p.joy, v: p.v, low: p.low, glove: p.reach, blocker: p.block };
    if (p.role === 'G' || p.team === 'ref') return { ...s, crouch: 0.25 + 0.2 * clamp(p.v / 6) };
    const held = this.mode.kind === 'held' && this.mode.who === p;
    const target = held ? [this.puck.x, 0.04, this.puck.z] : this.bladeRest(p);
    p.blade = p.blade ? p.blade.map((v, i) => lerp(v, target[i], held ? 0.5 : 0.3)) : target;
    let blade = p.blade, crouch = this.setup ? 0.55 : 0.42 + 0.35 * clamp(p.v / 8) + 0.1 * p.amp, twist = p.twist;
    crouch = lerp(crouch, 0.2, p.joy);
    const next = this.events.find((e) => e.who === p.id && (e.do === 'shot' || e.do === 'pass') && e.t > t && e.t - t < 0.7);
    if (next?.do === 'shot') [blade, twist] = this.windup(p, blade, next, 1 - (next.t - t) / 0.7, twist);
    if (p.act && t - p.act.t < 0.8) [blade, twist] = this.follow(p, blade, t - p.act.t, twist);
    return { ...s, blade, crouch, twist, hand: p.hand };
  }

  windup(p, blade, e, u, twist) {
    const c = Math.cos(p.yaw), s = Math.sin(p.yaw), k = ramp(0.1, 0.85, u) * (1 - ramp(0.86, 1, u));
    const at = (f, up, r) => [p.x + c * f - s * r, up, p.z + s * f + c * r];
    const back = e.slap ? at(-0.75, 1.5, p.hand * 0.75) : at(0.05, 0.06, p.hand * 0.85);
    return [blade.map((v, i) => lerp(v, back[i], k)), twist + p.hand * 0.5 * k];
  }

  follow(p, blade, since, twist) {
    const hard = p.act.kind !== 'pass';
    const a = Math.atan2(p.act.at[p.act.at.length - 1] - p.z, p.act.at[0] - p.x);
    const k = ramp(0, 0.12, since) * (1 - ramp(0.25, 0.75, since));
    const out = add([p.x, hard ? 0.75 : 0.12, p.z], [Math.cos(a), 0, Math.sin(a)], 1.3);
    return [blade.map((v, i) => lerp(v, out[i], k)), twist - p.hand * (hard ? 0.55 : 0.2) * k];
  }
}

/** Plays the script for a number of seconds and returns the recording. */
export function hockey(o) {
  const game = new Hockey(o);
  return record(o.seconds, (t) => game.step(t));
}
