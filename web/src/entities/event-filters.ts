import type { EventFilters, StreamStatus } from '#/api/types';
import { type ChoiceFilter, choiceFilters, type EventSearch, split } from './event-search';

/** The chosen values of one filter. */
export function chosen(search: EventSearch, name: ChoiceFilter): string[] {
  return split(search[name]);
}

/** The search with one value of a filter switched on or off. */
export function toggled(search: EventSearch, name: ChoiceFilter, value: string): EventSearch {
  const now = chosen(search, name);
  return withChoice(search, name, now.includes(value) ? now.filter((one) => one !== value) : [...now, value]);
}

/** The search with exactly these values of a filter. */
export function withChoice(search: EventSearch, name: ChoiceFilter, values: readonly string[]): EventSearch {
  const { [name]: _, ...rest } = search;
  return values.length > 0 ? { ...rest, [name]: values.join(',') } : rest;
}

/** The search without these names. */
export function without(search: EventSearch, ...names: (keyof EventSearch)[]): EventSearch {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name as keyof EventSearch)));
}

/** What "Clear all" leaves: the order of the list. */
export function cleared(search: EventSearch): EventSearch {
  const kept: EventSearch = {};
  if (search.sort_field) kept.sort_field = search.sort_field;
  if (search.sort_direction) kept.sort_direction = search.sort_direction;
  return kept;
}

/** A filter that can be left out as a whole; `start_date` stands for both dates. */
export type ActiveFilter = ChoiceFilter | 'favorites' | 'start_date' | 'search';

/** The filters that narrow the list. */
export function activeFilters(search: EventSearch): ActiveFilter[] {
  const active: ActiveFilter[] = choiceFilters.filter((name) => search[name]);
  if (search.favorites) active.push('favorites');
  if (search.start_date || search.end_date) active.push('start_date');
  if (search.search) active.push('search');
  return active;
}

/** The search with one active filter removed, dates together. */
export function relaxed(search: EventSearch, name: ActiveFilter): EventSearch {
  return name === 'start_date' ? without(search, 'start_date', 'end_date') : without(search, name);
}

/** What a list route shows. Its statuses hold unless the address names others. */
export interface ListScope {
  statuses: readonly StreamStatus[];
  /** Order of a list nobody has sorted: what comes next first, what was last first. */
  direction: 'asc' | 'desc';
}

export interface ListOrder {
  field: 'date' | 'name' | 'price';
  direction: 'asc' | 'desc';
}

export function listOrder(search: EventSearch, scope: ListScope): ListOrder {
  const field = (search.sort_field ?? 'date') as ListOrder['field'];
  const usual = field === 'date' ? scope.direction : 'asc';
  return { field, direction: (search.sort_direction ?? usual) as ListOrder['direction'] };
}

/** The API's filters for a search within a list. Days are days of `zone`; `favourites` are what is asked for as such. */
export function apiFilters(search: EventSearch, scope: ListScope, zone: string, favourites = '1'): EventFilters {
  const order = listOrder(search, scope);
  const dated = search.start_date || search.end_date ? { tz: zone } : {};
  return {
    ...without(search, 'sort_field', 'sort_direction'),
    ...dated,
    ...(search.favorites && { favorites: favourites }),
    stream_status: search.stream_status ?? scope.statuses.join(','),
    recorded: '1',
    sort_field: order.field,
    sort_direction: order.direction,
  };
}
