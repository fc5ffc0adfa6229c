import { expect, it } from 'vitest';
import { isOff, isToCome } from '#/entities/event';
import { access, eventDetail } from '#/testing/events';
import { viewOf } from './view';

const before = Date.UTC(2026, 10, 20);

it.each(['cancelled', 'postponed'] as const)('a %s game is neither awaited nor sold', (schedule_status) => {
  const locked = access({ granted: false, reason: 'purchase_required' });
  for (const over of [{}, { type: 'paid', access: locked }] as const) {
    const game = eventDetail({ ...over, schedule_status });
    expect(viewOf(game, before)).toEqual({ kind: 'off' });
    expect(isToCome(game, before)).toBe(false);
  }
});

it('a game whose time is to be announced is awaited', () => {
  const game = eventDetail({ schedule_status: 'tba' });
  expect(viewOf(game, before)).toEqual({ kind: 'upcoming' });
  expect(isToCome(game, before)).toBe(true);
});

it('a game that went live takes place', () => {
  const live = { status: 'live', stream_status: 'live', stream_state: 'live' } as const;
  expect(isOff(eventDetail({ ...live, schedule_status: 'postponed' }))).toBe(false);
});

it('a game that was cancelled after it began is shown to viewers with access, and not sold to others', () => {
  const media = [{ id: 2, type: 3, url: 'https://x.test/vod.m3u8' }] as const;
  const ended = { status: 'finished', stream_status: 'finished', stream_state: 'ended' } as const;
  const game = eventDetail({ ...ended, schedule_status: 'cancelled', media: [...media] });
  expect(viewOf(game, before)).toEqual({ kind: 'play', url: 'https://x.test/vod.m3u8', live: false });
  const locked = access({ granted: false, reason: 'purchase_required' });
  expect(viewOf({ ...game, access: locked, media: [] }, before)).toEqual({ kind: 'off' });
  expect(viewOf({ ...game, stream_state: 'idle', media: [] }, before)).toEqual({ kind: 'off' });
  expect(isOff(game)).toBe(true);
});
