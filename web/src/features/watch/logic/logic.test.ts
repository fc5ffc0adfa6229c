import { describe, expect, it } from 'vitest';
import type { EventDetail, Score } from '#/api/types';
import { scoreAt, scoringPlays } from './scores';
import { nextSession, pollEvery, viewOf } from './view';

const granted = { granted: true, reason: 'free', message: '', until: null, capabilities: ['watch'] } as const;
const url = 'https://x.test/media/aaa/e1/index.m3u8';

function event(change: Partial<EventDetail>): EventDetail {
  return {
    id: 1,
    status: 'live',
    stream_status: 'live',
    stream_state: 'live',
    access: { ...granted, capabilities: [] },
    media: [{ id: 1, type: 2, url }],
    scores: [],
    score: null,
    ended_at: null,
    max_streams: 0,
    ...change,
  } as EventDetail;
}

const refused = (reason: 'login_required' | 'purchase_required' | 'geo_blocked') => ({
  access: { granted: false, reason, message: '', until: null, capabilities: [] },
  media: [],
});

const blackedOut = (opens: { opens_at?: string; opens_after?: number }) => ({
  access: { granted: false, reason: 'blackout', message: '', until: null, capabilities: [], ...opens } as const,
  media: [],
});

const heard = (change: Pick<EventDetail, 'media'>) => ({
  access: { granted: false, reason: 'blackout', message: '', until: null, capabilities: [], may_listen: true } as const,
  ...change,
});

describe('what the stage shows', () => {
  const now = Date.parse('2026-03-01T20:00:00Z');
  const framed = { id: 0, type: 4, url: 'https://player.video.example/42' } as const;
  const announced = { status: 'upcoming', stream_status: 'upcoming' } as const;
  const finished = { status: 'finished', stream_status: 'finished' } as const;
  const live = { id: 1, type: 2, sound_url: '/live' } as const;
  const recorded = { id: 2, type: 3, sound_url: '/vod' } as const;

  it.each([
    [{}, { kind: 'play', url, live: true }],
    [{ media: [] }, { kind: 'starting' }],
    [{ status: 'upcoming', stream_status: 'upcoming', media: [] } as const, { kind: 'upcoming' }],
    [{ ...finished, media: [{ id: 2, type: 3, url }] } as const, { kind: 'play', url, live: false }],
    [{ ...finished, media: [{ id: 1, type: 2, url }] } as const, { kind: 'play', url, live: false }],
    [{ ...finished, media: [], ended_at: '2026-03-01T19:58:00Z' }, { kind: 'processing' }],
    [{ ...finished, media: [], ended_at: '2026-03-01T18:00:00Z' }, { kind: 'unrecorded' }],
    [{ ...finished, media: [], ended_at: null }, { kind: 'unrecorded' }],
    [{ ...finished, media: [{ id: 1, type: 3 }], ended_at: '2026-03-01T19:58:00Z' } as const, { kind: 'processing' }],
    [
      { ...finished, media: [framed] },
      { kind: 'embed', url: framed.url },
    ],
    [{ media: [framed] }, { kind: 'embed', url: framed.url }],
    [{ media: [framed, { id: 1, type: 2, url }] } as const, { kind: 'play', url, live: true }],
    [{ ...announced, media: [framed], event_utc_ts: now / 1000 + 60 }, { kind: 'upcoming' }],
    [
      { ...announced, media: [framed], event_utc_ts: now / 1000 },
      { kind: 'embed', url: framed.url },
    ],
    [
      { ...refused('purchase_required'), media: [{ ...framed, url: '' }] },
      { kind: 'locked', by: 'purchase' },
    ],
    [refused('login_required'), { kind: 'locked', by: 'login' }],
    [refused('purchase_required'), { kind: 'locked', by: 'purchase' }],
    [{ ...finished, stream_state: 'idle', ...refused('purchase_required') } as const, { kind: 'unrecorded' }],
    [
      { ...finished, stream_state: 'idle', ...refused('purchase_required'), media: [{ id: 0, type: 4 }] } as const,
      { kind: 'locked', by: 'purchase' },
    ],
    [{ ...finished, stream_state: 'idle', ...refused('geo_blocked') } as const, { kind: 'blocked' }],
    [refused('geo_blocked'), { kind: 'blocked' }],
    [blackedOut({}), { kind: 'blocked' }],
    [blackedOut({ opens_after: 3600 }), { kind: 'blocked', opens: { at: null, after: 3600 } }],
    [
      blackedOut({ opens_after: 3600, opens_at: '2026-03-02T01:00:00Z' }),
      { kind: 'blocked', opens: { at: Date.parse('2026-03-02T01:00:00Z') / 1000, after: 3600 } },
    ],
    [heard({ media: [] }), { kind: 'blocked', sound: null }],
    [heard({ media: [live] }), { kind: 'blocked', sound: { url: '/live', live: true } }],
    [heard({ media: [recorded] }), { kind: 'blocked', sound: { url: '/vod', live: true } }],
    [
      { ...heard({ media: [live, recorded] }), ...finished },
      { kind: 'blocked', sound: { url: '/vod', live: false } },
    ],
    [
      { ...heard({ media: [live] }), ...announced },
      { kind: 'blocked', sound: null },
    ],
  ])('%j is %j', (change, view) => {
    expect(viewOf(event(change as Partial<EventDetail>), now)).toEqual(view);
  });

  it('asks often while something may change', () => {
    expect(pollEvery('upcoming', false)).toBeLessThan(5000);
    expect(pollEvery('play', true)).toBeLessThan(5000);
    expect(pollEvery('processing', false)).toBeLessThan(5000);
    expect(pollEvery('play', false)).toBe(30_000);
  });
});

