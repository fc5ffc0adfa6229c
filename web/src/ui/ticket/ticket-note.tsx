import { Trans, useLingui } from '@lingui/react/macro';
import type { Language, Order } from '#/api/types';
import { money } from '#/entities/price';
import { refundOf } from '#/entities/refund';
import { fullDateText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';
import { AppLink } from '#/ui/link';

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
          <Trans>Your purchase stays valid. We write to you as soon as there is a new time.</Trans>
        ) : (
          <Money order={order} />
        )}
      </p>
      {links && (
        <p className="acts">
          {!isKept && <Contact order={order} />}
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
  const written = (minor: number) => money(minor, order.currency, lang);
  const refund = refundOf(order);
  const [amount, back] = [
    'amount' in refund ? written(refund.amount) : '',
    refund.kind === 'part' ? written(refund.back) : '',
  ];
  const day = refund.kind === 'back' ? fullDateText(Date.parse(refund.at) / 1000, lang, viewerZone()) : '';
  switch (refund.kind) {
    case 'free':
      return <Trans>You paid nothing for it.</Trans>;
    case 'pending':
      return <Trans>Your payment is under way. If it goes through, we pay it back at once.</Trans>;
    case 'kept':
      return (
        <Trans>
          You paid {amount}. It is not paid back yet. We write to you when it is. To ask for your money, contact us.
        </Trans>
      );
    case 'part':
      return (
        <Trans>
          We paid back {back} of {amount}. To ask for the rest, contact us.
        </Trans>
      );
    case 'sending':
      return (
        <Trans>
          Your refund of {amount} is on its way. It shows on the card that you paid with within 5 to 10 business days.
        </Trans>
      );
    case 'back':
      return (
        <Trans>
          We paid back {amount} on {day}. It shows on the card that you paid with within 5 to 10 business days.
        </Trans>
      );
    case 'returned':
      return (
        <Trans>Your bank sent your refund of {amount} back. Contact us, and we pay you back in another way.</Trans>
      );
    case 'disputed':
      return <Trans>Your bank asked for this money back and has not decided yet.</Trans>;
    case 'bank':
      return <Trans>Your bank took this money back.</Trans>;
  }
}
