import type { ReactNode } from 'react';
import type { Order, OwnSubscription, Product } from '#/api/types';
import type { CartSearch } from '#/entities/cart';
import type { Choosable } from '#/entities/choice';
import type { Base } from '#/entities/offer';
import type { Wanted } from '#/entities/wanted';

/** The order on hold for which something is not sold: it buys the same, or what an add-on is added to. */
export interface HeldFor {
  order: Order;
  addOn: boolean;
}

/** A pass as the shop knows it: the part that is wanted, and what it opens in words. */
export interface PassOffer {
  product: Product;
  parts: readonly Choosable[];
  chosen: Choosable | undefined;
  /** The user's order on hold, for which it is not sold. */
  onHold: HeldFor | undefined;
  /** Facts about it, one a line. */
  facts: ReactNode;
}

/** A subscription as the shop knows it. */
export interface SubscriptionOffer {
  product: Product;
  /** The user's own, while it runs. */
  own: OwnSubscription | undefined;
  /** The user's order on hold, for which it is not sold. */
  onHold: HeldFor | undefined;
  facts: ReactNode;
}

/** An add-on as the shop knows it. */
export interface AddOn {
  product: Product;
  /** What it gives, in words. */
  gives: ReactNode;
}

/** The add-ons that a cart offers, and the chosen ones. */
export interface AddOnSelection {
  offered: readonly AddOn[];
  /** Ids. */
  chosen: readonly number[];
  onChange: (id: number, chosen: boolean) => void;
}

/** What the till asks of the shop and of the log in. The route file puts them in, so that this feature knows neither. */
export interface TillParts {
  passOf: (id: number, wanted: Wanted) => PassOffer | undefined;
  subscriptionOf: (id: number) => SubscriptionOffer | undefined;
  /** The add-ons that may be bought with something, in the order in which they are sold. */
  addOnsTo: (base: Base) => readonly AddOn[];
  /** The ways to become a user without leaving the cart. */
  account: ReactNode;
}

export interface BuyProps extends TillParts {
  search: CartSearch;
  /** Puts an order into the address, or takes it out: undefined goes back to the form. */
  onOrder: (id: number | undefined) => void;
  /** Puts the add-ons that are bought with it into the address. */
  onAdd: (ids: readonly number[]) => void;
}
