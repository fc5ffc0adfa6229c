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

/** Pages that buy or change the account. A device that may only watch, such as a TV, is sent to `otherDevice` instead. */
const changing = /^\/(buy|profile\/(edit|security|device|notifications|sessions(\/add)?))$/;
const otherDevice = '/other-device';

export type Verdict =
  | { kind: 'pass' }
  | { kind: 'back' }
  | { kind: 'redirect'; to: '/' | '/profile/edit' | '/login' | typeof otherDevice };

const signIn = new Set(['/login', '/registration']);
const closedToUsers = new Set([...signIn, '/password-reset-request', '/password-reset', '/activate']);
/** Links in letters lead to these; they carry what nobody else may have. */
const mailed = ['/verify-email', '/confirm-email', '/confirm-account-deletion'];
const notRemembered = new Set([...closedToUsers, ...mailed, '/verify-notice', '/404', otherDevice]);

export function judge({ to, from, user, needsUser = false }: Visit): Verdict {
  const path = normal(to);
  if (user?.watch_only && changing.test(path)) return { kind: 'redirect', to: otherDevice };
  if (user?.watch_only && path === otherDevice) return { kind: 'pass' };
  if (user?.temporary_password)
    return path === '/profile/edit' ? { kind: 'pass' } : { kind: 'redirect', to: '/profile/edit' };
  if (user && closedToUsers.has(path)) return { kind: 'redirect', to: '/' };
  if (!user && path === '/buy' && from !== null && signIn.has(normal(from))) return { kind: 'back' };
  if (!user && needsUser) return { kind: 'redirect', to: '/login' };
  return { kind: 'pass' };
}

/** Whether a person who logs in later returns to this page. Where somebody is held is not where they were going. */
export function isRemembered(path: string, user: Visit['user'] = null): boolean {
  return !user?.temporary_password && !notRemembered.has(normal(path));
}

function normal(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}
