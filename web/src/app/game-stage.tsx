import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, RouterContextProvider, useRouter } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { useStore } from 'zustand';
import { statusOf } from '#/api/failure';
import { DockBar, DockLost } from '#/features/player/ui/dock-bar';
import { useWatch } from '#/features/watch/use-watch';
import { loadTexts } from '#/lib/i18n';
import { lazy } from '#/lib/lazy';
import { GamePlayer } from './game-player';
import { type Staged, StageHost } from './stage-host';

const UpNext = lazy(async () => {
  const [{ UpNext: next }] = await Promise.all([import('./up-next'), loadTexts('next')]);
  return { default: next };
});

const hosts = new WeakMap<AnyRouter, StageHost>();

/** The one host of an app. It draws in a root of its own, which outlives the pages. */
function hostOf(router: AnyRouter, client: QueryClient): StageHost {
  const known = hosts.get(router);
  if (known) return known;
  const host = new StageHost(() => router.state.location.pathname);
  hosts.set(router, host);
  createRoot(host.element).render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <RouterContextProvider router={router}>
          <Stage host={host} />
        </RouterContextProvider>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return host;
}

/** The place of a game's player on its page. The player goes on in the corner when the page is left while it plays. */
export function GameStage(given: Staged['slot']) {
  const slot = { ...given, onPlayhead: useAfterEffects(given.onPlayhead) };
  const router = useRouter();
  const client = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(slot);
  latest.current = slot;
  useLayoutEffect(() => {
    const host = hostOf(router, client);
    if (place.current) host.enter(place.current, latest.current);
    return () => host.leave();
  }, [router, client]);
  useLayoutEffect(() => hostOf(router, client).show(slot));
  return <div ref={place} className="pslot" />;
}

/**
 * Calls the page once React has run its effects. React runs the waiting effects of all roots before it commits a delayed
 * tree of one. If an effect of the player's root changes a store that the page reads, React commits the page in between and
 * then refuses the delayed tree: error 177.
 */
function useAfterEffects<A extends unknown[]>(call: (...args: A) => void): (...args: A) => void {
  return useCallback((...args: A) => queueMicrotask(() => call(...args)), [call]);
}

function Stage({ host }: { host: StageHost }) {
  const staged = useStore(host.store);
  if (!staged) return null;
  const { slot, docked, lost } = staged;
  const id = slot.session.eventId;
  const dock = { id, title: slot.title, onClose: () => host.close() };
  return (
    <>
      {docked && <Follower key={`of ${id}`} id={id} host={host} />}
      {lost ? (
        <DockLost {...dock} />
      ) : (
        <GamePlayer key={id} {...slot}>
          {docked ? (
            <DockBar {...dock} />
          ) : (
            <Suspense>
              <UpNext event={slot.event} />
            </Suspense>
          )}
        </GamePlayer>
      )}
    </>
  );
}

/** Follows a game whose page is not there to do so. */
function Follower({ id, host }: { id: number; host: StageHost }) {
  const { state, refetch } = useWatch(id);
  const watch = state.kind === 'ready' ? state.watch : null;
  const gone = state.kind === 'failed' && [401, 403, 404].includes(statusOf(state.error) ?? 0);
  const refused = watch?.view.kind === 'locked' || watch?.view.kind === 'blocked';
  useEffect(() => {
    if (gone || refused) return host.lose();
    if (!watch?.session) return;
    const interrupted = watch.event.stream_state === 'reconnecting';
    host.follow({ session: watch.session, interrupted, hidesEnd: watch.event.score_hidden, onRenew: refetch });
  }, [host, watch, gone, refused, refetch]);
  return null;
}
