import { createStore, useStore } from 'zustand';

/** How somebody comes back to log in from where they showed who they are. */
export type Arrival =
  | { kind: 'social'; provider: 'google' | 'facebook'; ticket: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'remote'; token: string; returnTo: string };

/** Kept in memory alone: a ticket is good once, and neither the address nor storage should hold it. */
const arrivals = createStore<{ arrival: Arrival | null }>(() => ({ arrival: null }));

export function useArrival(): Arrival | null {
  return useStore(arrivals, (state) => state.arrival);
}

export function forgetArrival(): void {
  arrivals.setState({ arrival: null });
}

/** Keeps what the address of the log in page brings, and says whether it brought something that has to leave it. */
export function takeArrival(search: object): boolean {
  const arrival = arrivalOf(search as Record<string, unknown>);
  if (arrival) arrivals.setState({ arrival });
  return arrival !== null;
}

export function arrivalOf({
  social,
  provider,
  reason,
  remote_token,
  return_to,
}: Record<string, unknown>): Arrival | null {
  if (typeof remote_token === 'string')
    return { kind: 'remote', token: remote_token, returnTo: typeof return_to === 'string' ? return_to : '' };
  if (typeof social !== 'string') return null;
  if (social !== 'failed' && (provider === 'google' || provider === 'facebook'))
    return { kind: 'social', provider, ticket: social };
  return { kind: 'failed', reason: typeof reason === 'string' ? reason : '' };
}
