import { post } from './client';

/** Calls by which a user who is logged in confirms a change of the account. */

/** Has a code sent to the address of the account. */
export async function requestStepUpCode(): Promise<void> {
  await post('/auth/step-up-code-request');
}

/** Enters the code; it counts for some minutes, in place of the password. */
export async function stepUpByCode(code: string): Promise<void> {
  await post('/auth/step-up-code', { code });
}
