import { queryOptions } from '@tanstack/react-query';
import { get, post, remove } from './client';
import type { Bought, Discounted, InvoicePreview, Order, PaymentSetup, SavedCard } from './types';

/** Everything the user bought or tried to, the latest first. */
export const ordersQuery = () =>
  queryOptions({
    queryKey: ['orders'],
    queryFn: ({ signal }) => get<Order[]>('/orders', { no_limit: 1 }, { signal }),
    staleTime: 30_000,
  });

/** One order. Whoever follows it asks at their own pace, and a failed ask is for them to repeat. */
export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) => get<Order>(`/orders/${id}`, undefined, { signal }),
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

/** What is bought, by the names of the API. */
export interface Purchase {
  event_id?: number;
  single_event_package_id?: number;
  package_id?: number;
  subscription_id?: number;
  event_category_id?: number;
  participant_id?: number;
}

/** What that costs, and when a subscription to it is charged. Nothing is made by asking. */
export const invoicePreviewQuery = (what: Purchase) =>
  queryOptions({
    queryKey: ['stripe/invoice-preview', what],
    queryFn: ({ signal }) => post<InvoicePreview>('/stripe/invoice-preview', { ...what }, { signal }),
    retry: false,
    staleTime: 60_000,
  });

interface Payment {
  /** The provider's id of a card; a price of nothing needs none. */
  payment_method?: string;
  coupon?: string;
  save_card?: boolean;
}

export function buy(what: Purchase, payment: Payment): Promise<Bought> {
  return post<Bought>('/stripe/buy', { ...what, ...payment });
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

export function applyCoupon(what: Purchase, coupon: string): Promise<Discounted> {
  return get<Discounted>('/apply_coupon', { ...what, coupon });
}
