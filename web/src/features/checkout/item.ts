import type { Purchase } from '#/api/orders';
import type { Discounted } from '#/api/types';

/** What is in the cart, as far as the till needs it: amounts in minor units. */
export interface Item {
  name: string;
  /** How a person calls its kind: "You already bought this pass." */
  type: string;
  what: Purchase;
  currency: string;
  base_price: number;
  service_fee: number;
}

/** What is to be paid, line by line. */
export interface Sums {
  base_price: number;
  service_fee: number;
  discount: number;
  price: number;
  currency: string;
}

export function sumsOf(item: Item, coupon: Discounted | null): Sums {
  if (coupon) return coupon;
  const { base_price, service_fee, currency } = item;
  return { base_price, service_fee, discount: 0, price: base_price + service_fee, currency };
}
