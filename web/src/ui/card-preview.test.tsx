import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Media } from '#/api/types';
import { CardPreview } from './card-preview';
import { PREVIEW_AFTER_MS } from './use-preview';

const media: Media[] = [
  { id: 1, type: 6, view: 'preview', url: '/media/t/e1/preview-1.mp4' },
  { id: 1, type: 7, view: 'preview', url: '/media/t/e1/preview-1.webp' },
];

/** The device: which media queries hold, and whether it plays the film. */
function device(holds: (query: string) => boolean, playsFilm = true) {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: holds(query) }));
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue(playsFilm ? 'probably' : '');
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue(undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue(undefined);
}
const mouse = (query: string) => query.includes('hover');

const loads = vi.fn<() => Promise<Media[]>>(async () => media);
const card = (name: string) => (
  <article data-testid={name}>
    <CardPreview load={loads} />
    <a href="/x">{name}</a>
  </article>
);
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const enter = (element: Element) => fireEvent(element, new PointerEvent('pointerenter', { pointerType: 'mouse' }));
const leave = (element: Element) => fireEvent(element, new PointerEvent('pointerleave', { pointerType: 'mouse' }));

beforeEach(() => {
  vi.useFakeTimers();
  loads.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('plays after half a second, silently and out of the focus order, and unloads when the card is left', async () => {
  device(mouse);
  const { container, getByTestId } = render(card('a'));
  enter(getByTestId('a'));
  await wait(PREVIEW_AFTER_MS - 1);
  expect(loads).not.toHaveBeenCalled();
  await wait(1);
  const video = container.querySelector('video')!;
  expect(video.getAttribute('src')).toBe('/media/t/e1/preview-1.mp4');
  expect([video.muted, video.hasAttribute('playsinline'), video.tabIndex, video.controls]).toEqual([
    true,
    true,
    -1,
    false,
  ]);
  expect(video.closest('[aria-hidden="true"]')).not.toBeNull();
  expect(video.classList).not.toContain('cpreview__m--on');
  fireEvent.playing(video);
  expect(video.classList).toContain('cpreview__m--on');
  leave(getByTestId('a'));
  expect(container.querySelector('video')).toBeNull();
  expect(video.hasAttribute('src')).toBe(false);
});

it('plays on a card that was pointed at before its scripts were there', async () => {
  device(mouse);
  vi.spyOn(Element.prototype, 'matches').mockImplementation((selector) => selector === ':hover');
  const { container } = render(card('a'));
  await wait(PREVIEW_AFTER_MS);
  expect(container.querySelector('video')).not.toBeNull();
});

it('asks for nothing when the card is left before', async () => {
  device(mouse);
  const { container, getByTestId } = render(card('a'));
  enter(getByTestId('a'));
  await wait(PREVIEW_AFTER_MS / 2);
  leave(getByTestId('a'));
  await wait(PREVIEW_AFTER_MS);
  expect(loads).not.toHaveBeenCalled();
  expect(container.querySelector('video')).toBeNull();
});

it('plays one at a time', async () => {
  device(mouse);
  const { getByTestId } = render(
    <>
      {card('a')}
      {card('b')}
    </>,
  );
  enter(getByTestId('a'));
  await wait(PREVIEW_AFTER_MS);
  enter(getByTestId('b'));
  await wait(PREVIEW_AFTER_MS);
  expect(getByTestId('a').querySelector('video')).toBeNull();
  expect(getByTestId('b').querySelector('video')).not.toBeNull();
});

it('shows the animated picture where the film does not play', async () => {
  device(mouse, false);
  const { container, getByTestId } = render(card('a'));
  enter(getByTestId('a'));
  await wait(PREVIEW_AFTER_MS);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/media/t/e1/preview-1.webp');
});

const refusals: [string, (query: string) => boolean, boolean][] = [
  ['a touch screen', () => false, false],
  ['a wish for less motion', (query) => mouse(query) || query.includes('motion'), false],
  ['a wish for less data', (query) => mouse(query) || query.includes('data'), false],
  ['a data saver', mouse, true],
];
it.each(refusals)('asks for nothing with %s', async (_, holds, saveData) => {
  device(holds);
  vi.stubGlobal('navigator', { connection: { saveData } });
  const { container, getByTestId } = render(card('a'));
  enter(getByTestId('a'));
  await wait(2 * PREVIEW_AFTER_MS);
  expect(loads).not.toHaveBeenCalled();
  expect(container.querySelector('video, img')).toBeNull();
});

it('keeps the poster when the address cannot be had', async () => {
  device(mouse);
  loads.mockRejectedValueOnce(new Error('403'));
  const { container, getByTestId } = render(card('a'));
  enter(getByTestId('a'));
  await wait(PREVIEW_AFTER_MS);
  expect(container.querySelector('video, img')).toBeNull();
});
