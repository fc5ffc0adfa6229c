import { isOffline } from '#/lib/offline';
import { tab } from '#/lib/storage';

/** How long one reload counts, so that a file that is really gone does not reload for ever. */
const reloadMemoryMs = 120_000;

/** What Chromium, Firefox, Safari and the build's own loader of styles say about a file that cannot be had. */
const gone =
  /^(failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed|unable to preload css)/i;

/** Whether an error is that of a file that a new release replaced, and the page has not been reloaded for it. */
export function isReplaced(error: unknown): error is Error {
  if (!(error instanceof Error) || isOffline() || !gone.test(error.message)) return false;
  // Without storage a reload is forgotten, and the page would reload for ever.
  return tab.lasts() && !tab.load('replaced_reload') && !routerReloadedFor(error.message);
}

/**
 * Part of a page (texts, styles, what its loader calls) that a new release replaced: reloads once. The router does so by
 * itself for the code of a screen, and notes it; what it has reloaded for is not reloaded for again. False: nothing is done.
 */
export function reloadOnceForReplaced(error: unknown, reload: () => void = () => location.reload()): boolean {
  if (!isReplaced(error)) return false;
  tab.save('replaced_reload', true, reloadMemoryMs);
  reload();
  return true;
}

function routerReloadedFor(message: string): boolean {
  try {
    return sessionStorage.getItem(`tanstack_router_reload:${message}`) !== null;
  } catch {
    return false; // a browser that keeps nothing
  }
}
