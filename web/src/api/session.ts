import { get, post } from './client';
import { keys } from './keys';
import type { Profile, UserAccess } from './types';

/** Calls about whoever is logged in that any page makes; those of the account's own screens are in account.ts. */

export function fetchProfile(): Promise<Profile> {
  return get<Profile>('/profile', undefined, { crash: { on: ['4xx', '5xx'], allow: [401] } });
}

/** What the user may do now, in one short answer. */
export function fetchAccess(): Promise<UserAccess> {
  return get<UserAccess>('/user/access');
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
