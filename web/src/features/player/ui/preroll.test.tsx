import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { Ad, Preroll, Settings } from '#/api/types';
import { local } from '#/lib/storage';
import { aBootstrap, someSettings } from '#/testing/bootstrap';
import { aPreroll } from '#/testing/prerolls';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { Deck } from '../control/deck';
import { Remote } from '../control/remote';
import { initialState } from '../control/state';
import { bareSurface, stubPlayback, stubTracks } from '../testing';
import { PlayerContext } from './context';
import { PrerollShow } from './preroll';

stubTracks();
const server = useServer();
const sent: string[] = [];
const play = vi.fn<() => Promise<void>>();
const game = { id: 17, location_id: 3, event_category_id: 7 };
const refusal = () => new DOMException('', 'NotAllowedError');

beforeEach(() => {
  localStorage.clear();
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  sent.length = 0;
  vi.stubGlobal(
    'Image',
    class {
      set src(url: string) {
        sent.push(url);
      }
    },
  );
  play.mockReset().mockResolvedValue();
  HTMLMediaElement.prototype.play = play;
});
afterEach(() => {
  vi.useRealTimers();
});

async function show(preroll: Partial<Preroll> = {}, settings: Partial<Settings> = {}, live = true) {
  const onShown = vi.fn<() => void>();
  const onOver = vi.fn<() => void>();
  const deck = new Deck();
  const surface = bareSurface();
  const release = deck.attach(surface);
  onTestFinished(release);
  const { container } = await renderScreen(
    <PlayerContext value={{ deck, remote: new Remote(deck) }}>
      <PrerollShow ads={game} live={live} onShown={onShown} onOver={onOver} />
    </PlayerContext>,
    { bootstrap: aBootstrap({ settings: someSettings({ prerolls: [aPreroll(preroll)], ...settings }) }) },
  );
  const film = () => container.querySelector('video') as HTMLVideoElement;
  const begin = () => {
    const { now, emit } = stubPlayback(film(), { duration: 8, paused: false });
    act(() => emit('play', 'playing'));
    return {
      now,
      emit: (...names: string[]) => act(() => emit(...names)),
      to: (position: number) => {
        now.currentTime = position;
        act(() => emit('timeupdate'));
      },
    };
  };
  return { onShown, onOver, deck, surface, release, film, begin, user: userEvent.setup() };
}

const seen = () => local.load('prerolls');

/** Films have failed when they are looked at for the first time. jsdom knows no error of an element. */
function failAtOnce(): void {
  Object.defineProperty(HTMLMediaElement.prototype, 'error', { configurable: true, value: { code: 4 } });
  onTestFinished(() => void Reflect.deleteProperty(HTMLMediaElement.prototype, 'error'));
}

