import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ordersQuery } from '#/api/orders';
import type { Order } from '#/api/types';
import { orderHref } from '#/entities/order';
import { orderClosing } from '#/entities/purchased';
import { useUser } from '#/lib/session';
import { buttonClass } from './button';
import { AppLink } from './link';
import './stage.css';
import { serverNow } from '#/lib/server-clock';

/** In the place of an offer: a bank disputes the payment of what the viewer has bought. */
export function OnHoldView({ event }: { event?: { id: number } }) {
  const user = useUser();
  const orders = useQuery({ ...ordersQuery(), enabled: user !== null }).data ?? [];
  return (
    <section className="buybox" aria-labelledby="on-hold">
      <h2 className="h-sec" id="on-hold">
        <Trans>Your payment is under dispute</Trans>
      </h2>
      <OnHoldNote order={orderClosing(event, orders, serverNow())} />
    </section>
  );
}

/** Why a product on hold is not sold again, what its buyer can do, and the way to the order. */
export function OnHoldNote({ order, addOn = false }: { order: Order | undefined; addOn?: boolean | undefined }) {
  return (
    <div className="onhold">
      <p>
        {addOn ? (
          <Trans>
            Your bank is disputing your payment, so your order is on hold. You cannot buy an add-on to it for now.
          </Trans>
        ) : (
          <Trans>
            Your bank is disputing your payment, so your order is on hold. You cannot buy this again for now.
          </Trans>
        )}
      </p>
      <p>
        <Trans>
          If you did not open this dispute, contact your bank. If the bank drops it, your order becomes active again. If
          the bank refunds you, your order ends and you can buy again.
        </Trans>
      </p>
      <AppLink className={buttonClass('primary', 'lg', true)} href={orderHref(order)}>
        <Trans>See your order</Trans>
      </AppLink>
    </div>
  );
}
