import type { MailedLink } from '#/lib/mailed-link';
import { get, post, remove } from './client';
import { keys } from './keys';
import type { PasswordReset, PasswordResetLink, Profile, ProfileChange, Registration, SignedIn } from './types';

/** Shows that a person makes the call, where the channel asks for that. */
interface Proof {
  recaptcha_token?: string;
}

/** Calls of the account. Those that rotate the session store its new key before they return. */

export function logIn(credentials: { login: string; password: string } & Proof): Promise<Profile> {
  return signIn('/v2/auth/login', { ...credentials });
}

/** The second step of a log in that answered with a ticket. */
export function logInSecond(ticket: string, code: string): Promise<Profile> {
  return signIn('/v2/auth/second-factor', { ticket, code });
}

/** Becomes a user with an address alone. */
export function registerGuest(
  guest: { email: string; terms: true; mailing_consent: boolean } & Proof,
): Promise<Profile> {
  return signIn('/v2/auth/guest', { ...guest });
}

/** Has a login code mailed, if the address is that of a user. */
export async function requestLoginCode(request: { email: string } & Proof): Promise<void> {
  await post('/auth/login-code-request', { ...request }, { cookie: true });
}

/** `names_removed`: the names of the account may have been a stranger's, and are gone. */
export function logInByCode(code: string): Promise<SignedIn> {
  return enter('/v2/auth/login-code', { code });
}

export function register(registration: Registration): Promise<Profile> {
  return signIn('/v2/auth/register', { ...registration });
}

/** Logs in. The cookie makes this device known, so that wrong passwords from elsewhere do not lock its user out. */
export async function signIn(path: string, body: Record<string, unknown>): Promise<Profile> {
  return (await enter(path, body)).user;
}

async function enter(path: string, body: Record<string, unknown>): Promise<SignedIn> {
  const entered = await post<SignedIn>(path, body, { cookie: true });
  keys.setApi(entered.api_key);
  return entered;
}

/** Follows the link of a letter that verifies an address. */
export async function verifyEmail(link: MailedLink, password?: string): Promise<void> {
  await post('/auth/email-verify', { ...link, ...(password && { password }) });
}

/** Takes over the account of that link: each older way in ends, and the caller is logged in. */
export function takeOverAccount(
  link: MailedLink,
  passwords: { password: string; password_confirmation: string },
  stranger: boolean,
): Promise<Profile> {
  return signIn('/auth/account-takeover', { ...link, ...passwords, stranger });
}

export async function resendVerification(): Promise<void> {
  await post('/auth/email-verify-resend');
}

/** Has a link to a new password mailed, if the address is that of a user. */
export async function requestPasswordReset(request: { email: string } & Proof): Promise<void> {
  await post('/auth/password-reset-request', { ...request });
}

/** Reads that link without using it. The cookie shows whether this device is known. */
export function readPasswordResetLink(link: MailedLink): Promise<PasswordResetLink> {
  return post('/auth/password-reset-link', { ...link }, { cookie: true });
}

/** Follows that link: the caller is logged in, and nobody else is any more. */
export function resetPassword(link: MailedLink, reset: PasswordReset): Promise<Profile> {
  return signIn('/auth/password-reset', { ...link, ...reset });
}

/** Changes the user. A new password rotates the session and ends every other one. */
export async function saveProfile(change: ProfileChange): Promise<Profile> {
  const { api_key, ...user } = await post<Profile & { api_key?: string }>('/profile', { _method: 'patch', ...change });
  if (api_key) keys.setApi(api_key);
  return user;
}

/** Follows the link mailed to a new address; returns the address. */
export async function confirmEmail(link: MailedLink, password?: string): Promise<string> {
  return (await post<{ email: string }>('/auth/confirm-email', { ...link, ...(password && { password }) })).email;
}

/** Has a link mailed that deletes the account. */
export function askDeletion(currentPassword: string): Promise<{ email: string }> {
  return post('/delete-account', { current_password: currentPassword });
}

/** Confirms the deletion by that link. */
export function confirmDeletion(link: MailedLink): Promise<ConfirmedDeletion> {
  return post('/delete-account-confirm', { ...link }, { withoutKey: true });
}

export interface ConfirmedDeletion {
  /** Until when a log in keeps the account. */
  erased_at: string;
  stopped_subscriptions: { name: string; until: string; trial: boolean; over: boolean }[];
}

/** Logs the user out in one other place. */
export async function endSession(id: number): Promise<void> {
  await remove(`/auth/sessions/${id}`);
}

/** Logs the user out everywhere else. */
export async function endOtherSessions(): Promise<void> {
  await post('/auth/sessions/end-others');
}

/** Everything that is known of the user. */
export function exportProfile(): Promise<unknown> {
  return get('/profile/export');
}
