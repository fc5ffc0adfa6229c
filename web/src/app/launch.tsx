import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import type { Root } from 'react-dom/client';
import { captureTrk, holdFacts } from '#/lib/analytics';
import { start } from '#/lib/boot';
import { bus } from '#/lib/bus';
import { recallFavourites } from '#/lib/favourites';
import { activateLanguage, chosenLanguage, isLanguage } from '#/lib/i18n';
import { whenConnected } from '#/lib/lazy';
import { isOffline } from '#/lib/offline';
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
  void whenConnected(() => import('./after-start')).then(
    ({ afterStart }) =>
      afterStart(
        client,
        facts,
        router.state.matches.some(({ staticData }) => staticData.plain),
      ),
    () => facts.handOver(() => undefined),
  );
}

/** Without a connection even its code may be out of reach: what the server painted stays, and the page is loaded again. */
async function showWhoops(root: Root): Promise<void> {
  const page = document.documentElement.lang;
  const loaded = await Promise.all([
    import('#/features/channel/whoops'),
    i18n.locale || activateLanguage(chosenLanguage() ?? (isLanguage(page) ? page : 'en')),
  ]).catch((error: unknown) => {
    if (!isOffline()) throw error;
    addEventListener('online', () => location.reload(), { once: true });
  });
  if (!loaded) return;
  const [{ Whoops }] = loaded;
  root.render(
    <I18nProvider i18n={i18n}>
      <Whoops />
    </I18nProvider>,
  );
}
