/** The navigation guards of the specification's section 2, as pure functions. Wired in router.tsx. */

export interface Visit {
  /** Path that is opened. */
  to: string;
  /** Path that is left; null on the first page. */
  from: string | null;
  /** Null for a visitor. */
  user: { temporary_password: boolean; watch_only: boolean } | null;
  /** The page is for users only. */
  needsUser?: boolean;
}

/** Pages on which a user buys or changes the account. A device that may only watch, such as a TV, is redirected to `otherDevice`. */
const purchaseAndAccountPages = /^\/(buy|profile\/(edit|security|device|notifications|sessions(\/add)?))$/;
const otherDevice = '/other-device';

export type NavigationResult =
  | { kind: 'pass' }
  | { kind: 'back' }
  | { kind: 'redirect'; to: '/' | '/profile/edit' | '/login' | typeof otherDevice };

const signIn = new Set(['/login', '/registration']);
const closedToUsers = new Set([...signIn, '/password-reset-request', '/password-reset', '/activate']);
/** Pages that emails link to. Their addresses contain a secret token. */
const emailedPages = ['/verify-email', '/confirm-email', '/confirm-account-deletion'];
const notRemembered = new Set([...closedToUsers, ...emailedPages, '/verify-notice', '/404', otherDevice]);

/**
 * Decides whether a page may be opened. The first rule that applies wins. The rules for watch-only devices come first:
 * /profile/edit is closed to them, so the rule for temporary passwords would redirect in a loop.
 */
export function checkNavigation({ to, from, user, needsUser = false }: Visit): NavigationResult {
  const path = normal(to);
  if (user?.watch_only && purchaseAndAccountPages.test(path)) return { kind: 'redirect', to: otherDevice };
  if (user?.watch_only && path === otherDevice) return { kind: 'pass' };
  if (user?.temporary_password)
    return path === '/profile/edit' ? { kind: 'pass' } : { kind: 'redirect', to: '/profile/edit' };
  if (user && closedToUsers.has(path)) return { kind: 'redirect', to: '/' };
  // The specification sends such a visitor back one step.
  if (!user && path === '/buy' && from !== null && signIn.has(normal(from))) return { kind: 'back' };
  if (!user && needsUser) return { kind: 'redirect', to: '/login' };
  return { kind: 'pass' };
}

/** Whether the page is remembered as the page to return to. A page that a user with a temporary password is redirected to is not. */
export function isRemembered(path: string, user: Visit['user'] = null): boolean {
  return !user?.temporary_password && !notRemembered.has(normal(path));
}

function normal(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}
