import { Trans } from '@lingui/react/macro';
import type { Order } from '#/api/types';

/** Why an order that was paid opens nothing. */
export function DisputeNote({ order: { status, dispute } }: { order: Order }) {
  if (dispute === 'open' && status === 'paid')
    return (
      <p className="muted">
        <Trans>
          Your bank asked for this money back, so the order is on hold. As soon as the bank drops the dispute, the order
          opens again.
        </Trans>
      </p>
    );
  if (dispute !== 'lost') return null;
  return (
    <p className="muted">
      <Trans>Your bank took this money back, so the order has ended.</Trans>
    </p>
  );
}
