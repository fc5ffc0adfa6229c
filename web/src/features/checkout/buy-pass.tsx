import { Trans, useLingui } from '@lingui/react/macro';
import type { Language } from '#/api/types';
import type { Cart } from '#/entities/cart';
import { isBought, selectHref } from '#/entities/choice';
import { labelled } from '#/entities/label';
import { isAddOn } from '#/entities/offer';
import { watchHref } from '#/entities/order';
import type { Origin } from '#/entities/wanted';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { PassNotFound } from '#/ui/pass-not-found';
import { Empty } from '#/ui/states';
import { AlreadyOwned } from './already-owned';
import { FollowOrder } from './follow-order';
import { OnHold } from './on-hold';
import type { BuyProps, PassOffer } from './parts';
import { ProductSummary } from './product-summary';
import { selectAddOns } from './select-add-ons';
import { Till } from './till';
import { TillPage } from './till-page';

type PassCart = Extract<Cart, { kind: 'package' }>;

/** A pass, or the part of one that its address names. */
export function BuyPass({ cart, ...props }: BuyProps & { cart: PassCart }) {
  const { i18n } = useLingui();
  const offer = props.passOf(cart.id, cart.wanted);
  const { order } = props.search;
  if (!offer) return order ? <FollowOrder {...props} order={order} origin={cart.origin} /> : <PassNotFound />;
  const { product, parts, chosen } = offer;
  if (!order) {
    if (offer.onHold)
      return <OnHold subtitle={product.name} {...offer.onHold} summary={<ProductSummary {...offer} />} />;
    if (isBought(product) || isTaken(offer, cart)) return <AlreadyBought offer={offer} cart={cart} />;
    if (parts.length > 0 && !chosen) return <ChooseFirst offer={offer} origin={cart.origin} />;
  }
  const name = labelled(i18n.locale as Language, product.name, chosen?.name ?? '');
  const part =
    chosen && (product.choice === 'participant' ? { participant_id: chosen.id } : { event_category_id: chosen.id });
  const added = isAddOn(product) ? undefined : selectAddOns(props, product);
  return (
    <Till
      {...props}
      {...(added && { addOns: added.selection })}
      item={{
        name,
        what: { package_id: product.id, ...part },
        currency: product.currency,
        base_price: product.base_price,
        service_fee: product.service_fee,
        ...(added && { addOns: added.addOns }),
      }}
      subtitle={name}
      summary={<ProductSummary {...offer} />}
      origin={cart.origin}
    />
  );
}

/** Whether the part that the address names is bought. */
function isTaken({ product, parts }: PassOffer, { wanted }: PassCart): boolean {
  const id = product.choice === 'participant' ? wanted.participant_id : wanted.event_category_id;
  return parts.some((part) => part.id === id && part.taken);
}

function AlreadyBought({ offer, cart }: { offer: PassOffer; cart: PassCart }) {
  const { wanted, id, origin } = cart;
  const { participant_id = null, event_category_id = null } = wanted;
  const product = { id, event_id: null, participant_id, event_category_id };
  const href = watchHref({ type: 'package', event: null, product });
  return (
    <AlreadyOwned
      subtitle={offer.product.name}
      type={isAddOn(offer.product) ? 'addition' : 'pass'}
      origin={origin}
      href={href}
      kept={
        <AppLink className={buttonClass('line', 'lg')} href="/profile">
          <Trans>Your orders</Trans>
        </AppLink>
      }
      summary={<ProductSummary {...offer} />}
    />
  );
}

/** The pass is bought in parts, and the address names none that can be had. */
function ChooseFirst({ offer: { product }, origin }: { offer: PassOffer; origin: Origin }) {
  return (
    <TillPage subtitle={product.name}>
      <Empty
        title={<Trans>id not selected</Trans>}
        action={
          <AppLink className={buttonClass()} href={selectHref(product, origin)}>
            <Trans context="button">Choose</Trans>
          </AppLink>
        }
      >
        <p>
          <Trans>
            This pass covers one sport or team of your choice. Choose it and you’ll come straight back here.
          </Trans>
        </p>
      </Empty>
    </TillPage>
  );
}
