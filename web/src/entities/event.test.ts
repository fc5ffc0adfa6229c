import { describe, expect, it } from 'vitest';
import { event, liveEvent, team } from '#/testing/events';
import { clockText, fullTitle, leader, ordered, scoreText, sides, spokenTitle, status, title } from './event';

describe('sides', () => {
  it('are away first, home second, however they arrive', () => {
    expect(ordered(event()).map((s) => s.id)).toEqual([1, 2]);
    expect(ordered(event({ participants: [team(2), team(1)] })).map((s) => s.id)).toEqual([1, 2]);
  });

  it('keep their order when nobody is at home', () => {
    expect(ordered(event({ home_team_id: null })).map((s) => s.id)).toEqual([1, 2]);
  });

  it.each([[[]], [[team(1)]], [[team(1), team(2), team(3)]]])('exist only between two', (participants) => {
    expect(sides(event({ participants }))).toBeNull();
    expect(ordered(event({ participants }))).toEqual(participants);
  });
});

describe('title', () => {
  const versus = ['@', 'vs'] as const;

  it('is "away @ home" in short or full names', () => {
    expect(title(event(), versus)).toBe('Laurentide @ Fundy');
    expect(fullTitle(event(), versus)).toBe('Laurentide Lynx @ Fundy Tide');
    expect(spokenTitle(liveEvent(), versus)).toBe('Laurentide Lynx @ Fundy Tide, 3–2');
  });

  it('is "one vs other" where neither is at home', () => {
    const neutral = event({ home_team_id: null });
    expect(title(neutral, versus)).toBe('Laurentide vs Fundy');
    expect(fullTitle(neutral, versus)).toBe('Laurentide Lynx vs Fundy Tide');
  });

  it('falls back to the full name of a side without a short one', () => {
    expect(title(event({ participants: [{ ...team(1), short_name: '' }, team(2)] }), versus)).toBe(
      'Laurentide Lynx @ Fundy',
    );
  });

  it('is the event’s own name when it is not a game', () => {
    expect(title(event({ participants: [team(1)], name: 'Awards night' }), versus)).toBe('Awards night');
    expect(fullTitle(event({ participants: [], name: 'Awards night' }), versus)).toBe('Awards night');
  });
});

describe('score', () => {
  const score = { away: 1, home: 4, period: 'P3', clock: '', at_ms: 0 };

  it('is written away first', () => {
    expect(scoreText(score)).toBe('1–4');
    expect(scoreText(null)).toBe('');
  });

  it('has a leader unless level', () => {
    expect(leader(score)).toBe('home');
    expect(leader({ ...score, away: 5 })).toBe('away');
    expect(leader({ ...score, away: 4 })).toBeNull();
    expect(leader(null)).toBeNull();
  });

  it('carries the clock as far as it is known', () => {
    expect(clockText({ ...score, clock: '8:14' })).toBe('P3 8:14');
    expect(clockText(score)).toBe('P3');
    expect(clockText(null)).toBe('');
  });
});

it('lets the stream decide what an event is', () => {
  expect(status({ status: 'upcoming', stream_status: 'live' })).toBe('live');
});
