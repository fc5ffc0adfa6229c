import type { Purchase } from '#/api/orders';
import type { Discounted, InvoicePreview } from '#/api/types';
import type { Renewal } from '#/entities/offer';
import type { Sums } from '#/ui/price-lines';

/** What is in the cart, as far as the till needs it: amounts in minor units. */
export interface Item {
  name: string;
  /** How a person calls its kind: "You already bought this pass." */
  type: string;
  what: Purchase;
  currency: string;
  base_price: number;
  service_fee: number;
  /** How it goes on, where it does so by itself. */
  subscription?: SubscriptionTerms;
  /** When it is charged next, by the server's clock, once that is known. */
  renewal?: NonNullable<InvoicePreview['renewal']>;
}

export interface SubscriptionTerms {
  id: number;
  renewal: Renewal;
  /** Days that nothing is paid for; 0 without a trial. */
  trialDays: number;
  /** There is a trial, and this user has had theirs. */
  trialUsed: boolean;
}

export function sumsOf(item: Item, coupon: Discounted | null): Sums {
  if (coupon) return coupon;
  const { base_price, service_fee, currency } = item;
  return { base_price, service_fee, discount: 0, price: base_price + service_fee, currency };
}

/** What the card is asked for now: nothing while a trial runs. */
export function dueNow({ subscription }: Item, { price }: Sums): number {
  return subscription && subscription.trialDays > 0 ? 0 : price;
}
