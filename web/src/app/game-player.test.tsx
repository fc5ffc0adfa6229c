import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { EventDetail } from '#/api/types';
import type { AdvertisedPlayerProps } from '#/features/player/ui/advertised-player';
import { access, eventDetail } from '#/testing/events';
import { aProduct } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { GamePlayer } from './game-player';

const goOn = vi.fn<() => void>();

const shown = vi.fn<(film: AdvertisedPlayerProps['film']) => void>();

vi.mock('#/features/player/ui/advertised-player', () => ({
  AdvertisedPlayer: ({ onClip, film }: AdvertisedPlayerProps) => {
    shown(film);
    return (
      <button
        type="button"
        disabled={!onClip}
        onClick={() => onClip?.({ at: 60, playhead: 60, proposed: undefined, span: { start: 0, end: 600 }, goOn })}
      >
        Clip
      </button>
    );
  },
}));
vi.mock('#/features/player/ui/preview', () => ({ Preview: ({ url }: { url: string }) => <p>{url}</p> }));

const server = useServer();

beforeEach(() => {
  goOn.mockClear();
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

async function show(over: Partial<EventDetail> = {}, url = '/media/a/e1/index.m3u8') {
  const event = eventDetail({ media: [{ id: 9, type: 3, url: '/media/a/e1/index.m3u8' }], ...over });
  await renderScreen(
    <GamePlayer
      session={{ eventId: 1, url, live: false }}
      event={event}
      at={undefined}
      marks={[]}
      onClips={() => undefined}
      title=""
      artist=""
      poster=""
      posterSrcSet=""
      posterPlaceholder=""
      interrupted={false}
      hidesEnd={false}
      onPlayhead={() => undefined}
      onRenew={() => undefined}
      onReady={() => undefined}
    />,
  );
  return userEvent.setup();
}

it('opens the sheet for who may make clips, and lets the game go on after it', async () => {
  const user = await show({ access: access({ capabilities: ['watch', 'clipping'] }) });
  await user.click(screen.getByRole('button', { name: 'Clip' }));
  const sheet = await screen.findByRole('dialog', { name: 'New clip' });
  expect(within(sheet).getByText('/media/a/e1/index.m3u8')).toBeVisible();
  expect(goOn).not.toHaveBeenCalled();
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(goOn).toHaveBeenCalledOnce();
});

it('says what includes clips to who may not make any', async () => {
  const pass = { ...aProduct({ capabilities: ['watch', 'clipping'] }), choice: '' as const };
  server.use(
    http.get('*/api/packages', () => ok([pass])),
    http.get('*/api/subscriptions', () => ok([])),
  );
  const user = await show({ packages: [pass] });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Clip' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Clip' }));
  const offer = await screen.findByRole('dialog', { name: 'Make clips' });
  expect(within(offer).getByRole('link', { name: 'Hockey pass' })).toHaveAttribute('href', '/select-package/5');
});

it('has no clips where nothing includes them', async () => {
  await show();
  expect(screen.getByRole('button', { name: 'Clip' })).toBeDisabled();
});

const recording = { id: 9, type: 3, url: '/media/a/e1/index.m3u8' } as const;
const board = { id: 9, type: 5, view: 'image', url: '/media/b/e1/pictures.vtt' } as const;

it.each([
  ['the answer names, under the signature that plays', { media: [recording, board] }, '/media/a/e1/pictures.vtt'],
  ['there is, where the answer names none', { media: [recording] }, ''],
  ['may be told', { media: [recording, board], score_hidden: true }, ''],
] as const)('shows the small pictures that %s', async (_, over, storyboard) => {
  await show({ ...over, media: [...over.media] });
  expect(shown).toHaveBeenLastCalledWith({ storyboard, chapters: [], grows: true });
});

it('shows no small pictures of a recording whose length is not told', async () => {
  await show({ media: [recording, board] }, '/media/a/e1/veiled.m3u8');
  expect(shown).toHaveBeenLastCalledWith({ storyboard: '', chapters: [], grows: true });
});
