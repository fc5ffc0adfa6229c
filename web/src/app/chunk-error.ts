import { tab } from '#/lib/storage';

/** How long one reload counts, so that a chunk that is really gone does not reload for ever. */
const reloadMemoryMs = 120_000;

/** A missing chunk usually means that a new release replaced it: reloads the page once. False: it is another error. */
export function reloadOnceForChunk(error: unknown, reload: () => void = () => location.reload()): boolean {
  if (!isChunkError(error) || tab.load('chunk_reload')) return false;
  tab.save('chunk_reload', true, reloadMemoryMs);
  reload();
  return true;
}

/** The browsers' wordings of a failed dynamic import. */
function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  );
}
