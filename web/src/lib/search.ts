/**
 * Search parameters as plain text: `?sport=hockey&page=2` gives `{sport:'hockey', page:'2'}`. Routes turn them into
 * what they need in `validateSearch`. Empty values never enter the address.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== '' && (typeof value === 'string' || typeof value === 'number' || value === true)) {
      query.set(name, String(value));
    }
  }
  const text = query.toString();
  return text && `?${text}`;
}
