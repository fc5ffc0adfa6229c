import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Language, OwnSubscription, SubscriptionStep } from '#/api/types';
import { brandName } from '#/entities/card';
import { amountText } from '#/entities/price';
import { isOnHold } from '#/entities/subscription';
import { useChannelDay } from '#/ui/use-channel-day';
import { useLastDay } from '#/ui/use-last-day';

/** The words about subscriptions, in the user's language and by the days of the channel. */
export interface SubscriptionTexts {
  status: (one: Pick<OwnSubscription, 'status' | 'dispute'>) => string;
  /** What happened, by the specification's labels. */
  step: (step: Pick<SubscriptionStep, 'kind' | 'reason' | 'interval'>) => string;
  card: (card: OwnSubscription['card']) => string;
  /** The day of a charge or of an entry of the history; `at` is a time in RFC 3339. */
  day: (at: string) => string;
  /** The last day that an end includes. */
  lastDay: (end: string) => string;
  amount: (minor: number, currency: string) => string;
  /** How often it is paid: "every 3 months". Empty where that is not known. */
  every: (unit: OwnSubscription['interval'] | '', count: number) => string;
}

export function useSubscriptionTexts(): SubscriptionTexts {
  const { t, i18n } = useLingui();
  const lang = i18n.locale as Language;
  const [day, lastDay] = [useChannelDay(), useLastDay()];
  const statuses: Record<OwnSubscription['status'], string> = {
    active: t`Active`,
    canceled: t`Cancelled`,
    expired: t`Expired`,
    inactive: t`Inactive`,
  };
  const steps: Record<SubscriptionStep['kind'], string> = {
    created: t`New subscription`,
    updated: t`Subscription Renewal`,
    payment_failed: t`Renewal not paid`,
    canceled: t`Auto-Renewal Cancelled`,
    resumed: t`Auto-renewal is back on`,
    ended: t`Subscription ended`,
    payments_paused: t`Payments paused`,
    payments_resumed: t`Payments resumed`,
    not_charged: t`Payment cancelled`,
    card_removed: t`Card removed`,
    price_changed: t`Price changed`,
    extra_payment: t`Additional payment`,
    extra_pending: t`Added to the next payment`,
  };
  return {
    status: (one) => (isOnHold(one) ? t`On hold` : statuses[one.status]),
    step: ({ kind, reason, interval }) => {
      if (kind === 'price_changed' && interval) return t`Renewal period changed`;
      return kind === 'updated' && reason === 'period' ? t`New period` : steps[kind];
    },
    card: (card) => {
      if (!card) return t`No card`;
      const name = brandName(card.brand);
      const { last4 } = card;
      return t`${name} ending in ${last4}`;
    },
    day,
    lastDay,
    amount: (minor, currency) => amountText(minor, currency, lang),
    every: (unit, count) =>
      ({
        day: plural(count, { one: 'every day', other: 'every # days' }),
        week: plural(count, { one: 'every week', other: 'every # weeks' }),
        month: plural(count, { one: 'every month', other: 'every # months' }),
        year: plural(count, { one: 'every year', other: 'every # years' }),
        '': '',
      })[unit],
  };
}
