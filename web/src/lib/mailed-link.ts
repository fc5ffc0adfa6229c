import { tab } from './storage';

/** What a link in a letter carries, as its query has it. */
export interface MailedLink {
  email: string;
  /** Seconds since 1970, in digits. */
  expires: string;
  signature: string;
}

/** Pages that such links lead to. */
const pages = new Set(['/verify-email', '/password-reset']);
const names = ['email', 'expires', 'signature'] as const;
const kept = 'mailed_link';
const keptMs = 3_600_000;

/**
 * Takes the link out of the address bar, so that nothing that is loaded, recorded or shared from here on carries it. It
 * is kept in this tab, for a page that is loaded again. A link with a part missing or twice is none.
 */
export function takeMailedLink(): void {
  const path = location.pathname.replace(/\/+$/, '');
  const query = new URLSearchParams(location.search);
  if (!pages.has(path) || !names.some((name) => query.has(name))) return;
  const found = names.map((name) => query.getAll(name));
  const [email, expires, signature] = found.map((values) => values[0] ?? '');
  if (found.every((values) => values.length === 1)) tab.save(kept, { path, email, expires, signature }, keptMs);
  else tab.forget(kept);
  for (const name of names) query.delete(name);
  const rest = query.toString();
  history.replaceState(history.state, '', `${location.pathname}${rest && `?${rest}`}${location.hash}`);
}

/** The link by which this tab came to a page, or null. */
export function mailedLink(path: string): MailedLink | null {
  const { email, expires, signature, ...rest } = (tab.load(kept) ?? {}) as Partial<MailedLink & { path: string }>;
  if (rest.path !== path || typeof email !== 'string' || typeof expires !== 'string') return null;
  return typeof signature === 'string' ? { email, expires, signature } : null;
}

/** Forgets a link that has done its work, or never will. */
export function forgetMailedLink(): void {
  tab.forget(kept);
}
