import { queryOptions } from '@tanstack/react-query';
import { signIn } from './account';
import { get, post, remove } from './client';
import type { Passkey, PasskeyOptions, Profile } from './types';
import type { Presence } from './ways';

/** Calls about the passkeys of a user, and the log in by one. */

export const passkeysQuery = () =>
  queryOptions({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => get<Passkey[]>('/auth/passkeys', undefined, { signal }),
  });

/** The options to create a passkey, for a user who shows again who they are. */
export async function beginPasskey(presence: Presence): Promise<PasskeyOptions['options']> {
  return (await post<PasskeyOptions>('/auth/passkeys/begin', { ...presence })).options;
}

export function addPasskey(credential: Record<string, unknown>, name: string): Promise<Passkey> {
  return post<Passkey>('/auth/passkeys', { credential, ...(name && { name }) });
}

export async function removePasskey(id: number): Promise<void> {
  await remove(`/auth/passkeys/${id}`);
}

/** The options to confirm a change of the account by a passkey. */
export async function beginPasskeyStepUp(): Promise<PasskeyOptions['options']> {
  return (await post<PasskeyOptions>('/auth/passkeys/step-up/begin')).options;
}

/** Confirms changes of the account for some minutes. */
export async function stepUpByPasskey(credential: Record<string, unknown>): Promise<void> {
  await post('/auth/passkeys/step-up', { credential });
}

export async function beginPasskeyLogin(): Promise<PasskeyOptions['options']> {
  return (await post<PasskeyOptions>('/v2/auth/passkey/begin')).options;
}

export function logInByPasskey(credential: Record<string, unknown>): Promise<Profile> {
  return signIn('/v2/auth/passkey', { credential });
}
