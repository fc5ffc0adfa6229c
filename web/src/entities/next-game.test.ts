import { describe, expect, it } from 'vitest';
import type { EventSummary } from '#/api/types';
import { access, event } from '#/testing/events';
import { nextGame } from './next-game';

const ended = event({ id: 1, event_category_id: 1 });
const live = (id: number, over: Partial<EventSummary> = {}) =>
  event({ id, status: 'live', stream_status: 'live', stream_state: 'live', ...over });
const recorded = (id: number, over: Partial<EventSummary> = {}) =>
  event({ id, status: 'finished', stream_status: 'finished', stream_state: 'ended', ...over });
const after = (lives: EventSummary[], recordings: EventSummary[], played: number[] = []) =>
  nextGame(ended, { live: lives, recorded: recordings, played: new Set(played) })?.id ?? null;

describe('the game that plays next', () => {
  it('is a live one, of the same sport where there is one', () => {
    expect(after([live(2, { event_category_id: 9 }), live(3)], [recorded(4)])).toBe(3);
    expect(after([live(2, { event_category_id: 9 })], [recorded(4)])).toBe(2);
  });

  it('is the first recording where nothing is live', () => {
    expect(after([], [recorded(4), recorded(5)])).toBe(4);
    expect(after([], [event({ id: 6 }), recorded(5)])).toBe(5);
  });

  it('is never one that the viewer may not watch', () => {
    const locked = access({ granted: false, reason: 'purchase_required' });
    expect(after([live(2, { access: locked })], [recorded(4, { access: locked })])).toBeNull();
  });

  it('is neither the game that ended nor one that was just played', () => {
    expect(after([live(1)], [recorded(1), recorded(4)], [4])).toBeNull();
  });
});
