import { Trans, useLingui } from '@lingui/react/macro';
import type { Language, Order } from '#/api/types';
import { amountText } from '#/entities/price';
import { refundOf } from '#/entities/refund';
import { AppLink } from '#/ui/link';
import { useChannelDay } from '#/ui/use-channel-day';

interface TicketNoteProps {
  order: Order;
  cancelled: boolean;
  /** False inside other sites, where links lead nowhere. */
  links?: boolean;
}

/** What became of the money of a ticket whose game does not take place, and what its buyer can do. */
export function TicketNote({ order, cancelled, links = true }: TicketNoteProps) {
  const isKept = !cancelled && order.status === 'paid' && order.dispute !== 'open';
  return (
    <>
      <p>
        {isKept ? (
          <Trans>Your purchase remains valid. We will email you as soon as there is a new time.</Trans>
        ) : (
          <Money order={order} />
        )}
      </p>
      {links && (
        <p className="acts">
          <Contact order={order} />
          <AppLink className="link" href="/profile/transactions">
            <Trans>Your transactions</Trans>
          </AppLink>
        </p>
      )}
    </>
  );
}

const asks = new Set(['kept', 'part', 'returned']);

function Contact({ order }: { order: Order }) {
  if (!asks.has(refundOf(order).kind)) return null;
  return (
    <AppLink className="link" href="/contacts">
      <Trans>Contact us</Trans>
    </AppLink>
  );
}

function Money({ order }: { order: Order }) {
  const { i18n } = useLingui();
  const lang = i18n.locale as Language;
  const written = (minor: number) => amountText(minor, order.currency, lang);
  const dayOf = useChannelDay();
  const refund = refundOf(order);
  const [amount, back] = [
    'amount' in refund ? written(refund.amount) : '',
    refund.kind === 'part' ? written(refund.back) : '',
  ];
  const day = refund.kind === 'back' ? dayOf(refund.at) : '';
  switch (refund.kind) {
    case 'free':
      return <Trans>You weren’t charged for it.</Trans>;
    case 'pending':
      return <Trans>Your payment is being processed. If it goes through, we will refund it right away.</Trans>;
    case 'kept':
      return (
        <Trans>
          You paid {amount} and have not been refunded yet. To request a refund, contact us. We will email you when it
          is sent.
        </Trans>
      );
    case 'part':
      return (
        <Trans>
          We refunded {back} of {amount}. To request the rest, contact us.
        </Trans>
      );
    case 'sending':
      return (
        <Trans>
          Your refund of {amount} is on its way. It appears on your card statement within 5 to 10 business days.
        </Trans>
      );
    case 'back':
      return (
        <Trans>
          We refunded {amount} on {day}. It appears on your card statement within 5 to 10 business days.
        </Trans>
      );
    case 'returned':
      return <Trans>Your bank rejected your refund of {amount}. Contact us and we will refund you another way.</Trans>;
    case 'disputed':
      return <Trans>Your bank is still deciding on the dispute of this payment.</Trans>;
    case 'bank':
      return <Trans>Your bank has already refunded this payment to you.</Trans>;
  }
}
