/** What an address says of the part of a product that its buyer wants. The names are the specification's. */
export interface Wanted {
  participant_id?: number;
  event_category_id?: number;
}

/** Reads what is wanted from an address. */
export function wantedIn(raw: Record<string, unknown>): Wanted {
  const wanted: Wanted = {};
  for (const name of ['participant_id', 'event_category_id'] as const) {
    if (/^[1-9][0-9]{0,14}$/.test(String(raw[name]))) wanted[name] = Number(raw[name]);
  }
  return wanted;
}
