import { Trans } from '@lingui/react/macro';
import type { Order } from '#/api/types';
import { owesRefund } from '#/entities/order';

/** What a buyer can do whose refund could not go to a card. */
export function RefundNote({ order }: { order: Order }) {
  if (!owesRefund(order)) return null;
  return (
    <p className="muted">
      <Trans>We could not refund your card. Please contact us so that we can refund you another way.</Trans>
    </p>
  );
}
