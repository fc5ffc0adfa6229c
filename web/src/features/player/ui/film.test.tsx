import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { useServer } from '#/testing/server';
import { openEngine } from '../engine/open-engine';
import { fakeEngines, stubPlayback, stubTracks } from '../testing';
import { Player, type PlayerProps } from './player';
import { Reporter } from './reporter';

vi.mock('../engine/open-engine');
stubTracks();
const server = useServer();

const film = {
  storyboard: '/media/aaa/f1/storyboard.vtt',
  chapters: [
    { start: 0, title: 'Warm-up' },
    { start: 300, title: 'First period' },
  ],
};
const board = `WEBVTT

00:00:00.000 --> 00:05:00.000
sheet-0.jpg#xywh=0,0,192,108

00:05:00.000 --> 00:10:00.000
sheet-0.jpg#xywh=192,0,192,108
`;

/** A player of a film of ten minutes, at its fourth, whose timeline is a thousand pixels wide. */
async function show(props: Partial<PlayerProps> = {}) {
  const asked: string[] = [];
  server.use(
    http.get('*/media/:signature/f1/storyboard.vtt', ({ request }) => {
      asked.push(new URL(request.url).pathname);
      return asked.length === 1 && props.artist === 'late'
        ? new HttpResponse(null, { status: 403 })
        : HttpResponse.text(board);
    }),
  );
  const engines = fakeEngines();
  vi.mocked(openEngine).mockImplementation(engines.open);
  const client = new QueryClient();
  const page = (more: Partial<PlayerProps> = {}) => (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <Player
          source={{ item: 'v1', url: '/media/aaa/f1/index.m3u8', live: false }}
          title="The captain’s last winter"
          artist="Northline"
          poster=""
          interrupted={false}
          film={film}
          onRenew={() => undefined}
          {...props}
          {...more}
        />
      </QueryClientProvider>
    </I18nProvider>
  );
  const view = render(page());
  const video = view.container.querySelector('video') as HTMLVideoElement;
  const { now, emit } = stubPlayback(video, { readyState: 4, duration: 600, end: 600, currentTime: 240 });
  await waitFor(() => expect(engines.last().loads).toHaveLength(1));
  act(() => emit('loadedmetadata', 'playing', 'timeupdate'));
  const line = view.container.querySelector('.tl') as HTMLElement;
  line.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 44);
  line.setPointerCapture = () => undefined;
  const picture = () => view.container.querySelector<HTMLImageElement>('.tl__pop .scene img');
  const said = () => view.container.querySelector('.tl__pop')?.textContent;
  const move = (x: number) => fireEvent.pointerMove(line, { clientX: x, pointerType: 'mouse' });
  return {
    ...view,
    again: (more: Partial<PlayerProps>) => view.rerender(page(more)),
    asked,
    line,
    picture,
    said,
    move,
    now,
  };
}

it('shows the picture and the chapter of the moment under the pointer', async () => {
  const { line, picture, said, move, asked } = await show();
  move(100);
  await waitFor(() => expect(picture()).not.toBeNull());
  expect(picture()?.src).toContain('/media/aaa/f1/sheet-0.jpg');
  expect(picture()?.style.translate).toMatch(/^0px/);
  expect(said()).toBe('1:00Warm-up');
  move(600);
  expect(picture()?.style.translate).toMatch(/^-192px/);
  expect(said()).toBe('6:00First period');
  fireEvent.pointerLeave(line);
  expect(said()).toBeUndefined();
  move(200);
  await waitFor(() => expect(picture()).not.toBeNull());
  expect(asked).toHaveLength(1);
});

it('shows it while the knob is dragged', async () => {
  const { line, said, now } = await show();
  fireEvent.pointerDown(line, { button: 0, clientX: 700, pointerType: 'touch' });
  expect(said()).toBe('7:00First period');
  fireEvent.pointerMove(line, { clientX: 800, pointerType: 'touch' });
  expect(said()).toBe('8:00First period');
  fireEvent.pointerUp(line, { clientX: 800, pointerType: 'touch' });
  expect(said()).toBeUndefined();
  expect(now.currentTime).toBe(480);
});

it('shows it to who moves by the keyboard, and says the chapter', async () => {
  const { said, container } = await show();
  const slider = screen.getByRole('slider', { name: 'Seek' });
  expect(slider).toHaveAttribute('aria-valuetext', '4 minutes of 10 minutes, Warm-up');
  expect(container.querySelectorAll('.tl__c')).toHaveLength(1);
  vi.spyOn(slider, 'matches').mockReturnValue(true);
  act(() => slider.focus());
  expect(said()).toBe('4:00Warm-up');
  await userEvent.keyboard('{PageUp}');
  expect(said()).toBe('5:00First period');
  act(() => slider.blur());
  expect(said()).toBeUndefined();
});

it('shows neither of what hides its end', async () => {
  const { picture, said, move, asked, again } = await show({ hidesEnd: true });
  move(1000);
  expect(said()).toBe('4:00');
  expect(picture()).toBeNull();
  again({ hidesEnd: false });
  move(1000);
  await waitFor(() => expect(picture()).not.toBeNull());
  expect(asked).toHaveLength(1);
});

it('asks for a fresh signature when its own is refused, and goes on under that', async () => {
  const onRenew = vi.fn<() => void>();
  const { picture, said, move, again } = await show({ artist: 'late', onRenew });
  move(100);
  await waitFor(() => expect(onRenew).toHaveBeenCalledOnce());
  expect(said()).toBe('1:00Warm-up');
  again({ film: { ...film, storyboard: '/media/bbb/f1/storyboard.vtt' } });
  await waitFor(() => expect(picture()?.src).toContain('/media/bbb/f1/sheet-0.jpg'));
  fireEvent.error(picture() as HTMLImageElement);
  expect(onRenew).toHaveBeenCalledTimes(2);
});

it('lets the page follow it and play from elsewhere', async () => {
  const onPosition = vi.fn<(seconds: number) => void>();
  const onReady = vi.fn<(from: (seconds: number) => void) => void>();
  const { now } = await show({ children: <Reporter onPosition={onPosition} onReady={onReady} /> });
  expect(onPosition).toHaveBeenLastCalledWith(240);
  act(() => onReady.mock.lastCall?.[0](300));
  expect(now.currentTime).toBe(300);
  expect(onPosition).toHaveBeenLastCalledWith(300);
});
