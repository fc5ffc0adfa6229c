import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import type { Root } from 'react-dom/client';
import { bootstrapQuery } from '#/api/queries';
import type { Bootstrap } from '#/api/types';
import { captureTrk, holdFacts } from '#/lib/analytics';
import { start } from '#/lib/boot';
import { bus } from '#/lib/bus';
import type { Facts } from '#/lib/facts';
import { recallFavourites } from '#/lib/favourites';
import { activateLanguage, chosenLanguage, isLanguage } from '#/lib/i18n';
import { followSession } from '#/lib/session';
import { followUserSpoilers } from '#/lib/spoilers';
import { showAnnouncements } from './errors';
import { createAppRouter } from './router';

/**
 * Starts the app. What the server painted (or the loader) stays on screen until the first route can be shown; if the
 * session keys cannot be had, now or later, the WHOOPS screen takes the page.
 */
export async function launch(root: Root): Promise<void> {
  const client = new QueryClient({
    // http.ts repeats calls itself, and lists are refreshed by their own timers.
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
  });
  captureTrk(location.search);
  const facts = holdFacts();
  followSession(client);
  showAnnouncements();
  let failed = false;
  bus.on('api_key_error', () => {
    failed = true;
    void showWhoops(root);
  });
  try {
    await start(client);
  } catch {
    await showWhoops(root);
    return;
  }
  recallFavourites();
  followUserSpoilers(client);
  const router = createAppRouter(client);
  await router.load();
  if (failed) return;
  // A transition is worked out in short pieces, between which the browser paints and hears the visitor.
  startTransition(() =>
    root.render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={client}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </I18nProvider>
      </StrictMode>,
    ),
  );
  // Nothing on the first screen waits for it.
  void import('./keep-favourites').then(
    ({ keepFavourites }) => keepFavourites(client),
    () => undefined,
  );
  void import('#/lib/live-feed').then(
    ({ followLive }) => followLive(client),
    () => undefined,
  );
  measure(
    client,
    facts,
    router.state.matches.some(({ staticData }) => staticData.plain),
  );
}

/** Sends what is told for analytics, from when the browser has nothing better to do. */
function measure(client: QueryClient, facts: Facts, plain: boolean): void {
  const settings = client.getQueryData<Bootstrap>(bootstrapQuery().queryKey)?.settings;
  // Whether this host is measured is asked once the sender is there.
  if (!settings?.['yare-analytics'] && !settings?.['google-analytics']['google-tag']) {
    facts.handOver(() => undefined);
    return;
  }
  const begin = () =>
    void import('#/lib/measure/start').then(
      ({ startMeasuring }) => startMeasuring(settings, facts, { plain }),
      () => undefined,
    );
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 5_000 });
  else setTimeout(begin, 2_000);
}

async function showWhoops(root: Root): Promise<void> {
  const page = document.documentElement.lang;
  const [{ Whoops }] = await Promise.all([
    import('#/features/channel/whoops'),
    i18n.locale || activateLanguage(chosenLanguage() ?? (isLanguage(page) ? page : 'en')),
  ]);
  root.render(
    <I18nProvider i18n={i18n}>
      <Whoops />
    </I18nProvider>,
  );
}
