import type { Purchases } from '#/api/orders';
import type { Discounted, InvoicePreview, Product, Purchase } from '#/api/types';
import type { Renewal } from '#/entities/offer';
import type { Sums } from '#/ui/price-lines';

/** What is in the cart, as far as the till needs it: amounts in minor units. */
export interface Item {
  name: string;
  what: Purchase;
  currency: string;
  base_price: number;
  service_fee: number;
  /** Bought with it, in the same payment and currency. */
  extras?: readonly Extra[];
  /** How it goes on, where it does so by itself. */
  subscription?: SubscriptionTerms;
  /** When it is charged next, by the server's clock, once that is known. */
  renewal?: NonNullable<InvoicePreview['renewal']>;
}

export type Extra = Pick<Item, 'name' | 'what' | 'base_price' | 'service_fee'>;

export interface SubscriptionTerms {
  id: number;
  renewal: Renewal;
  /** Days that nothing is paid for; 0 without a trial. */
  trialDays: number;
  /** There is a trial, and this user has had theirs. */
  trialUsed: boolean;
  /** Makes the cart one without the trial. */
  onSkipTrial?: () => void;
}

export function extraOf({ id, name, base_price, service_fee }: Product): Extra {
  return { name, what: { package_id: id }, base_price, service_fee };
}

/** Everything that the cart pays for, what it is about first. */
export function purchasesOf({ what, extras = [] }: Item): Purchases {
  return [what, ...extras.map((extra) => extra.what)];
}

export function sumsOf(item: Item, coupon: Discounted | null): Sums {
  if (coupon) return coupon;
  const lines = [item, ...(item.extras ?? [])];
  const base_price = lines.reduce((sum, line) => sum + line.base_price, 0);
  const service_fee = lines.reduce((sum, line) => sum + line.service_fee, 0);
  return { base_price, service_fee, discount: 0, price: base_price + service_fee, currency: item.currency };
}

/** What the card is asked for now: nothing while a trial runs. */
export function dueNow({ subscription }: Item, { price }: Sums): number {
  return subscription && subscription.trialDays > 0 ? 0 : price;
}
