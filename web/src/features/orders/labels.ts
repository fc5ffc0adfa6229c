import { useLingui } from '@lingui/react/macro';
import type { Language, Order, Transaction } from '#/api/types';
import { type OrderLabel, orderLabel } from '#/entities/order';
import { amountText } from '#/entities/price';
import { fullDateText, timeText } from '#/entities/time';
import { eventZone, viewerZone } from '#/entities/zones';
import { useChannelDay } from '#/ui/use-channel-day';
import { useLastDay } from '#/ui/use-last-day';

/** The words about orders, in the user's language. Days are the channel's, those of games the viewer's. */
export interface OrderTexts {
  status: (order: Order) => { label: OrderLabel; text: string };
  transaction: (transaction: Pick<Transaction, 'status' | 'about'>) => string;
  /** What kind of thing it is. */
  kind: (order: Order) => string;
  day: (at: string) => string;
  /** The last day on which an order opens something. */
  lastDay: (until: string) => string;
  /** When the game of a ticket is; empty for what is no ticket. Two games may have one name. */
  game: (order: Order) => string;
  /** What a payment pays, from and until; empty where it is no period. */
  period: (transaction: Pick<Transaction, 'from' | 'until'>) => string;
  amount: (minor: number, currency: string) => string;
}

export function useOrderTexts(): OrderTexts {
  const { t, i18n } = useLingui();
  const lang = i18n.locale as Language;
  const labels: Record<OrderLabel, string> = {
    paid: t`Paid`,
    active: t`Active`,
    inactive: t`Inactive`,
    refunded: t`Refunded`,
    created: t`In progress`,
    failed: t`Failed`,
    disputed: t`On hold`,
    charged_back: t`Taken back by your bank`,
    refund_owed: t`Refund owed`,
  };
  const kinds: Record<Order['type'], string> = {
    event: t`Single game`,
    package: t`Pass`,
    additional: t`Add-on`,
    subscription: t`Subscription`,
  };
  const [day, lastDay] = [useChannelDay(), useLastDay()];
  return {
    status: (order) => ({ label: orderLabel(order), text: labels[orderLabel(order)] }),
    transaction: ({ status, about }) => {
      if (about === 'dispute') return status === 'paid' ? t`Returned by your bank` : labels.charged_back;
      if (about === 'refund' && status === 'failed') return t`Refund failed`;
      if (about === 'refund' && status === 'created') return labels.refund_owed;
      return { ...labels, created: t`Created` }[status];
    },
    kind: ({ type }) => kinds[type],
    day,
    lastDay,
    game: ({ event }) =>
      event
        ? [
            fullDateText(event.event_utc_ts, lang, eventZone(event, viewerZone())),
            event.time_tba ? '' : timeText(event.event_utc_ts, lang, eventZone(event, viewerZone())),
          ]
            .filter(Boolean)
            .join(', ')
        : '',
    period: ({ from, until }) => {
      if (!from || !until) return '';
      const [first, last] = [day(from), lastDay(until)];
      return t`${first} to ${last}`;
    },
    amount: (minor, currency) => amountText(minor, currency, lang),
  };
}
