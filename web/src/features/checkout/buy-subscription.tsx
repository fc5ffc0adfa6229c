import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Cart } from '#/entities/cart';
import { isBought } from '#/entities/choice';
import { isAddOn, renewalOf } from '#/entities/offer';
import type { Origin } from '#/entities/wanted';
import { useUser } from '#/lib/session';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { PassNotFound } from '#/ui/pass-not-found';
import { AlreadyOwned } from './already-owned';
import { FollowOrder } from './follow-order';
import { OnHold } from './on-hold';
import type { BuyProps, SubscriptionOffer } from './parts';
import { ProductSummary } from './product-summary';
import { Till } from './till';

type SubscriptionCart = Extract<Cart, { kind: 'subscription' }>;

/** A subscription, or an add-on that renews like one. */
export function BuySubscription({ cart, ...props }: BuyProps & { cart: SubscriptionCart }) {
  const user = useUser();
  const [skipsTrial, setSkipsTrial] = useState(false);
  const offer = props.subscriptionOf(cart.id);
  const { order } = props.search;
  if (!offer) return order ? <FollowOrder {...props} order={order} origin={cart.origin} /> : <PassNotFound />;
  const { product } = offer;
  if (!order && offer.onHold)
    return (
      <OnHold
        subtitle={product.name}
        {...offer.onHold}
        summary={<ProductSummary product={product} facts={offer.facts} />}
      />
    );
  if (!order && (offer.own || isBought(product))) return <AlreadySubscribed offer={offer} origin={cart.origin} />;
  const used = user?.trial_period_used ?? false;
  return (
    <Till
      {...props}
      item={{
        name: product.name,
        what: { subscription_id: product.id },
        currency: product.currency,
        base_price: product.base_price,
        service_fee: product.service_fee,
        subscription: {
          id: product.id,
          renewal: renewalOf(product),
          trialDays: used || skipsTrial ? 0 : product.trial_period,
          trialUsed: used && product.trial_period > 0,
          onSkipTrial: () => setSkipsTrial(true),
        },
      }}
      subtitle={product.name}
      origin={cart.origin}
      summary={<ProductSummary product={product} facts={offer.facts} />}
    />
  );
}

interface AlreadySubscribedProps {
  offer: SubscriptionOffer;
  origin: Origin;
}

function AlreadySubscribed({ offer, origin }: AlreadySubscribedProps) {
  return (
    <AlreadyOwned
      subtitle={offer.product.name}
      type={isAddOn(offer.product) ? 'addition' : 'subscription'}
      origin={origin}
      href="/schedule"
      kept={
        <AppLink className={buttonClass('line', 'lg')} href="/profile/subscriptions">
          <Trans>Your subscriptions</Trans>
        </AppLink>
      }
      summary={<ProductSummary product={offer.product} facts={offer.facts} />}
    >
      {offer.own?.past_due && (
        <p>
          <Trans>The last renewal was not paid. Choose another card in your account to pay it.</Trans>
        </p>
      )}
      {offer.own?.auto_renew === 'cancelled' && (
        <p>
          <Trans>The renewal is cancelled. You can turn it back on in your account until the subscription ends.</Trans>
        </p>
      )}
    </AlreadyOwned>
  );
}
