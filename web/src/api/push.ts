import { get, post, remove } from './client';

/** Calls about Web Push: what this browser is told while it is closed. */

export async function fetchPushKey(): Promise<string> {
  return (await get<{ public_key: string }>('/push/key')).public_key;
}

/** Has a browser told things; returns the number of its subscription. */
export async function saveSubscription(subscription: PushSubscriptionJSON): Promise<number> {
  const { endpoint, keys } = subscription;
  return (await post<{ id: number }>('/push/subscription', { endpoint, keys })).id;
}

export async function removeSubscription(id: number): Promise<void> {
  await remove(`/push/subscription/${id}`);
}

/** Sends a note to see whether it comes. */
export async function trySubscription(id: number): Promise<void> {
  await post(`/push/subscription/${id}/try`);
}
