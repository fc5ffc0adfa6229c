import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PrerollShowProps } from '#/features/player/ui/preroll';
import { aBootstrap, someSettings } from '#/testing/bootstrap';
import { eventDetail } from '#/testing/events';
import { aPreroll } from '#/testing/prerolls';
import { renderScreen } from '#/testing/render';
import { usePreroll } from './preroll';

vi.mock('#/features/player/ui/preroll', () => ({
  PrerollShow: ({ onShown, onOver }: PrerollShowProps) => (
    <>
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

function Stage({ ads, live, at }: { ads: boolean; live: boolean; at: number | undefined }) {
  return usePreroll(eventDetail({ ads }), live, at) ?? <p>The game</p>;
}

async function show({ ads = true, live = true, at = undefined as number | undefined, prerolls = [aPreroll()] } = {}) {
  await renderScreen(<Stage ads={ads} live={live} at={at} />, {
    bootstrap: aBootstrap({ settings: someSettings({ prerolls }) }),
  });
}

it.each([
  ['who has none shown', { ads: false }],
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
