import { useState } from 'react';

/** Everything that was in a list since the page is open, what came last first, so that what left by mistake can be put back. */
export function useEver<T>(list: readonly T[]): readonly T[] {
  const [ever, setEver] = useState(list);
  const fresh = list.filter((one) => !ever.includes(one));
  if (fresh.length === 0) return ever;
  const next = [...fresh, ...ever];
  setEver(next);
  return next;
}
