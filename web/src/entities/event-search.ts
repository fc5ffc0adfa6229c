/** Filters of the events list as they stand in the address. Names are the API's; several values are a comma list. */
export const choiceFilters = [
  'sport',
  'school',
  'team',
  'division',
  'group',
  'location',
  'city',
  'state',
  'gender',
  'type',
  'stream_status',
] as const;
export type ChoiceFilter = (typeof choiceFilters)[number];
export type EventSearch = {
  [K in ChoiceFilter | 'favorites' | 'start_date' | 'end_date' | 'search' | 'sort_field' | 'sort_direction']?: string;
};

const closed: Partial<Record<keyof EventSearch, readonly string[]>> = {
  gender: ['M', 'W'],
  type: ['free', 'register', 'paid', 'ppv'],
  stream_status: ['live', 'upcoming', 'finished'],
  sort_field: ['date', 'name', 'price'],
  sort_direction: ['asc', 'desc'],
};
const single = new Set<keyof EventSearch>(['sort_field', 'sort_direction']);
const longest = 500;

/** Reads the address: unknown names, empty values and values that can never match are dropped. */
export function eventSearch(raw: Record<string, unknown>): EventSearch {
  const read: EventSearch = {};
  const names: (keyof EventSearch)[] = [...choiceFilters, 'sort_field', 'sort_direction'];
  for (const name of names) {
    const kept = split(raw[name]).filter((value) => closed[name]?.includes(value) ?? true);
    const value = single.has(name) ? kept[0] : kept.join(',');
    if (value) read[name] = value;
  }
  for (const name of ['start_date', 'end_date'] as const) {
    const value = raw[name];
    if (isDay(value)) read[name] = value;
  }
  const text =
    typeof raw.search === 'string'
      ? raw.search
          .replace(/\p{Cc}+/gu, ' ')
          .trim()
          .slice(0, 100)
      : '';
  if (text.length >= 2) read.search = text;
  if (raw.favorites === '1') read.favorites = '1';
  return read;
}

/** The values of a comma list, each once. */
export function split(value: unknown): string[] {
  if (typeof value !== 'string') return [];
  const parts = value.slice(0, longest).split(',');
  return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}

/** A calendar day that exists, as YYYY-MM-DD. */
function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
