import { createStore, useStore } from 'zustand';

/** How a user comes back who went to a provider to connect a login there with their account. */
export type Connection = { provider: 'google' | 'facebook'; ticket: string } | { reason: string };

/** Kept in memory alone: a ticket is good once, and neither the address nor storage should hold it. */
const connections = createStore<{ connection: Connection | null }>(() => ({ connection: null }));

export function useConnection(): Connection | null {
  return useStore(connections, (state) => state.connection);
}

export function forgetConnection(): void {
  connections.setState({ connection: null });
}

/** Keeps what the address brings, and says whether it brought something that has to leave it. */
export function takeConnection(search: object): boolean {
  const connection = connectionOf(search as Record<string, unknown>);
  if (connection) connections.setState({ connection });
  return connection !== null;
}

export function connectionOf({ connect, provider, reason }: Record<string, unknown>): Connection | null {
  if (typeof connect !== 'string') return null;
  if (connect !== 'failed' && (provider === 'google' || provider === 'facebook')) return { provider, ticket: connect };
  return { reason: typeof reason === 'string' ? reason : '' };
}
