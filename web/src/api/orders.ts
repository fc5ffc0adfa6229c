import { queryOptions } from '@tanstack/react-query';
import { inLine } from '#/lib/line';
import { get, post, remove } from './client';
import type {
  Bought,
  Bundle,
  Coupon,
  Discounted,
  InvoicePreview,
  Order,
  PaymentSetup,
  Purchase,
  SavedCard,
} from './types';

/** Everything the user bought or tried to, the latest first. */
export const ordersQuery = () =>
  queryOptions({
    queryKey: ['orders'],
    queryFn: ({ signal }) => get<Order[]>('/orders', { no_limit: 1 }, { signal }),
    staleTime: 30_000,
  });

/**
 * One order. Whoever follows it asks at their own pace, and a failed ask is for them to repeat. That the server is too busy is
 * no answer: it is asked again when it says.
 */
export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) =>
      inLine(
        () => get<Order>(`/orders/${id}`, undefined, { signal }),
        () => undefined,
        signal,
      ),
    retry: false,
    staleTime: 1_000,
  });

export const cardsQuery = () =>
  queryOptions({
    queryKey: ['stripe/list-cards'],
    queryFn: ({ signal }) => get<SavedCard[]>('/stripe/list-cards', undefined, { signal }),
    staleTime: 30_000,
  });

/** How this channel takes cards. It is a call that makes something, so it is made once for a visit. */
export const paymentSetupQuery = () =>
  queryOptions({
    queryKey: ['stripe/setup-intent'],
    queryFn: () => post<PaymentSetup>('/stripe/setup-intent'),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A new way to have one card kept; it works once. */
export function setUpCard(): Promise<PaymentSetup> {
  return post<PaymentSetup>('/stripe/setup-intent');
}

/** What is paid together: most often one thing. */
export type Purchases = readonly [Purchase, ...Purchase[]];

/** What that costs, line by line, and when a subscription to it is charged. Nothing is made by asking. */
export const invoicePreviewQuery = (items: Purchases) =>
  queryOptions({
    queryKey: ['stripe/invoice-preview', items],
    queryFn: ({ signal }) => post<InvoicePreview>('/stripe/invoice-preview', { items }, { signal }),
    retry: false,
    staleTime: 60_000,
  });

interface Payment {
  /** The provider's id of a card; a price of nothing needs none. */
  payment_method?: string;
  coupon?: string;
  save_card?: boolean;
}

/** Several things are paid by one payment; the order that is answered is then that of the first. */
export async function buy(items: Purchases, payment: Payment): Promise<Bought> {
  const [first, ...others] = items;
  if (others.length === 0) return post<Bought>('/stripe/buy', { ...first, ...payment });
  const { orders, ...rest } = await post<Bundle>('/stripe/buy_bundle', { items, ...payment });
  return { ...rest, order: orders[0] as Order };
}

/** The way to the bank's question of an order that waits for it, for a tab that did not begin the payment. */
export function resumePayment(order_id: number): Promise<Bought> {
  return post<Bought>('/stripe/resume', { order_id });
}

/** Begins the free trial of a subscription; the card is charged when it is over. */
export function startTrial(subscription_id: number, payment_method: string): Promise<Bought> {
  return post<Bought>('/stripe/subscription/start_trial', { subscription_id, payment_method });
}

/** Has the provider forget a card. */
export function deleteCard(id: string): Promise<void> {
  return remove<void>(`/stripe/cards/${encodeURIComponent(id)}`);
}

/** What a promo code makes of a price. A code that does not count is an error. */
export const couponQuery = (items: Purchases, coupon: string) =>
  queryOptions({
    queryKey: ['apply_coupon', items, coupon],
    queryFn: ({ signal }) => priceWith(items, coupon, signal),
    retry: false,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });

async function priceWith(items: Purchases, coupon: string, signal: AbortSignal): Promise<Discounted> {
  const [first, ...others] = items;
  if (others.length === 0) return get<Discounted>('/apply_coupon', { ...first, coupon }, { signal });
  const preview = await post<InvoicePreview>('/stripe/invoice-preview', { items, coupon }, { signal });
  return { ...preview, ...(preview.coupon as Coupon) };
}
