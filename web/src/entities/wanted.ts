/** What an address says of the part of a product that its buyer wants. The names are the specification's. */
export interface Wanted {
  participant_id?: number;
  event_category_id?: number;
}

/** What its buyer wants to watch, and comes back to once it is paid for. The names are the specification's. */
export interface Origin {
  event_id?: number;
  vod_id?: number;
}

/** Reads what is wanted from an address. */
export function wantedIn(raw: Record<string, unknown>): Wanted {
  return idsIn(raw, ['participant_id', 'event_category_id']);
}

/** Reads from an address where somebody comes from. */
export function originIn(raw: Record<string, unknown>): Origin {
  return idsIn(raw, ['event_id', 'vod_id']);
}

/** The ids that an address has under some names; what is no id is left out. */
export function idsIn<K extends string>(raw: Record<string, unknown>, names: readonly K[]): { [N in K]?: number } {
  const found: { [N in K]?: number } = {};
  for (const name of names) {
    if (/^[1-9][0-9]{0,14}$/.test(String(raw[name]))) found[name] = Number(raw[name]);
  }
  return found;
}

/** Where that is watched; undefined for somebody who comes from nowhere. */
export function originHref({ event_id, vod_id }: Origin): string | undefined {
  if (event_id) return `/watch/${event_id}`;
  return vod_id ? `/vod_library/${vod_id}` : undefined;
}

/** Ids as the end of an address: `event_id=7&participant_id=21`; the ones that are not there are left out. */
export function asQuery(ids: Wanted & Origin): string {
  return Object.entries(ids)
    .flatMap(([name, id]) => (id === undefined ? [] : [`${name}=${id}`]))
    .join('&');
}
