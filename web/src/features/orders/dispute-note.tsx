import { Trans } from '@lingui/react/macro';
import type { Order } from '#/api/types';

/** Why an order that was paid opens nothing. */
export function DisputeNote({ order: { status, dispute } }: { order: Order }) {
  if (dispute === 'open' && status === 'paid')
    return (
      <p className="muted">
        <Trans>
          Your bank is disputing this payment, so the order is on hold. If the bank drops the dispute, the order becomes
          active again.
        </Trans>
      </p>
    );
  if (dispute !== 'lost') return null;
  return (
    <p className="muted">
      <Trans>Your bank has refunded this payment to you, so the order has ended.</Trans>
    </p>
  );
}
