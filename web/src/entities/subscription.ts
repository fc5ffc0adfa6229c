import type { OwnSubscription } from '#/api/types';

type Standing = Pick<OwnSubscription, 'status' | 'ended_at' | 'past_due' | 'payments_paused' | 'uncharged_until'>;

/**
 * Whether it opens what it covers, also while its end is set already, or opens it again with the next payment: until then it is
 * inactive, and nobody can subscribe beside it.
 */
export function isRunning(one: Standing): boolean {
  if (one.ended_at !== null) return false;
  if (one.status === 'inactive') return one.past_due || one.payments_paused || one.uncharged_until !== null;
  return one.status === 'active' || one.status === 'canceled';
}

/** Until when it opens what it covers, or when it renews. */
export function periodEnd(one: Pick<OwnSubscription, 'trial_ends_at' | 'period_ends_at' | 'ended_at'>): string | null {
  return one.ended_at ?? one.period_ends_at ?? one.trial_ends_at;
}
