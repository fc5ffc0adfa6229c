import { screen } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { AdvertisedPlayerProps } from '#/features/player/ui/advertised-player';
import { aClip } from '#/testing/clips';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { ClipEmbedRoute, ClipRoute } from './clip-page';

vi.mock('#/features/player/ui/advertised-player', () => ({
  AdvertisedPlayer: ({ ads }: AdvertisedPlayerProps) => <p>{ads ? `Ads by ${ads.id}` : 'No ads'}</p>,
}));

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

it.each([
  ['of the library has ads by its game', <ClipRoute id="5" key="own" />, true, 'Ads by 1'],
  ['of the library has none for who is shown none', <ClipRoute id="5" key="spared" />, false, 'No ads'],
  ['that somebody was sent plays at once', <ClipRoute id="5" uuid="abc" key="sent" />, true, 'No ads'],
  ['in a frame plays at once', <ClipEmbedRoute id="5" uuid="abc" key="frame" />, true, 'No ads'],
])('a clip %s', async (_, route, ads, want) => {
  server.use(http.get('*/api/shared-clip/5', () => ok(aClip({ ads }))));
  await renderScreen(route);
  expect(await screen.findByText(want)).toBeVisible();
});
