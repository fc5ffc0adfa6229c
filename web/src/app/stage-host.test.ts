import { beforeEach, expect, it, vi } from 'vitest';
import { eventDetail } from '#/testing/events';
import { type Staged, StageHost } from './stage-host';

const slot: Staged['slot'] = {
  session: { eventId: 1, url: '/media/a/e1/index.m3u8', live: false },
  event: eventDetail({}),
  at: undefined,
  marks: [{ id: 1, at: 1, from: 1, label: 'Goal', colour: '', goal: true }],
  title: 'Laurentide @ Fundy',
  artist: '',
  poster: '',
  posterSrcSet: '',
  posterPlaceholder: '',
  interrupted: false,
  hidesEnd: false,
  onPlayhead: vi.fn<(at: number | null) => void>(),
  onRenew: vi.fn<() => void>(),
  onReady: () => undefined,
  onClips: () => undefined,
};

let wide = true;

beforeEach(() => {
  document.body.replaceChildren();
  wide = true;
  vi.stubGlobal('matchMedia', () => ({ matches: wide }));
});

/** A game on its page, playing or not, whose reader then goes somewhere. */
function staged({ paused = false, ended = false, to = '/schedule' } = {}) {
  let path = '/watch/1';
  const host = new StageHost(() => path);
  const place = document.createElement('div');
  document.body.append(place);
  host.enter(place, slot);
  const video = document.createElement('video');
  Object.defineProperty(video, 'paused', { get: () => paused });
  Object.defineProperty(video, 'ended', { get: () => ended });
  host.element.append(video);
  path = to;
  return { host, place, video };
}

it('stands on the page of its game', () => {
  const { host, place, video } = staged();
  expect(place).toContainElement(video);
  expect(host.store.getState()).toMatchObject({ docked: false, lost: false, slot });
});

it('moves the same element into the corner when the page is left while it plays', () => {
  const { host, place, video } = staged();
  const taken = vi.fn<() => void>();
  new MutationObserver(taken).observe(host.element, { childList: true });
  host.leave();
  expect(host.element.parentNode).toBe(document.body);
  expect(host.element).toContainElement(video);
  expect(taken).not.toHaveBeenCalled();
  const { docked, slot: now } = host.store.getState() as Staged;
  expect([docked, now.marks]).toEqual([true, []]);
  now.onPlayhead(5);
  expect(slot.onPlayhead).not.toHaveBeenCalled();

  host.enter(place, slot);
  expect(place).toContainElement(video);
  expect(host.element).not.toHaveAttribute('data-docked');
});

it.each([
  ['paused', { paused: true }],
  ['over', { ended: true }],
  ['on its own page, where access was lost', { to: '/watch/1/' }],
])('goes with its page when it is %s', (_, how) => {
  const { host } = staged(how);
  host.leave();
  expect(host.store.getState()).toBeNull();
  expect(host.element.isConnected).toBe(false);
});

it('goes with its page where there is no room for it', () => {
  const { host } = staged();
  wide = false;
  host.leave();
  expect(host.store.getState()).toBeNull();
});

it('gives way to what else is played with sound, not to what is silent or its own', () => {
  const { host, video } = staged();
  host.leave();
  const other = document.createElement('video');
  document.body.append(other);
  video.dispatchEvent(new Event('play'));
  other.muted = true;
  other.dispatchEvent(new Event('play'));
  expect(host.store.getState()).not.toBeNull();
  other.muted = false;
  other.dispatchEvent(new Event('play'));
  expect(host.store.getState()).toBeNull();
});

it('closes by Escape, and on its page does not hear it', () => {
  const { host, place } = staged();
  const escape = () => host.element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  host.leave();
  host.enter(place, slot);
  escape();
  expect(host.store.getState()).not.toBeNull();
  host.leave();
  escape();
  expect(host.store.getState()).toBeNull();
});

it('is told what becomes of the game in the corner alone', () => {
  const { host } = staged();
  host.follow({ interrupted: true });
  host.lose();
  expect(host.store.getState()).toMatchObject({ lost: false, slot: { interrupted: false } });
  host.leave();
  const before = host.store.getState();
  host.follow({ interrupted: false });
  expect(host.store.getState()).toBe(before);
  host.follow({ interrupted: true });
  expect(host.store.getState()?.slot.interrupted).toBe(true);
  host.lose();
  expect(host.store.getState()?.lost).toBe(true);
  host.follow({ interrupted: true });
  expect(host.store.getState()?.lost).toBe(false);
});
