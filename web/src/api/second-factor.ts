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

export function removeSecondFactor(proof: string): Promise<unknown> {
  return post('/auth/second-factor/remove', proofOf(proof));
}

export async function renewRecoveryCodes(proof: string): Promise<string[]> {
  return (await post<Codes>('/auth/second-factor/recovery-codes', proofOf(proof))).recovery_codes;
}

interface Codes {
  recovery_codes: string[];
}

/** A password, or the six digits of an app: no password is that short. */
function proofOf(typed: string): { code: string } | { password: string } {
  return /^\s*\d{3}\s*\d{3}\s*$/.test(typed) ? { code: typed } : { password: typed };
}
