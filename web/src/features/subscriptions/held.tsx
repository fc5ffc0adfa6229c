import { Trans } from '@lingui/react/macro';
import type { OwnSubscription } from '#/api/types';
import { orderHref } from '#/entities/order';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { Note } from './note';

/** A bank disputes a payment: what that means for access and renewals, and what its user can do. */
export function Held({ one }: { one: OwnSubscription }) {
  return (
    <Note
      more={
        <div className="acts">
          <AppLink className={buttonClass('line', 'sm')} href={orderHref({ id: one.order_id })}>
            <Trans>See your order</Trans>
          </AppLink>
        </div>
      }
    >
      <b className="subscr__why">
        <Trans>Your payment is under dispute</Trans>
      </b>
      <Trans>
        Your bank is disputing a payment for this subscription. You can’t watch for now, and you won’t be charged until
        the bank decides.
      </Trans>{' '}
      {one.auto_renew === 'active' ? (
        <Trans>
          If you did not open this dispute, contact your bank. If the bank drops it, the subscription becomes active
          again and renews as before. If the bank refunds you, it ends, and you won’t be charged again.
        </Trans>
      ) : (
        <Trans>
          If you did not open this dispute, contact your bank. If the bank drops it, you can watch again until the end
          of the period you paid for. If the bank refunds you, the subscription ends at once.
        </Trans>
      )}
    </Note>
  );
}
