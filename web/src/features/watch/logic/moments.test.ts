import { describe, expect, it } from 'vitest';
import type { EventDetail, Moment, Score } from '#/api/types';
import { event } from '#/testing/events';
import { entriesAt } from './moments';

const score = (at_ms: number, away: number, home: number): Score => ({
  away,
  home,
  period: 'P1',
  clock: '9:00',
  at_ms,
});
const [away, home] = event().participants.map(({ id }) => id) as [number, number];

function moment(at_ms: number, kind: string, participant_id: number | null = null): Moment {
  return { id: at_ms, at_ms, kind, name: kind, participant_id, note: '' };
}

const scores = [score(1000, 0, 0), score(60_000, 1, 0), score(200_000, 1, 1)];
const game = { ...event(), scores } as EventDetail;

describe('the list beside the player', () => {
  const moments = [moment(500, 'period_start'), moment(58_000, 'goal', away), moment(198_000, 'save', home)];
  const read = (playhead: number | null) =>
    entriesAt(game, moments, playhead).map(({ at, name, side, points }) => [at, name, side, points]);

  it('has nothing that lies ahead of the picture', () => {
    expect(read(null)).toEqual([]);
    expect(read(499)).toEqual([]);
    expect(read(58_000).map(([at]) => at)).toEqual([58_000, 500]);
  });

  it('tells a score with the moment that it belongs to, and others by themselves, newest first', () => {
    expect(read(999_000)).toEqual([
      [200_000, '', 'home', 1],
      [198_000, 'save', 'home', 0],
      [58_000, 'goal', 'away', 1],
      [500, 'period_start', null, 0],
    ]);
  });

  it('tells one score with one moment', () => {
    const twice = [moment(58_000, 'goal', away), moment(59_000, 'goal', away)];
    expect(entriesAt(game, twice, 100_000).map(({ points }) => points)).toEqual([0, 1]);
  });

  it('names the scoreboard of the moment', () => {
    expect(entriesAt(game, moments, 100_000)[0]?.score).toEqual(scores[1]);
    expect(entriesAt(game, moments, 100_000)[1]?.score).toBeNull();
  });
});
