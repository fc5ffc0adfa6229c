import { queryOptions } from '@tanstack/react-query';
import { get, post } from './client';
import type { CardChange, OwnSubscription } from './types';

/** What the user subscribes to or did, the latest first. */
export const ownSubscriptionsQuery = () =>
  queryOptions({
    queryKey: ['profile/subscriptions'],
    queryFn: ({ signal }) => get<OwnSubscription[]>('/profile/subscriptions', undefined, { signal }),
    staleTime: 30_000,
  });

/** Lets a subscription end with its period. `offer` is the id of what is subscribed to, here and below. */
export function cancelSubscription(offer: number): Promise<OwnSubscription> {
  return post<OwnSubscription>('/stripe/unsubscribe', { subscription_id: offer });
}

/** Takes a cancellation back. */
export function resumeSubscription(offer: number): Promise<OwnSubscription> {
  return post<OwnSubscription>('/stripe/subscription/resume', { subscription_id: offer });
}

/** Has it renew by another card from now on; what is open is paid with it at once. */
export function changeSubscriptionCard(offer: number, payment_method: string): Promise<CardChange> {
  return post<CardChange>('/stripe/subscription/card', { subscription_id: offer, payment_method });
}

/** The provider's own page about the user's cards, subscriptions and invoices. The address works for a few minutes. */
export function customerPortal(): Promise<{ url: string }> {
  return get<{ url: string }>('/stripe/customer-portal');
}
