import { useSyncExternalStore } from 'react';

/** Whether the browser has no connection. */
export const useOffline = () => useSyncExternalStore(follow, isOffline);

export const isOffline = () => !navigator.onLine;

function follow(tell: () => void): () => void {
  const stop = new AbortController();
  for (const name of ['online', 'offline']) addEventListener(name, tell, { signal: stop.signal });
  return () => stop.abort();
}
