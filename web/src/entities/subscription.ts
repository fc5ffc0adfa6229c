import type { OwnSubscription } from '#/api/types';

/**
 * Whether it opens what it covers, also while its end is set already, or would once its renewal is paid: until then it is
 * inactive, and nobody can subscribe beside it.
 */
export function isRunning({
  status,
  ended_at,
  past_due,
}: Pick<OwnSubscription, 'status' | 'ended_at' | 'past_due'>): boolean {
  if (ended_at !== null) return false;
  return status === 'active' || status === 'canceled' || (status === 'inactive' && past_due);
}

/** Until when it opens what it covers, or when it renews. */
export function periodEnd(one: Pick<OwnSubscription, 'trial_ends_at' | 'period_ends_at' | 'ended_at'>): string | null {
  return one.ended_at ?? one.period_ends_at ?? one.trial_ends_at;
}
