/** What a shelf is narrowed to: aliases. */
export interface PassSearch {
  sport?: string;
  school?: string;
}

/** Reads the filters of the passes from an address. */
export function passSearch(raw: Record<string, unknown>): PassSearch {
  const search: PassSearch = {};
  for (const name of ['sport', 'school'] as const) {
    const value = raw[name];
    if (typeof value === 'string' && value.trim()) search[name] = value.trim().slice(0, 200);
  }
  return search;
}
