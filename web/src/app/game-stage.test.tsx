import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { type ReactNode, useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { eventQuery } from '#/api/queries';
import type { EventDetail } from '#/api/types';
import { Deck } from '#/features/player/control/deck';
import { Remote } from '#/features/player/control/remote';
import { PlayerContext } from '#/features/player/ui/context';
import { access, eventDetail } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { GameStage } from './game-stage';

interface PlayerProps {
  session: { url: string };
  onPlayhead: (playhead: number) => void;
  children?: ReactNode;
}

/** What happens in the player's root and on the page, in its order. */
const told = vi.hoisted<string[]>(() => []);
const pageHears = () => void told.push('the page hears');

const deck = new Deck();
const handle = { deck, remote: new Remote(deck) };

vi.mock('./game-player', () => ({
  GamePlayer: ({ session, onPlayhead, children }: PlayerProps) => {
    useEffect(() => onPlayhead(Date.UTC(2026, 0, 1)), [onPlayhead]);
    useEffect(() => {
      told.push('effects done');
    }, []);
    return (
      <PlayerContext value={handle}>
        <video data-url={session.url} />
        {children}
      </PlayerContext>
    );
  },
}));

const server = useServer();
const url = '/media/a/e1/index.m3u8';
const event = eventDetail({
  status: 'finished',
  stream_status: 'finished',
  stream_state: 'ended',
  media: [{ id: 9, type: 3, url }],
});

/** What the server says of the game. */
let given: EventDetail = event;

function Page() {
  const [there, setThere] = useState(true);
  const nothing = () => undefined;
  return (
    <>
      <button type="button" onClick={() => setThere(!there)}>
        Go
      </button>
      {there && (
        <GameStage
          session={{ eventId: 1, url, live: false }}
          event={event}
          at={undefined}
          marks={[]}
          title="Laurentide @ Fundy"
          artist=""
          poster=""
          posterSrcSet=""
          posterPlaceholder=""
          interrupted={false}
          hidesEnd={false}
          onClips={nothing}
          onPlayhead={pageHears}
          onRenew={nothing}
          onReady={nothing}
        />
      )}
    </>
  );
}

async function show() {
  given = event;
  server.use(http.get('*/api/events/1', () => ok(given)));
  const view = await renderScreen(<Page />, { at: '/schedule' });
  const video = await waitFor(() => {
    const found = document.querySelector('video');
    expect(found).not.toBeNull();
    return found as HTMLVideoElement;
  });
  Object.defineProperty(video, 'paused', { configurable: true, value: false });
  return { view, video, user: userEvent.setup() };
}

/** The corner, where there is one. */
const corner = () => document.querySelector<HTMLElement>('.pstage[data-docked]');

// A paused game does not go on in the corner when its page is taken away after the test.
afterEach(() => {
  const video = document.querySelector('video');
  if (video) Object.defineProperty(video, 'paused', { value: true });
});

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }));
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

it('tells the page where it plays once React has run the effects of its root', async () => {
  told.length = 0;
  await show();
  await waitFor(() => expect(told).toEqual(['effects done', 'the page hears']));
});

it('plays on in the corner with the same element, and on its page again', async () => {
  const { video, user } = await show();
  await user.click(screen.getByRole('button', { name: 'Go' }));
  expect(corner()).toContainElement(video);
  const bar = within(corner() as HTMLElement);
  expect(await bar.findByRole('link', { name: 'Back to the large player' })).toHaveAttribute('href', '/watch/1');
  await user.click(screen.getByRole('button', { name: 'Go' }));
  expect(corner()).toBeNull();
  expect(document.querySelector('video')).toBe(video);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Back to the large player' })).toBeNull());
});

it('follows the game there, and says when it may not be watched any more', async () => {
  const { view, video, user } = await show();
  await user.click(screen.getByRole('button', { name: 'Go' }));
  const bar = within(corner() as HTMLElement);
  await bar.findByRole('button', { name: 'Close the player' });
  await waitFor(() =>
    expect(view.client.getQueryState(eventQuery(1).queryKey)).toMatchObject({ fetchStatus: 'idle', status: 'success' }),
  );
  const becomes = (next: EventDetail) => {
    given = next;
    act(() => {
      view.client.setQueryData(eventQuery(1).queryKey, next);
    });
  };
  const anew = '/media/b/e1/index.m3u8';
  becomes({ ...event, media: [{ id: 9, type: 3, url: anew }] });
  await waitFor(() => expect(video).toHaveAttribute('data-url', anew));
  const refused = access({ granted: false, reason: 'purchase_required', message: '', capabilities: [] });
  becomes({ ...event, media: [], has_access: false, access: refused });
  expect(await bar.findByRole('alert')).toHaveTextContent('You no longer have access');
  expect(video).not.toBeInTheDocument();
  await user.click(bar.getByRole('button', { name: 'Close the player' }));
  expect(corner()).toBeNull();
});
