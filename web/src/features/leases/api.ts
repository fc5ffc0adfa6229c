import { queryOptions } from '@tanstack/react-query';
import { get, post } from '#/api/client';
import { keys } from '#/api/keys';
import type { HeldLease, Lease } from '#/api/types';

/** What is watched: an event, or a video of the library. */
export type Subject = { event_id: number } | { vod_item_id: number };

export interface Asking {
  event_id?: number;
  vod_item_id?: number;
  player: string;
  before?: string;
  instead?: boolean;
}

export const takeLease = (asking: Asking): Promise<Lease> => post<Lease>('/leases', { ...asking });

/** Gives a place back, also while the page goes away. Nobody waits for the answer: a place that is not given back lapses. */
export function endLease(player: string): void {
  const body = JSON.stringify({ player, api_key: keys.api() });
  navigator.sendBeacon(`${keys.apiBase()}/leases/end`, new Blob([body], { type: 'application/json' }));
}

/** Where the user watches now. */
export const leasesQuery = () =>
  queryOptions({
    queryKey: ['leases'],
    queryFn: ({ signal }) => get<HeldLease[]>('/leases', undefined, { signal }),
    refetchInterval: 10_000,
  });