describe('a session', () => {
  const playing = { eventId: 1, url, live: true };

  it('survives the gap between the end and the recording, also with the same identity', () => {
    expect(nextSession(playing, 1, { kind: 'processing' })).toBe(playing);
    expect(nextSession(playing, 1, { kind: 'embed', url: 'https://player.video.example/42' })).toBe(playing);
    expect(nextSession(playing, 1, { kind: 'play', url, live: true })).toBe(playing);
    expect(nextSession(playing, 1, { kind: 'play', url, live: false })).toEqual({ ...playing, live: false });
  });

  it('ends with the access, and never passes to another event', () => {
    expect(nextSession(playing, 1, { kind: 'locked', by: 'login' })).toBeNull();
    expect(nextSession(playing, 1, { kind: 'blocked' })).toBeNull();
    expect(nextSession(playing, 2, { kind: 'starting' })).toBeNull();
    expect(nextSession(null, 1, { kind: 'processing' })).toBeNull();
  });
});

describe('the score at the playhead', () => {
  const at = (at_ms: number, away: number, home: number): Score => ({ away, home, period: 'P1', clock: '', at_ms });
  const scores = [at(1000, 0, 0), at(5000, 1, 0), at(9000, 1, 1)];

  it('is never ahead of the picture', () => {
    expect(scoreAt(scores, null)).toBeNull();
    expect(scoreAt(scores, 999)).toBeNull();
    expect(scoreAt(scores, 4999)).toEqual(at(1000, 0, 0));
    expect(scoreAt(scores, 5000)).toEqual(at(5000, 1, 0));
    expect(scoreAt(scores.toReversed(), 99_000)).toEqual(at(9000, 1, 1));
  });

  it('takes the later of two entries of one moment', () => {
    expect(scoreAt([at(1000, 0, 0), at(1000, 0, 1)], 1000)).toEqual(at(1000, 0, 1));
  });

  it('lists the plays up to the playhead, newest first', () => {
    expect(scoringPlays(scores, 99_000).map((p) => [p.side, p.points, p.score.at_ms])).toEqual([
      ['home', 1, 9000],
      ['away', 1, 5000],
    ]);
    expect(scoringPlays(scores, 6000)).toHaveLength(1);
    expect(scoringPlays(scores, null)).toEqual([]);
  });

  it('takes the first entry for where the count begins', () => {
    expect(scoringPlays([at(1000, 2, 2), at(2000, 3, 2)], 9000).map((p) => p.score.away)).toEqual([3]);
    expect(scoringPlays([at(1000, 0, 1)], 9000)).toEqual([]);
  });

  it('takes back what a correction undoes', () => {
    const corrected = [...scores, at(9500, 0, 1), at(9900, 0, 2)];
    expect(scoringPlays(corrected, 99_000).map((p) => [p.side, p.score.at_ms])).toEqual([
      ['home', 9900],
      ['home', 9000],
    ]);
  });
});
