import type { QueryClient } from '@tanstack/react-query';
import { createStore, useStore } from 'zustand';
import { fetchProfile, logOut } from '#/api/account';
import { keys } from '#/api/keys';
import type { Profile } from '#/api/types';
import { bus } from './bus';
import { local } from './storage';

export interface SessionState {
  /** Null for a visitor. */
  user: Profile | null;
}

export const session = createStore<SessionState>(() => ({ user: null }));

export function useUser(): Profile | null {
  return useStore(session, (state) => state.user);
}

/**
 * Loads the profile of a returning user. Visitors cost no call: only a log in leaves the mark.
 * It resolves also when the profile cannot be loaded; the session is then a visitor's.
 */
export async function restoreSession(): Promise<void> {
  if (!keys.api() || !local.load('signed_in')) return;
  await fetchProfile().then(
    (user) => session.setState({ user }),
    () => session.setState({ user: null }),
  );
}

/** Loads the profile of a user the server knows and this browser does not. */
export function recoverSession(): Promise<void> {
  local.save('signed_in', true);
  return restoreSession();
}

/** Keeps the session in step with what calls and other tabs announce. Returns the way to stop. */
export function followSession(client: QueryClient): () => void {
  const stops = [
    bus.on('unauthenticated', () => becomeVisitor(client)),
    bus.on('api_key_changed', ({ here }) => {
      if (!here) void restoreSession().finally(() => renewData(client));
    }),
    keys.watchOtherTabs(),
  ];
  return () => stops.forEach((stop) => void stop());
}

/** Makes the app that of this user: what they may see is asked anew. */
export function becomeUser(client: QueryClient, user: Profile): void {
  local.save('signed_in', true);
  session.setState({ user });
  renewData(client);
}

/** Ends the session at the server and here. */
export async function leave(client: QueryClient): Promise<void> {
  await logOut();
  becomeVisitor(client);
}

function becomeVisitor(client: QueryClient): void {
  const wasUser = session.getState().user !== null;
  local.forget('signed_in');
  session.setState({ user: null });
  if (wasUser) renewData(client);
}

/** What is on screen is asked again; the rest is forgotten, so that nothing of another person or language returns. */
export function renewData(client: QueryClient): void {
  client.removeQueries({ type: 'inactive' });
  void client.invalidateQueries();
}
