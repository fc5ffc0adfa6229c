import type { Query, QueryClient } from '@tanstack/react-query';
import { createStore, useStore } from 'zustand';
import { keys } from '#/api/keys';
import { fetchAccess, fetchProfile, logOut } from '#/api/session';
import type { Profile } from '#/api/types';
import { bus } from './bus';
import { renew } from './renew';
import { forgetRevealed } from './spoiler-choice';
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
  const apiKey = keys.api();
  const user = apiKey && isSignedIn() ? await fetchProfile().catch(() => null) : null;
  // The session may have ended or changed while the profile was on its way; whoever did that tells what it is now.
  if (keys.api() === apiKey || !isSignedIn()) session.setState({ user: isSignedIn() ? user : null });
}

/** Asks what the user may do after a purchase. Without an answer it stays as it was: every call of the server decides by itself. */
export async function refreshAccess(): Promise<void> {
  const before = session.getState().user;
  const access = before && (await fetchAccess().catch(() => null));
  const now = session.getState().user;
  if (!access || now?.id !== before.id) return;
  session.setState({ user: { ...now, capabilities: access.capabilities, is_geo_blocked: access.is_geo_blocked } });
}

/** Whether a user has logged in here, by the mark that a log in leaves. */
export function isSignedIn(): boolean {
  return local.load('signed_in') === true;
}

/** Loads the profile of a user the server knows and this browser does not. */
export function recoverSession(): Promise<void> {
  local.save('signed_in', true);
  return restoreSession();
}

/** Keeps the session in step with what calls and other tabs announce. Returns the way to stop. */
export function followSession(client: QueryClient): () => void {
  const follow = async () => {
    const before = session.getState().user;
    await restoreSession();
    if (before && before.id !== session.getState().user?.id) resetData(client);
    else renewData(client);
  };
  const stops = [
    bus.on('unauthenticated', () => becomeVisitor(client)),
    // Another tab stores the key before the mark of a user, and this one may be told in between.
    keys.watchOtherTabs(() => void follow()),
    local.watch('signed_in', () => void follow()),
  ];
  return () => stops.forEach((stop) => stop());
}

/**
 * Shows the app to this user, and loads again all that depends on the user. A user who logs in and then connects a
 * provider's login gets two sessions, which count as one login.
 */
export function becomeUser(client: QueryClient, user: Profile): void {
  const isSame = session.getState().user?.id === user.id;
  local.save('signed_in', true);
  session.setState({ user });
  if (!isSame) bus.emit('record', { event: 'login', extras: {} });
  renewData(client);
}

/** Notes what the user has changed about themselves. */
export function updateUser(user: Profile): void {
  session.setState({ user });
}

/** Ends the session at the server and here. */
export async function leave(client: QueryClient): Promise<void> {
  await logOut();
  becomeVisitor(client);
}

function becomeVisitor(client: QueryClient): void {
  const wasUser = session.getState().user !== null;
  local.forget('signed_in');
  local.forget('push_subscription'); // it belonged to the session
  session.setState({ user: null });
  if (wasUser) resetData(client);
}

/** Nothing that a user was shown stays, neither in memory nor on screen: what the next person may see is asked anew. */
function resetData(client: QueryClient): void {
  forgetRevealed();
  const predicate = isPersonal;
  client.removeQueries({ type: 'inactive', predicate });
  void client.resetQueries({ predicate });
}

function isPersonal(query: Query): boolean {
  return !query.meta?.everyone;
}

/**
 * What is on screen is asked again and the rest is forgotten, so that nothing of another person or language returns.
 * `everything` is for a change of language; a change of person leaves what is the same for everyone.
 */
export function renewData(client: QueryClient, everything = false): void {
  const predicate = (query: Query) => everything || isPersonal(query);
  client.removeQueries({ type: 'inactive', predicate });
  void renew(client, { predicate });
}
