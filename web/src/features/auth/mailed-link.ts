import { hasCode } from '#/api/failure';
import type { MailedLink } from '#/api/types';

/** What the query of a mailed link carries, as text. */
export interface LinkSearch {
  email: string;
  expires: string;
  signature: string;
}

/** Reads the query of a mailed link. */
export function linkSearch(raw: Record<string, unknown>): LinkSearch {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { email: text(raw.email), expires: text(raw.expires), signature: text(raw.signature) };
}

/** How a link stands: nobody followed it yet, it did what it is for, or why it leads nowhere. */
export type LinkState = 'ready' | 'done' | 'expired' | 'used' | 'broken';

/** How a link stands as far as it says so itself. */
export function standingOf({ email, expires, signature }: LinkSearch, now: number): LinkState {
  if (!email || !signature || !/^\d{1,12}$/.test(expires)) return 'broken';
  return Number(expires) * 1000 <= now ? 'expired' : 'ready';
}

export function mailedLink({ email, expires, signature }: LinkSearch): MailedLink {
  return { email, expires: Number(expires), signature };
}

/** Why a link that the server refused leads nowhere; null for any other failure. */
export function refusalOf(error: unknown): LinkState | null {
  if (hasCode(error, 'link_expired')) return 'expired';
  if (hasCode(error, 'link_used')) return 'used';
  return hasCode(error, 'verification_failed') ? 'broken' : null;
}
