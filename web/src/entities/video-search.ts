/** Query parameters of the library's page. */
export interface LibrarySearch {
  /** Beginnings of words of a title. */
  title?: string;
  /** A category's alias. */
  category?: string;
}

/** Reads the library's parameters from the address; what is not one of them, or means nothing, is left out. */
export function librarySearch(raw: Record<string, unknown>): LibrarySearch {
  const title = readText(raw.title).slice(0, 100);
  const category = readText(raw.category);
  return { ...(title && { title }), ...(/^[\w-]{1,100}$/.test(category) && { category }) };
}

/** The part that `vod_id` of a video's page names; nothing for what is no id. */
export function partSearch(raw: Record<string, unknown>): { vod_id?: number } {
  const id = Number(raw.vod_id);
  return Number.isSafeInteger(id) && id > 0 ? { vod_id: id } : {};
}

/** An address may hold a number where a text is meant. */
function readText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
