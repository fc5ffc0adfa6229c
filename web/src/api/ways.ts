import { queryOptions } from '@tanstack/react-query';
import { get, post, remove } from './client';
import { keys } from './keys';
import type { Identity, Profile, Settings, SignedIn } from './types';

/** Calls by which somebody logs in who showed elsewhere who they are. Those that rotate the session store its new key. */

export type SocialProvider = Settings['auth']['social'][number];

/** Where to log in at a provider. The answer's cookie binds what follows to this browser. */
export async function beginSocial(provider: SocialProvider): Promise<string> {
  const { url } = await post<{ url: string }>(`/v2/auth/social/${provider}`, {}, { cookie: true });
  return url;
}

/** What a user shows again of who they are. */
export interface Presence {
  password?: string;
  code?: string;
}

/** Where a user logs in at a provider to connect that login with their account; bound to this browser likewise. */
export async function beginConnect(provider: SocialProvider, presence: Presence): Promise<string> {
  const { url } = await post<{ url: string }>(`/auth/identities/${provider}`, { ...presence }, { cookie: true });
  return url;
}

/** Finishes that with the ticket that one comes back with. The session's key stays as it is. */
export async function finishConnect(provider: SocialProvider, ticket: string): Promise<void> {
  await post(`/v2/auth/social/${provider}`, { ticket, link: true });
}

export interface SocialEntry {
  ticket: string;
  /** Connects the provider with the user who is logged in. */
  link?: true;
  terms?: boolean;
  mailing_consent?: boolean;
  first_name?: string;
  last_name?: string;
  email?: string;
}

/** Changes the ticket that one comes back with into a user. */
export async function enterSocial(provider: SocialProvider, entry: SocialEntry): Promise<Profile> {
  const { api_key, user } = await post<SignedIn>(`/v2/auth/social/${provider}`, { ...entry }, { cookie: true });
  keys.setApi(api_key);
  return user;
}

export interface RemoteEntry {
  token: string;
  return_to: string;
  link?: true;
}

/** Changes a token of the channel's membership system into a user; `return_to` is where that may send them on. */
export async function enterRemote(entry: RemoteEntry): Promise<{ user: Profile; return_to: string }> {
  const { api_key, ...entered } = await post<SignedIn & { return_to: string }>(
    '/v2/auth/remote',
    { ...entry },
    { cookie: true },
  );
  keys.setApi(api_key);
  return entered;
}

/** The other services by which the user logs in. */
export const identitiesQuery = () =>
  queryOptions({
    queryKey: ['identities'],
    queryFn: ({ signal }) => get<Identity[]>('/auth/identities', undefined, { signal }),
  });

export async function disconnect(provider: Identity['provider']): Promise<void> {
  await remove(`/auth/identities/${provider}`);
}
