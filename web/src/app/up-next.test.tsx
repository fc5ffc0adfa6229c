import { act, fireEvent, screen } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { EventSummary } from '#/api/types';
import { Deck } from '#/features/player/control/deck';
import { loadPreferences } from '#/features/player/control/memory';
import { choosePlaysNext } from '#/features/player/control/plays-next';
import { Remote } from '#/features/player/control/remote';
import { PlayerContext, usePlayerState } from '#/features/player/ui/context';
import { access, event, eventDetail } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { UpNext } from './up-next';

const server = useServer();
const ended = { status: 'finished', stream_status: 'finished', stream_state: 'ended' } as const;

function serve(live: EventSummary[], recorded: EventSummary[]) {
  server.use(
    http.get('*/api/events', ({ request }) => {
      const found = new URL(request.url).searchParams.get('stream_status') === 'live' ? live : recorded;
      return ok(found, { total: found.length });
    }),
  );
}

/** The place of the setting in the player. */
function Settings() {
  return usePlayerState((state) => state.setting);
}

async function show() {
  const deck = new Deck();
  const { router } = await renderScreen(
    <PlayerContext value={{ deck, remote: new Remote(deck) }}>
      <UpNext event={eventDetail({ id: 1, ...ended })} />
      <Settings />
    </PlayerContext>,
    { at: '/watch/1' },
  );
  const navigate = vi.spyOn(router, 'navigate').mockResolvedValue(undefined);
  return { navigate, phase: (phase: 'play' | 'complete') => act(() => deck.patch({ phase })) };
}

const card = () => screen.queryByRole('region', { name: 'Up next' });

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  choosePlaysNext(true);
});

it('offers a game that the viewer may watch at the end of one, and not before', async () => {
  const locked = access({ granted: false, reason: 'purchase_required' });
  serve([event({ id: 3, status: 'live', stream_status: 'live', access: locked })], [event({ id: 7, ...ended })]);
  const { navigate, phase } = await show();
  phase('play');
  expect(card()).toBeNull();
  phase('complete');
  await screen.findByRole('region', { name: 'Up next' });
  fireEvent.click(screen.getByRole('button', { name: 'Play now' }));
  expect(navigate).toHaveBeenCalledWith({ to: '/watch/$id', params: { id: '7' } });
  expect(card()).toBeNull();
});

it('offers nothing where there is nothing to watch, and goes away when the game is watched again', async () => {
  serve([], [event({ id: 8, ...ended })]);
  const { phase } = await show();
  phase('complete');
  await screen.findByRole('region', { name: 'Up next' });
  phase('play');
  expect(card()).toBeNull();
});

it('keeps the choice not to play by itself', async () => {
  serve([], [event({ id: 9, ...ended })]);
  const { phase } = await show();
  phase('complete');
  await screen.findByRole('region', { name: 'Up next' });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Autoplay' }));
  expect(loadPreferences().playsNext).toBe(false);
  expect(card()).not.toHaveTextContent(/in \d+ s/);
});

it('has a switch among the settings of the player, which the card follows at once', async () => {
  serve([], [event({ id: 10, ...ended })]);
  const { phase } = await show();
  const autoplay = screen.getByRole('checkbox', { name: 'Play the next game automatically' });
  phase('complete');
  const next = await screen.findByRole('region', { name: 'Up next' });
  fireEvent.click(autoplay);
  expect(next).not.toHaveTextContent(/in \d+ s/);
  expect(loadPreferences().playsNext).toBe(false);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Autoplay' }));
  expect(autoplay).toBeChecked();
  expect(loadPreferences().playsNext).toBe(true);
});
