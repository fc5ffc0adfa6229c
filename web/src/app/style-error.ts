import { tab } from '#/lib/storage';

/** How long one reload counts, so that a file that is really gone does not reload for ever. */
const reloadMemoryMs = 120_000;

/**
 * Styles of a page that a new release replaced: reloads once, as the router does by itself for the page's code. False:
 * it is another error.
 */
export function reloadOnceForStyles(error: unknown, reload: () => void = () => location.reload()): boolean {
  const replaced = error instanceof Error && /unable to preload css/i.test(error.message);
  if (!replaced || tab.load('style_reload')) return false;
  tab.save('style_reload', true, reloadMemoryMs);
  reload();
  return true;
}