describe('a pre-roll', () => {
  it('says that it is one and how long, can be skipped in time, and then stays away', async () => {
    const { onShown, onOver, begin, film, user } = await show();
    expect(film()).toHaveAttribute('src', '/media/public/ads/a.mp4');
    const { to } = begin();
    expect(onShown).toHaveBeenCalled();
    to(2);
    expect(screen.getByText('Ad').parentElement).toHaveTextContent('Ad · 0:06');
    expect(screen.getByText('Skip in 3 s')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Skip ad' })).toBeNull();
    to(5);
    await user.click(screen.getByRole('button', { name: 'Skip ad' }));
    expect(onOver).toHaveBeenCalledOnce();
    expect(Object.keys(seen() as object)).toEqual(['0:17']);
  });

  const fitting = { for_live: true, for_vod: false, location_id: 3, event_categories: [7] };
  it.each<[string, Partial<Preroll>, boolean, boolean]>([
    ['a live game at its place and of its sport', fitting, true, true],
    ['a recording', fitting, false, false],
    ['a recording, for which it is', { ...fitting, for_live: false, for_vod: true }, false, true],
    ['a live game, when it is for recordings', { ...fitting, for_live: false, for_vod: true }, true, false],
    ['a game at another place', { ...fitting, location_id: 7 }, true, false],
    ['a game of another sport', { ...fitting, event_categories: [3] }, true, false],
  ])('is shown before what it is for: %s', async (_, preroll, live, shown) => {
    const { film } = await show(preroll, {}, live);
    expect(film() !== null).toBe(shown);
  });

  it('is not shown again to who has seen one before this event', async () => {
    local.save('prerolls', { '0:17': Date.now() - 60_000 });
    const { onOver, film } = await show();
    expect(onOver).toHaveBeenCalledOnce();
    expect(film()).toBeNull();
  });

  it('is shown again after the time of the settings, and not before', async () => {
    const now = Date.UTC(2026, 10, 25);
    vi.setSystemTime(now);
    const settings = { preroll_suppression: 600_000 };
    local.save('prerolls', { '0:17': now - 11 * 60_000 });
    const late = await show({}, settings);
    expect(late.film()).not.toBeNull();
    local.save('prerolls', { '0:17': now - 9 * 60_000 });
    const early = await show({}, settings);
    expect(early.film()).toBeNull();
    expect(early.onOver).toHaveBeenCalledOnce();
  });

  it('is over at its end, and cannot be skipped where it may not', async () => {
    const { onOver, begin } = await show({ skip_after: null });
    const { to, emit } = begin();
    to(7.9);
    expect(screen.queryByText(/Skip/)).toBeNull();
    emit('pause', 'ended');
    expect(onOver).toHaveBeenCalledOnce();
    expect(seen()).not.toBeNull();
  });

  it('leads to the advertiser in another tab, and waits', async () => {
    const { begin, film, user } = await show();
    begin();
    const link = screen.getByRole('link', { name: /Halyard Mutual ?\(opens in a new tab\)/ });
    expect(link).toHaveAttribute('href', 'https://halyard.example/');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener sponsored');
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    expect(film().pause).toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Play' })).toBeVisible();
  });

  it.each(['javascript:alert(1)', 'http://halyard.example/', '/profile', ''])(
    'leads nowhere by %j',
    async (click_url) => {
      const { begin } = await show({ click_url });
      begin();
      expect(screen.getByText('Halyard Mutual')).toBeVisible();
      expect(screen.queryByRole('link')).toBeNull();
    },
  );

  it('lets the game begin at once where its film fails, and may come again', async () => {
    const { onOver, film } = await show();
    act(() => {
      film().dispatchEvent(new Event('error'));
    });
    expect(onOver).toHaveBeenCalledOnce();
    expect(seen()).toBeNull();
  });

  it('lets the game begin where its film failed before anybody listened', async () => {
    failAtOnce();
    const { onOver, onShown } = await show();
    expect(onOver).toHaveBeenCalledOnce();
    expect(onShown).not.toHaveBeenCalled();
    expect(seen()).toBeNull();
  });

  it('is given up when it stands still', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { onOver, begin } = await show();
    vi.setTimerTickMode('manual'); // from here on, real time does not count
    const { to, emit } = begin();
    emit('waiting');
    await act(() => vi.advanceTimersByTimeAsync(2000));
    to(1); // moves again
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(onOver).not.toHaveBeenCalled();
    emit('waiting');
    await act(() => vi.advanceTimersByTimeAsync(2600));
    expect(onOver).toHaveBeenCalledOnce();
  });

  it('plays without sound where the browser allows no other, and so does the game until a press', async () => {
    play.mockRejectedValueOnce(refusal());
    const { begin, film, deck, surface, user } = await show();
    await waitFor(() => expect(play).toHaveBeenCalledTimes(2));
    expect(film().muted).toBe(true);
    expect(surface.video.muted).toBe(true);
    begin();
    await user.click(screen.getByRole('button', { name: 'Tap to unmute' }));
    act(() => deck.sync());
    expect(film().muted).toBe(false);
    expect(screen.queryByRole('button', { name: 'Tap to unmute' })).toBeNull();
  });

  it('waits for a press where the browser wants one', async () => {
    play.mockRejectedValue(refusal());
    const { onShown, film, user } = await show();
    await waitFor(() => expect(onShown).toHaveBeenCalled());
    play.mockReset().mockResolvedValue();
    await user.click((await screen.findAllByRole('button', { name: 'Play' }))[0] as HTMLElement);
    expect(play).toHaveBeenCalledOnce();
    expect(film().paused).toBe(true);
  });

  it('is as muted as the viewer left the game, and answers to keys', async () => {
    local.save('player', { muted: true, volume: 0.4 });
    const { begin, film, deck, user } = await show();
    expect(film().muted).toBe(true);
    expect(film().volume).toBe(0.4);
    begin();
    screen.getByRole('button', { name: 'Pause' }).focus();
    await user.keyboard('m');
    act(() => deck.sync());
    expect(film().muted).toBe(false);
    await user.keyboard('k');
    expect(film().pause).toHaveBeenCalled();
    expect({ ...deck.state, muted: false }.position).toBe(initialState.position);
  });
});

describe('an ad server’s', () => {
  const ad: Ad = {
    media: { url: 'https://cdn.example/a.mp4', width: 1280, height: 720 },
    error: null,
    duration: 8,
    skip_after: 0,
    click_url: '',
    sponsor: 'Blackspruce',
    events: (['impression', 'start', 'midpoint', 'skip', 'error'] as const).map((event) => ({
      event,
      url: `https://track.example/${event}${event === 'error' ? '/[ERRORCODE]' : ''}`,
    })),
  };
  const answer = (given: Ad) => server.use(http.get('*/api/prerolls/1', () => ok(given)));

  it('tells what happens to it', async () => {
    answer(ad);
    const { begin, film, user } = await show({ kind: 'vast', url: '/api/prerolls/1' });
    await waitFor(() => expect(film()).toHaveAttribute('src', 'https://cdn.example/a.mp4'));
    const { to } = begin();
    to(4.2);
    await user.click(screen.getByRole('button', { name: 'Skip ad' }));
    expect(sent.map((url) => url.slice(22))).toEqual(['impression', 'start', 'midpoint', 'skip']);
  });

  it('is told of a film that failed before anybody listened', async () => {
    failAtOnce();
    answer(ad);
    const { onOver } = await show({ kind: 'vast', url: '/api/prerolls/1' });
    await waitFor(() => expect(onOver).toHaveBeenCalledOnce());
    expect(sent).toEqual(['https://track.example/error/405']);
  });

  it('lets the game begin where there is none, and says why', async () => {
    answer({ ...ad, media: null, error: 303 });
    const { onOver } = await show({ kind: 'vast', url: '/api/prerolls/1' });
    await waitFor(() => expect(onOver).toHaveBeenCalledOnce());
    expect(sent).toEqual(['https://track.example/error/303']);
  });

  it('lets the game begin where it cannot be asked', async () => {
    server.use(http.get('*/api/prerolls/1', () => new Response('', { status: 503 })));
    const { onOver } = await show({ kind: 'vast', url: '/api/prerolls/1' });
    await waitFor(() => expect(onOver).toHaveBeenCalledOnce());
  });
});
