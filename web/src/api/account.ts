import { get, post } from './client';
import { keys } from './keys';
import type { Profile, Registration, SignedIn } from './types';

/** Calls of the account. Those that rotate the session store its new key before they return. */

export function fetchProfile(): Promise<Profile> {
  return get<Profile>('/profile', undefined, { crash: { on: ['4xx', '5xx'], allow: [401] } });
}

export function logIn(credentials: { login: string; password: string }): Promise<Profile> {
  return signIn('/v2/auth/login', { ...credentials });
}

/** The second step of a log in that answered with a ticket. */
export function logInSecond(ticket: string, code: string): Promise<Profile> {
  return signIn('/v2/auth/second-factor', { ticket, code });
}

export function register(registration: Registration): Promise<Profile> {
  return signIn('/v2/auth/register', { ...registration });
}

async function signIn(path: string, body: Record<string, unknown>): Promise<Profile> {
  const { api_key, user } = await post<SignedIn>(path, body);
  keys.setApi(api_key);
  return user;
}

/** Keeps with the user whether they want to be told how games went. */
export function saveHideScores(hide: boolean): Promise<Profile> {
  return post<Profile>('/profile', { hide_scores: hide });
}

/** Ends the session. When the server cannot be told, the key is dropped all the same and a fresh one is fetched later. */
export async function logOut(): Promise<void> {
  try {
    const { api_key } = await post<{ api_key: string }>('/auth/logout');
    keys.setApi(api_key);
  } catch {
    keys.clearApi();
  }
}
