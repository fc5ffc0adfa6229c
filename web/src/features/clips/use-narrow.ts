import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 640px)';

function watch(onChange: () => void): () => void {
  const query = window.matchMedia?.(NARROW);
  query?.addEventListener('change', onChange);
  return () => query?.removeEventListener('change', onChange);
}

/** Whether the screen is that of a phone held upright. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => window.matchMedia?.(NARROW).matches ?? false);
}
