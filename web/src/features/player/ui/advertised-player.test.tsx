import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Preroll } from '#/api/types';
import type { Advertised } from '#/entities/preroll';
import { aBootstrap, someSettings } from '#/testing/bootstrap';
import { aPreroll } from '#/testing/prerolls';
import { renderScreen } from '#/testing/render';
import { AdvertisedPlayer } from './advertised-player';
import type { PlayerProps } from './player';
import type { PrerollShowProps } from './preroll';

vi.mock('./player', () => ({ Player: ({ before }: PlayerProps) => before ?? <p>The game</p> }));
vi.mock('./preroll', () => ({
  PrerollShow: ({ ads, onShown, onOver }: PrerollShowProps) => (
    <>
      <p>Before {ads.id}</p>
      <button type="button" onClick={onShown}>
        Show
      </button>
      <button type="button" onClick={onOver}>
        End
      </button>
    </>
  ),
}));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Given {
  ads?: Advertised | undefined;
  live?: boolean;
  at?: number;
  prerolls?: Preroll[];
}

const game = { id: 17, location_id: 3, event_category_id: 7 };

function Stage({ ads, live = true, at }: Given) {
  const source = { item: '17', url: '/media/a/e1/index.m3u8', live, at };
  return (
    <AdvertisedPlayer
      ads={ads}
      source={source}
      title=""
      artist=""
      poster=""
      interrupted={false}
      onRenew={() => undefined}
    />
  );
}

async function show({ prerolls = [aPreroll()], ...given }: Given = {}) {
  await renderScreen(<Stage ads={game} {...given} />, {
    bootstrap: aBootstrap({ settings: someSettings({ prerolls }) }),
  });
}

it.each([
  ['who has none shown', { ads: undefined }],
  ['a channel without any', { prerolls: [] }],
  ['a recording, where they are for live games', { live: false }],
  ['who asked for a moment', { at: 90 }],
])('lets the game begin at once for %s', async (_, given) => {
  await show(given);
  expect(screen.getByText('The game')).toBeVisible();
});

it('comes before a game from its start', async () => {
  await show({ at: 0 });
  expect(await screen.findByRole('button', { name: 'Show' })).toBeVisible();
  expect(screen.getByText('Before 17')).toBeVisible();
});

it('is waited for three seconds', async () => {
  await show();
  await screen.findByRole('button', { name: 'Show' });
  await act(() => vi.advanceTimersByTimeAsync(3100));
  expect(screen.getByText('The game')).toBeVisible();
});

it('takes as long as it takes once it is shown, and is then over for good', async () => {
  await show();
  const shown = await screen.findByRole('button', { name: 'Show' });
  act(() => shown.click());
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByText('The game')).toBeNull();
  act(() => screen.getByRole('button', { name: 'End' }).click());
  expect(screen.getByText('The game')).toBeVisible();
});
