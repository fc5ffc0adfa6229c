import type { EventSummary } from '#/api/types';

/** What a viewer without access is asked for: to log in, to buy, or to have their bank drop a dispute. */
export type LockedBy = 'login' | 'purchase' | 'dispute';

export function lockedBy(reason: EventSummary['access']['reason']): LockedBy {
  if (reason === 'login_required') return 'login';
  return reason === 'payment_disputed' ? 'dispute' : 'purchase';
}
