import type { OwnSubscription } from '#/api/types';
import type { Renewal } from './offer';

const dayMs = 86_400_000;

/** Whether it opens what it covers: also while its end is set already. */
export function isRunning({ status, ended_at }: Pick<OwnSubscription, 'status' | 'ended_at'>): boolean {
  return (status === 'active' || status === 'canceled') && ended_at === null;
}

/** Until when it opens what it covers, or when it renews. */
export function periodEnd(one: Pick<OwnSubscription, 'trial_ends_at' | 'period_ends_at' | 'ended_at'>): string | null {
  return one.ended_at ?? one.period_ends_at ?? one.trial_ends_at;
}

/** Whether its free trial runs. `now` in milliseconds. */
export function isTrial({ trial_ends_at }: Pick<OwnSubscription, 'trial_ends_at'>, now: number): boolean {
  return trial_ends_at !== null && Date.parse(trial_ends_at) > now;
}

/**
 * When a subscription that begins now is charged for its second period, or, with a trial, for its first: 30 days or 12
 * months later, after the days of the trial. In milliseconds, as `now` is.
 */
export function nextCharge(renewal: Renewal, trialDays: number, now: number): number {
  if (trialDays > 0) return now + trialDays * dayMs;
  if (renewal !== 'annual') return now + 30 * dayMs;
  const start = new Date(now);
  const end = new Date(now);
  end.setUTCFullYear(start.getUTCFullYear() + 1);
  // The year after a leap day has none: its last day of February, as the provider has it.
  if (end.getUTCMonth() !== start.getUTCMonth()) end.setUTCDate(0);
  return end.getTime();
}
