import { queryOptions } from '@tanstack/react-query';
import { get, post } from './client';
import type { Enrolment, SecondFactor } from './types';

/** Calls about the second step of log ins. */

export const secondFactorQuery = () =>
  queryOptions({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => get<SecondFactor>('/auth/second-factor', undefined, { signal }),
  });

export function beginSecondFactor(password: string): Promise<Enrolment> {
  return post<Enrolment>('/auth/second-factor/begin', { password });
}

/** Switches it on; returns the recovery codes. */
export async function confirmSecondFactor(code: string): Promise<string[]> {
  return (await post<Codes>('/auth/second-factor/confirm', { code })).recovery_codes;
}

/** Switches it off, by a code of the app or a recovery code. */
export function removeSecondFactor(code: string): Promise<unknown> {
  return post('/auth/second-factor/remove', { code });
}

export async function renewRecoveryCodes(code: string): Promise<string[]> {
  return (await post<Codes>('/auth/second-factor/recovery-codes', { code })).recovery_codes;
}

/** Enters a code before a change of the account; it counts for some minutes. */
export async function sendStepUp(code: string): Promise<void> {
  await post('/auth/second-factor/step-up', { code });
}

interface Codes {
  recovery_codes: string[];
}
