import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { EventDetail, EventSummary, HomeEvents, Page } from '#/api/types';
import { withoutSpoilers } from '#/entities/spoiler';

export function isAboutEvents([name]: readonly unknown[]): boolean {
  return name === 'events' || name === 'event' || name === 'events-for-homepage' || name === 'revealed';
}

/** Takes out of memory whatever tells how games went. */
export function unspoil(client: QueryClient): void {
  client.removeQueries({ queryKey: ['revealed'] });
  mapEvents(client, withoutSpoilers);
  client.setQueriesData<EventDetail>({ queryKey: ['event'] }, (event) => event && withoutSpoilers(event));
}

/** What becomes of an event; the same object when nothing does. */
export type Change = (event: EventSummary) => EventSummary;

/** Changes every event of the lists and of the home that are in memory. */
export function mapEvents(client: QueryClient, change: Change): void {
  client.setQueriesData<Listed>({ queryKey: ['events'] }, (list) => list && mapListed(list, change));
  client.setQueriesData<HomeEvents>({ queryKey: ['events-for-homepage'] }, (home) => home && mapHome(home, change));
}

/** A list is one page, or all that were loaded of it. */
type Listed = Page<EventSummary> | InfiniteData<Page<EventSummary>>;

function mapListed(list: Listed, change: Change): Listed {
  if (!('pages' in list)) return mapPage(list, change);
  const pages = list.pages.map((page) => mapPage(page, change));
  return pages.every((page, i) => page === list.pages[i]) ? list : { ...list, pages };
}

function mapPage(page: Page<EventSummary>, change: Change): Page<EventSummary> {
  const data = mapList(page.data, change);
  return data === page.data ? page : { ...page, data };
}

function mapHome(home: HomeEvents, change: Change): HomeEvents {
  const live = mapList(home.live, change);
  const upcoming = mapList(home.upcoming, change);
  const on_demand = mapList(home.on_demand, change);
  const rails = home.rails.map((rail) => {
    const events = mapList(rail.events, change);
    return events === rail.events ? rail : { ...rail, events };
  });
  const same =
    live === home.live &&
    upcoming === home.upcoming &&
    on_demand === home.on_demand &&
    rails.every((rail, i) => rail === home.rails[i]);
  return same ? home : { live, upcoming, on_demand, rails };
}

/** The same list when nothing in it changes, so that nothing is drawn again. */
function mapList(list: EventSummary[], change: Change): EventSummary[] {
  const next = list.map(change);
  return next.every((event, i) => event === list[i]) ? list : next;
}
