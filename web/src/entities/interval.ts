import type { OwnSubscription } from '#/api/types';

/** The length of a subscription's period: so many days, weeks, months or years. */
export type Interval = Pick<OwnSubscription, 'interval' | 'interval_count'>;

/** How a price names a period of this length: `month` as in "$9.99/month". Null where a price says "every 3 months" instead. */
export function intervalTerm({ interval, interval_count: count }: Interval): string | null {
  if (interval === 'day' && count === 30) return 'month'; // as a monthly plan is sold
  if (interval === 'month' && count === 12) return 'year';
  return count === 1 ? interval : null;
}
