// oxlint-disable-next-line no-restricted-imports -- what the others take instead
import { lazy as reactLazy } from 'react';
import { isOffline } from './offline';

/**
 * Code that is loaded when it is drawn, as React's `lazy`. Without a connection it is waited for: a part that failed to
 * load would otherwise take the whole page away.
 */
export const lazy: typeof reactLazy = (load) => reactLazy(() => whenConnected(load));

/** Loads code, again once the connection is back if it was gone meanwhile. */
export async function whenConnected<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isOffline()) throw error;
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    return whenConnected(load);
  }
}
