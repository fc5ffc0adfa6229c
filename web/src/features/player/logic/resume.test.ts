import { describe, expect, it } from 'vitest';
import { joinPlan, type LeftByEvent, remember } from './resume';

const left = (at: number, of = 5400, saved = 1) => ({ at, of, saved });

describe('remembering where a viewer left', () => {
  it('stores, replaces and forgets what has been seen', () => {
    const one = remember({}, '7', left(600), false);
    expect(one).toEqual({ 7: left(600) });
    expect(remember(one, '7', left(900), false)).toEqual({ 7: left(900) });
    expect(remember(one, '7', left(5380), false)).toEqual({});
    expect(remember(one, '7', left(3), false)).toEqual({});
  });

  it('keeps what it was not told the length of', () => {
    expect(remember({}, '7', left(5390, 0), false)).toEqual({ 7: left(5390, 0) });
  });

  it('keeps a live position at the edge: the game is not over', () => {
    expect(remember({}, '7', left(5390), true)).toEqual({ 7: left(5390) });
  });

  it('drops the oldest beyond a hundred', () => {
    let all: LeftByEvent = {};
    for (let id = 1; id <= 105; id++) all = remember(all, String(id), left(600, 5400, id), false);
    expect(Object.keys(all)).toHaveLength(100);
    expect(all[5]).toBeUndefined();
    expect(all[105]).toBeDefined();
  });
});

describe('joining', () => {
  it('starts live at the edge without a question when little was missed', () => {
    expect(joinPlan({ live: true, length: 90, left: undefined })).toEqual({ begin: 'live', resumeAt: 0, offers: [] });
  });

  it('offers the start to who joins late, and the place they left', () => {
    expect(joinPlan({ live: true, length: 1800, left: undefined }).offers).toEqual(['live', 'start']);
    expect(joinPlan({ live: true, length: 1800, left: left(600) })).toEqual({
      begin: 'live',
      resumeAt: 600,
      offers: ['live', 'start', 'resume'],
    });
    expect(joinPlan({ live: true, length: 1800, left: left(1770) }).offers).toEqual(['live', 'start']);
  });

  it('continues a recording and offers its start', () => {
    expect(joinPlan({ live: false, length: 5400, left: left(600) })).toEqual({
      begin: 'resume',
      resumeAt: 600,
      offers: ['resume', 'start'],
    });
    expect(joinPlan({ live: false, length: 5400, left: left(5390) }).begin).toBe('start');
    expect(joinPlan({ live: false, length: 5400, left: undefined })).toEqual({
      begin: 'start',
      resumeAt: 0,
      offers: [],
    });
  });
});
