import type { OwnSubscription } from '#/api/types';

type Standing = Pick<
  OwnSubscription,
  'status' | 'ended_at' | 'past_due' | 'payments_paused' | 'uncharged_until' | 'dispute'
>;

/**
 * Whether it opens what it covers, also while its end is set already, or can open it again with the next payment or after a
 * dispute: until then it is inactive, and the server sells no second one.
 */
export function isRunning(one: Standing): boolean {
  if (one.status === 'active' || one.status === 'canceled') return true;
  if (isOnHold(one)) return true;
  if (one.status === 'expired' || one.ended_at !== null) return false;
  return one.past_due || one.payments_paused || one.uncharged_until !== null;
}

/** Whether a bank disputes a payment of it, so that it opens nothing for now. */
export function isOnHold(one: Pick<OwnSubscription, 'status' | 'dispute'>): boolean {
  return one.dispute === 'open' && one.status !== 'expired';
}

/** Until when it opens what it covers, or when it renews. What was ended in advance opens it until the end of what is paid. */
export function periodEnd(
  one: Pick<OwnSubscription, 'status' | 'trial_ends_at' | 'period_ends_at' | 'ended_at'>,
): string | null {
  const paid = one.period_ends_at ?? one.trial_ends_at;
  return one.status === 'canceled' ? (paid ?? one.ended_at) : (one.ended_at ?? paid);
}

/** Why it has ended, as the server says; empty where its own user ended it. */
export function endReason(one: Pick<OwnSubscription, 'ended_at' | 'history'>): string {
  if (one.ended_at === null) return '';
  const latest = one.history.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id);
  const reason = latest.find(({ kind }) => kind === 'ended')?.reason ?? '';
  const wish = latest.find(({ kind }) => kind === 'canceled' || kind === 'resumed');
  return reason === 'canceled' && wish?.kind === 'canceled' ? '' : reason;
}
