import { useLingui } from '@lingui/react/macro';
import { cartOf } from '#/entities/cart';
import { useTitle } from '#/lib/channel';
import { BuyEvent } from './buy-event';
import { BuyPass } from './buy-pass';
import { BuySubscription } from './buy-subscription';
import { FollowOrder } from './follow-order';
import type { BuyProps } from './parts';
import { NothingChosen } from './till-page';
import './checkout.css';

/** The till: what is bought, how it is paid, and what becomes of the order. */
export function BuyScreen(props: BuyProps) {
  const { t } = useLingui();
  useTitle(t`Checkout`);
  const cart = cartOf(props.search);
  const { order } = props.search;
  if (cart.kind === 'event') return <BuyEvent key={cart.eventId} {...props} cart={cart} />;
  if (cart.kind === 'package') return <BuyPass key={cart.id} {...props} cart={cart} />;
  if (cart.kind === 'subscription') return <BuySubscription key={cart.id} {...props} cart={cart} />;
  if (order) return <FollowOrder {...props} order={order} />;
  return <NothingChosen />;
}
