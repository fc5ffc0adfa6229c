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
  /** Bought in the same payment and currency. */
  addOns?: readonly ItemAddOn[];
  /** How it goes on, where it does so by itself. */
  subscription?: SubscriptionTerms;
  /** When it is charged next, by the server's clock, once that is known. */
  renewal?: NonNullable<InvoicePreview['renewal']>;
}

export type ItemAddOn = Pick<Item, 'name' | 'what' | 'base_price' | 'service_fee'>;

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

export function itemAddOn({ id, name, base_price, service_fee }: Product): ItemAddOn {
  return { name, what: { package_id: id }, base_price, service_fee };
}

/** Returns all purchases of a cart; that of its main product comes first. */
export function purchasesOf({ what, addOns = [] }: Item): Purchases {
  return [what, ...addOns.map((addOn) => addOn.what)];
}

export function sumsOf(item: Item, coupon: Discounted | null): Sums {
  if (coupon) return coupon;
  const lines = [item, ...(item.addOns ?? [])];
  const base_price = lines.reduce((sum, line) => sum + line.base_price, 0);
  const service_fee = lines.reduce((sum, line) => sum + line.service_fee, 0);
  return { base_price, service_fee, discount: 0, price: base_price + service_fee, currency: item.currency };
}

/** What the card is asked for now: nothing while a trial runs. */
export function dueNow({ subscription }: Item, { price }: Sums): number {
  return subscription && subscription.trialDays > 0 ? 0 : price;
}
