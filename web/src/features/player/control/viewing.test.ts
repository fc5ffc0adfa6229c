import { beforeEach, describe, expect, it } from 'vitest';
import { bus } from '#/lib/bus';
import type { Phase } from '../logic/phase';
import { Viewing } from './viewing';

const stream = {
  stream_id: 5,
  stream_type: 'event',
  live: false,
  category: 'hockey',
  sport: 'hockey',
  gender: 'W',
  school: '3',
  league: 'd1',
} as const;

let told: (string | number)[];
let now: number;

beforeEach(() => {
  told = [];
  now = 0;
  return bus.on('viewing', (fact) => told.push('event' in fact ? fact.event : fact.seconds));
});

const aViewing = () =>
  new Viewing(
    () => stream,
    () => now,
  );

/** Seconds go by, of which so many are shown. */
function goOn(
  viewing: Viewing,
  seconds: number,
  from: number,
  how: { phase?: Phase; shown?: number; speed?: number } = {},
) {
  const { phase = 'play', shown = 1, speed = 1 } = how;
  let position = from;
  for (let i = 0; i < seconds; i++) {
    now += 1000;
    position += shown;
    viewing.see({ phase, position, speed });
  }
  return position;
}

describe('a viewing', () => {
  it('tells its states once each, and nothing of an empty player', () => {
    const viewing = aViewing();
    const phases: Phase[] = ['stop', 'ready', 'ready', 'play', 'seek', 'play', 'pause', 'play', 'complete', 'stop'];
    for (const phase of phases) viewing.see({ phase, position: 0, speed: 1 });
    expect(told).toEqual(['ready', 'play', 'seek', 'play', 'pause', 'play', 'complete', 'stop']);
  });

  it('has a name of its own', () => {
    const views: string[] = [];
    const stop = bus.on('viewing', ({ view }) => views.push(view));
    for (const viewing of [aViewing(), aViewing()]) {
      viewing.see({ phase: 'ready', position: 0, speed: 1 });
      viewing.see({ phase: 'play', position: 0, speed: 1 });
    }
    stop();
    expect(new Set(views).size).toBe(2);
    expect(views[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('tells what was watched every thirty seconds, and the rest at the end', () => {
    const viewing = aViewing();
    viewing.see({ phase: 'play', position: 0, speed: 1 });
    const at = goOn(viewing, 75, 0);
    viewing.see({ phase: 'complete', position: at, speed: 1 });
    viewing.rest();
    expect(told).toEqual(['play', 30, 30, 'complete', 15]);
  });

  it('counts no time in which nothing moves: paused, waiting for data, or asleep', () => {
    const viewing = aViewing();
    viewing.see({ phase: 'play', position: 0, speed: 1 });
    let at = goOn(viewing, 10, 0);
    at = goOn(viewing, 100, at, { phase: 'pause', shown: 0 });
    viewing.see({ phase: 'play', position: at, speed: 1 });
    at = goOn(viewing, 100, at, { shown: 0 });
    now += 3_600_000;
    at = goOn(viewing, 1, at, { shown: 0.25 });
    goOn(viewing, 5, at);
    viewing.rest();
    expect(told.filter((one) => typeof one === 'number')).toEqual([15]);
  });

  it('counts what was jumped over for nothing, in either direction', () => {
    const viewing = aViewing();
    viewing.see({ phase: 'play', position: 0, speed: 1 });
    goOn(viewing, 4, 0);
    viewing.see({ phase: 'seek', position: 900, speed: 1 });
    viewing.see({ phase: 'play', position: 900, speed: 1 });
    goOn(viewing, 4, 900);
    viewing.see({ phase: 'play', position: 0, speed: 1 });
    goOn(viewing, 4, 0);
    viewing.rest();
    expect(told.at(-1)).toBe(12);
  });

  it('counts the viewer’s time, at whichever speed', () => {
    const viewing = aViewing();
    viewing.see({ phase: 'play', position: 0, speed: 2 });
    goOn(viewing, 20, 0, { shown: 2, speed: 2 });
    viewing.rest();
    expect(told.at(-1)).toBe(20);
  });
});
