import { describe, expect, it } from 'vitest';
import type { EventDetail, Score, Standing } from '#/api/types';
import { event, liveEvent } from '#/testing/events';
import { withoutSpoilers } from './spoiler';
import { stand, standInFull } from './standing';

const score = (at_ms: number, away: number, home: number): Score => ({ away, home, period: '', clock: '', at_ms });
const live = (over: Partial<Standing> = {}): Standing => ({
  id: 1,
  status: 'live',
  stream_status: 'live',
  stream_state: 'live',
  schedule_status: 'on',
  event_utc_ts: Date.UTC(2026, 10, 22, 0, 30) / 1000,
  time_tba: false,
  ...over,
});

function detail(over: Partial<EventDetail> = {}): EventDetail {
  const sale = { allowed: true, reason: '' as const };
  const none = {
    description: '',
    packages: [],
    sale,
    scores: [],
    moments: 0,
    ads: false,
    media: [],
    live_since: null,
    ended_at: null,
    max_streams: 0,
  };
  return { ...liveEvent({ score: null }), ...none, server_time_ms: 0, ...over };
}

describe('an event as it stands now', () => {
  it('has the new score and status', () => {
    const next = stand(event(), live({ score: score(5, 87, 93) }));
    expect(next).toMatchObject({ status: 'live', stream_status: 'live', stream_state: 'live', score: { home: 93 } });
  });

  it('is the same object when nothing is new', () => {
    const before = liveEvent({ score: score(5, 1, 0) });
    expect(stand(before, live({ score: score(5, 1, 0) }))).toBe(before);
  });

  it('keeps its score when none is told', () => {
    const before = liveEvent({ score: score(5, 1, 0) });
    expect(stand(before, live())).toBe(before);
    expect(stand(before, live({ score: null })).score).toBeNull();
  });

  it('stays without a score for somebody who hides them, whatever is told', () => {
    const hidden = liveEvent({ score: null, score_hidden: true });
    expect(stand(hidden, live({ score: score(5, 87, 93) })).score).toBeNull();
  });
});

describe('an event with all its scores', () => {
  it('takes the new one in', () => {
    const before = detail({ score: score(1, 1, 0), scores: [score(1, 1, 0)] });
    expect(standInFull(before, live({ score: score(9, 1, 1) })).scores).toEqual([score(1, 1, 0), score(9, 1, 1)]);
  });

  it('knows how often its key moments changed, also when nothing else did', () => {
    const before = detail({ score: score(1, 1, 0), scores: [score(1, 1, 0)] });
    expect(standInFull(before, live({ score: score(1, 1, 0), moments: 3 })).moments).toBe(3);
    expect(standInFull(before, live({ score: score(9, 2, 0), moments: 3 }))).toMatchObject({
      moments: 3,
      score: { away: 2 },
    });
    expect(standInFull({ ...before, moments: 3 }, live()).moments).toBe(3); // told without, as to those who hide scores
  });

  it('lets a correction take back what it undoes', () => {
    const before = detail({ score: score(9, 2, 0), scores: [score(1, 1, 0), score(5, 1, 1), score(9, 2, 0)] });
    expect(standInFull(before, live({ score: score(5, 1, 1) })).scores).toEqual([score(1, 1, 0), score(5, 1, 1)]);
    expect(standInFull(before, live({ score: null })).scores).toEqual([]);
  });
});

it('leaves nothing that tells how a game went', () => {
  const over = detail({
    status: 'finished',
    stream_status: 'finished',
    score: score(9, 87, 93),
    scores: [score(9, 87, 93)],
    duration: 8263,
    ended_at: '2026-11-21T21:17:43Z',
  });
  const told = JSON.stringify(withoutSpoilers(over));
  for (const spoiler of ['87', '93', '8263', '17:43']) expect(told).not.toContain(spoiler);
  const planned = event({ duration: 7200 });
  expect(withoutSpoilers(planned)).toBe(planned);
});
