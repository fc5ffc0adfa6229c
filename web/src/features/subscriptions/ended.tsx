import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OwnSubscription } from '#/api/types';
import { endReason } from '#/entities/subscription';
import { Note } from './note';

/** Why a subscription has ended, where its own user did not end it. */
export function Ended({ one }: { one: OwnSubscription }) {
  const why = one.dispute === 'lost' ? <BankRefunded /> : reasons[endReason(one)];
  if (!why) return null;
  return (
    <Note>
      {why} <Trans>You won’t be charged again.</Trans>
    </Note>
  );
}

function BankRefunded() {
  return <Trans>This subscription has ended: your bank refunded a payment after a dispute.</Trans>;
}

const reasons: Record<string, ReactNode> = {
  dispute: <Trans>This subscription has ended because of a dispute with your bank.</Trans>,
  refund: <Trans>This subscription has ended: we refunded its last payment.</Trans>,
  payment: <Trans>This subscription has ended: its last payment did not go through.</Trans>,
  no_card: <Trans>This subscription has ended: its free trial was over, and there was no card to charge.</Trans>,
  customer: <Trans>This subscription has ended: your payment details were deleted at our payment provider.</Trans>,
  canceled: <Trans>We cancelled this subscription.</Trans>,
};
