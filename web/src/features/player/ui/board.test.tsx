import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { useServer } from '#/testing/server';
import type { Source } from '../control/source';
import { openEngine } from '../engine/open-engine';
import { fakeEngines, stubPlayback, stubTracks } from '../testing';
import { Player, type PlayerProps } from './player';

vi.mock('../engine/open-engine');
stubTracks();
const server = useServer();

/** Small pictures of the first so many minutes of a game, two a minute. */
function boardOf(minutes: number): string {
  const time = (seconds: number) =>
    `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${seconds % 60 || '00'}.000`;
  const cues = Array.from({ length: minutes * 2 }, (_, n) => {
    const from = n * 30;
    return `\n${time(from)} --> ${time(from + 30)}\nstrip-${Math.floor(n / 10)}-10.jpg#xywh=${(n % 10) * 192},0,192,108\n`;
  });
  return `WEBVTT\n${cues.join('')}`;
}

const game: Source = { item: '7', url: '/media/aaa/e7/index.m3u8', live: false };
const film = { storyboard: '/media/aaa/e7/storyboard.vtt', chapters: [], grows: true };

/** A player of ten minutes of a game, whose timeline is a thousand pixels wide. */
async function show({ source = game, ...props }: Partial<PlayerProps> = {}) {
  const drawn = { minutes: 10 };
  const asked: string[] = [];
  server.use(
    http.get('*/media/:signature/:media/storyboard.vtt', ({ request }) => {
      asked.push(new URL(request.url).pathname);
      return HttpResponse.text(boardOf(drawn.minutes));
    }),
  );
  const engines = fakeEngines((engine) => {
    engine.live = source.live;
    engine.edge = source.live ? 600 : null;
  });
  vi.mocked(openEngine).mockImplementation(engines.open);
  const client = new QueryClient();
  const view = render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <Player
          source={source}
          title="Frost at Wolves"
          artist="Northline"
          poster=""
          interrupted={false}
          onRenew={() => undefined}
          film={film}
          {...props}
        />
      </QueryClientProvider>
    </I18nProvider>,
  );
  const { emit } = stubPlayback(view.container.querySelector('video') as HTMLVideoElement, {
    readyState: 4,
    duration: source.live ? Number.POSITIVE_INFINITY : 600,
    end: 600,
    currentTime: 240,
  });
  await waitFor(() => expect(engines.last().loads).toHaveLength(1));
  act(() => emit('loadedmetadata', 'playing', 'timeupdate'));
  const line = view.container.querySelector('.tl') as HTMLElement;
  line.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 44);
  const pop = () => view.container.querySelector('.tl__pop');
  const picture = () => view.container.querySelector<HTMLImageElement>('.tl__pop .scene img');
  const move = (x: number) => fireEvent.pointerMove(line, { clientX: x, pointerType: 'mouse' });
  return { drawn, asked, line, pop, picture, move };
}

it('shows the picture of a moment of a recording', async () => {
  const { pop, picture, move, asked, line } = await show();
  expect(asked).toEqual([]);
  move(100);
  await waitFor(() => expect(picture()).not.toBeNull());
  expect(picture()?.src).toContain('/media/aaa/e7/strip-0-10.jpg');
  expect(picture()?.style.translate).toMatch(/^-384px/);
  move(950);
  expect(picture()?.src).toContain('/media/aaa/e7/strip-1-10.jpg');
  expect(pop()?.textContent).toBe('9:30');
  fireEvent.pointerLeave(line);
  move(200);
  await waitFor(() => expect(picture()).not.toBeNull());
  expect(asked).toEqual(['/media/aaa/e7/storyboard.vtt']);
});

it('shows those that there are of a live game, and asks anew after a while', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const { drawn, pop, picture, move, asked, line } = await show({ source: { ...game, live: true } });
    drawn.minutes = 5;
    move(100);
    await waitFor(() => expect(picture()).not.toBeNull());
    move(900);
    expect(picture()).toBeNull();
    expect(pop()?.querySelector('.scene, .tl__room')).toBeNull();
    expect(pop()?.textContent).toMatch(/^9:00/);
    fireEvent.pointerLeave(line);
    vi.setSystemTime(Date.now() + 61_000);
    drawn.minutes = 10;
    move(900);
    await waitFor(() => expect(picture()?.src).toContain('/media/aaa/e7/strip-1-10.jpg'));
    expect(asked).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

it.each<[string, Partial<PlayerProps>]>([
  ['hides its end', { hidesEnd: true }],
  ['hides its end while it is live', { hidesEnd: true, source: { ...game, live: true } }],
  ['hides its end by its address', { source: { ...game, url: '/media/aaa/e7/veiled.m3u8' } }],
  ['has none', { film: { ...film, storyboard: '' } }],
])('asks for none of what %s', async (_, props) => {
  const { pop, picture, move, asked } = await show(props);
  move(100);
  await waitFor(() => expect(pop()).not.toBeNull());
  await import('./scene');
  await act(() => Promise.resolve());
  expect(picture()).toBeNull();
  expect(asked).toEqual([]);
});
