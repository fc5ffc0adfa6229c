import { describe, expect, test } from 'vitest';
import type { EventDetail } from '#/api/types';
import { event } from '#/testing/events';
import { inState, isState, type StateName, stateNames } from './states';

const now = Date.UTC(2026, 10, 21, 12);
const base: EventDetail = {
  ...event(),
  description: '',
  ended_at: null,
  moments: 0,
  ads: false,
  live_since: null,
  media: [{ id: 9, type: 3, url: '/media/x/index.m3u8' }],
  packages: [],
  scores: [],
  sale: { allowed: true, reason: '' },
  server_time_ms: 0,
};
const material = { event: base, live: null, packages: [] };

describe('inState', () => {
  test.each<[StateName, Partial<EventDetail>]>([
    ['upcoming', { status: 'upcoming', has_access: true, media: [] }],
    ['live', { status: 'live', media: [{ id: 9, type: 2, url: '/media/x/index.m3u8' }] }],
    ['starting', { status: 'live', media: [] }],
    ['finished', { status: 'finished', media: base.media }],
    ['login', { type: 'register', has_access: false }],
    ['purchase', { type: 'paid', has_access: false, price: 999 }],
    ['ppv', { type: 'ppv', has_access: false, packages: [] }],
    ['blocked', { has_access: false, media: [] }],
    ['processing', { status: 'finished', media: [] }],
    ['unrecorded', { status: 'finished', media: [] }],
  ])('%s', (name, want) => {
    expect(inState(name, material, now)).toMatchObject(want);
  });

  test('live is what is live, where something is', () => {
    const live = { ...base, id: 77 };
    expect(inState('live', { ...material, live }, now)).toBe(live);
  });

  test('leaves the event itself as it was', () => {
    const before = structuredClone(base);
    for (const name of stateNames) inState(name, material, now);
    expect(base).toEqual(before);
  });
});

test('isState knows only states', () => {
  expect(isState('ppv')).toBe(true);
  expect(isState('constructor')).toBe(false);
});
