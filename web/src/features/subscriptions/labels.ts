import { useLingui } from '@lingui/react/macro';
import type { Language, OwnSubscription, SubscriptionStep } from '#/api/types';
import { brandName } from '#/entities/card';
import { money } from '#/entities/price';
import { fullDateText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';

/** The words about subscriptions, in the user's language and zone. */
export interface SubscriptionTexts {
  status: (status: OwnSubscription['status']) => string;
  /** What happened, by the specification's labels. */
  step: (kind: SubscriptionStep['kind']) => string;
  card: (card: OwnSubscription['card']) => string;
  /** `at` is a time in RFC 3339. */
  day: (at: string) => string;
  amount: (minor: number, currency: string) => string;
}

export function useSubscriptionTexts(): SubscriptionTexts {
  const { t, i18n } = useLingui();
  const lang = i18n.locale as Language;
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
    payments_resumed: t`Payments go on`,
    not_charged: t`Payment cancelled`,
    card_removed: t`Card removed`,
  };
  return {
    status: (status) => statuses[status],
    step: (kind) => steps[kind],
    card: (card) => {
      if (!card) return t`No card`;
      const name = brandName(card.brand);
      const { last4 } = card;
      return t`${name} ending in ${last4}`;
    },
    day: (at) => fullDateText(Date.parse(at) / 1000, lang, viewerZone()),
    amount: (minor, currency) => money(minor, currency, lang),
  };
}
