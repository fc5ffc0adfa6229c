import type { ReactNode } from 'react';
import type { OwnSubscription, Product } from '#/api/types';
import type { CartSearch } from '#/entities/cart';
import type { Choosable } from '#/entities/choice';
import type { Wanted } from '#/entities/wanted';

/** A pass as the shop knows it: the part that is wanted, and what it opens in words. */
export interface PassOffer {
  product: Product;
  parts: readonly Choosable[];
  chosen: Choosable | undefined;
  /** Facts about it, one a line. */
  facts: ReactNode;
}

/** A subscription as the shop knows it. */
export interface SubscriptionOffer {
  product: Product;
  /** The user's own, while it runs. */
  own: OwnSubscription | undefined;
  facts: ReactNode;
}

/** What the till asks of the shop and of the log in. The route file puts them in, so that this feature knows neither. */
export interface TillParts {
  passOf: (id: number, wanted: Wanted) => PassOffer | undefined;
  subscriptionOf: (id: number) => SubscriptionOffer | undefined;
  /** The ways to become a user without leaving the cart. */
  account: ReactNode;
}

export interface BuyProps extends TillParts {
  search: CartSearch;
  /** Puts an order into the address, or takes it out: undefined goes back to the form. */
  onOrder: (id: number | undefined) => void;
}
