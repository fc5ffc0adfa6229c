import type { QueryClient } from '@tanstack/react-query';
import { bootstrapQuery } from '#/api/queries';
import type { Bootstrap } from '#/api/types';
import type { Facts } from '#/lib/facts';
import { followLive } from '#/lib/live-feed';
import { followLostFocus } from '#/lib/lost-focus';
import { afterPicture, stopAwaiting } from '#/lib/slow-line';
import { keepFavourites } from './keep-favourites';
import { stayOffline } from './stay-offline';

/** What an open page does behind its first screen; on a slow line behind its first picture. `plain` is a page of another site. */
export function afterStart(client: QueryClient, facts: Facts, plain: boolean): void {
  followLostFocus();
  afterPicture(() => {
    stopAwaiting();
    keepFavourites(client);
    followLive(client);
    if (import.meta.env.PROD) stayOffline().catch(() => undefined);
    measure(client, facts, plain);
  });
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
