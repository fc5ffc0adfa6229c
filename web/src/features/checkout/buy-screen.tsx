import { Trans, useLingui } from '@lingui/react/macro';
import { cartOf } from '#/entities/cart';
import { useTitle } from '#/lib/channel';
import { Empty } from '#/ui/states';
import { BuyEvent } from './buy-event';
import { BuyPass } from './buy-pass';
import { FollowOrder } from './follow-order';
import type { BuyProps } from './parts';
import { NothingChosen, TillPage, ToPasses } from './till-page';
import './checkout.css';

/** The till: what is bought, how it is paid, and what becomes of the order. */
export function BuyScreen(props: BuyProps) {
  const { t } = useLingui();
  useTitle(t`Checkout`);
  const cart = cartOf(props.search);
  const { order } = props.search;
  if (cart.kind === 'event') return <BuyEvent key={cart.eventId} {...props} cart={cart} />;
  if (cart.kind === 'package') return <BuyPass key={cart.id} {...props} cart={cart} />;
  if (order) return <FollowOrder {...props} order={order} />;
  return cart.kind === 'subscription' ? <NotSoldHere /> : <NothingChosen />;
}

function NotSoldHere() {
  const { t } = useLingui();
  return (
    <TillPage>
      <Empty title={t`Subscriptions are not on sale on this site yet`} action={<ToPasses />}>
        <p>
          <Trans>Passes are, and they do not renew by themselves.</Trans>
        </p>
      </Empty>
    </TillPage>
  );
}
