import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { showAll } from '#/lib/spoiler-choice';
import { get, getPage } from './client';
import { statusOf } from './failure';
import type {
  Bootstrap,
  Category,
  CustomForm,
  EventDetail,
  EventFilters,
  EventSummary,
  FaqEntry,
  HomeEvents,
  LocationEntry,
  PageContent,
  Participant,
  ParticipantGroup,
  Position,
  Product,
  Slide,
  VideoDetail,
  VideoRail,
} from './types';

/**
 * Reads of the API as query options. Neither the api key nor the language nor the choice about spoilers is part of a key:
 * when one of them changes, lib/session.ts (lib/spoilers.ts) asks again for what is on screen. `meta.everyone` marks what is
 * the same for all people, and is kept when a user logs in. Reads of one feature are in files of their own.
 */
const crash = { on: ['5xx'] } as const;
const configuration = { withoutKey: true, crash } as const;
const forEveryone = { meta: { everyone: true } } as const;
const minute = 60_000;

export const bootstrapQuery = () =>
  queryOptions({
    ...forEveryone,
    queryKey: ['bootstrap'],
    queryFn: ({ signal }) => get<Bootstrap>('/channel-bootstrap-data', undefined, { ...configuration, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const categoriesQuery = () =>
  queryOptions({
    ...forEveryone,
    queryKey: ['events-categories'],
    queryFn: ({ signal }) => get<Category[]>('/events-categories', undefined, { signal }),
    staleTime: 10 * minute,
  });

export const locationsQuery = () =>
  queryOptions({
    ...forEveryone,
    queryKey: ['events-locations'],
    queryFn: ({ signal }) => get<LocationEntry[]>('/events-locations', undefined, { ...configuration, signal }),
    staleTime: 10 * minute,
  });

export const participantGroupsQuery = () =>
  queryOptions({
    ...forEveryone,
    queryKey: ['participant-groups'],
    queryFn: ({ signal }) => get<ParticipantGroup[]>('/participant-groups', undefined, { ...configuration, signal }),
    staleTime: 10 * minute,
  });

export const participantsQuery = (filters: { school?: string; sport?: string; search?: string } = {}) =>
  queryOptions({
    ...forEveryone,
    queryKey: ['participants', filters],
    queryFn: ({ signal }) =>
      get<Participant[]>('/participants', { no_limit: 1, ...filters }, { ...configuration, signal }),
    staleTime: 10 * minute,
  });

export const faqQuery = () =>
  queryOptions({
    ...forEveryone,
    queryKey: ['faq'],
    queryFn: ({ signal }) => get<FaqEntry[]>('/faq', undefined, { ...configuration, signal }),
    staleTime: 10 * minute,
  });

/** A form of the channel's own; null when it has none of this alias. */
export const customFormQuery = (alias: string) =>
  queryOptions({
    ...forEveryone,
    queryKey: ['custom-form', alias],
    queryFn: ({ signal }) =>
      get<CustomForm>(`/custom-forms/${encodeURIComponent(alias)}`, undefined, {
        crash: { on: ['4xx', '5xx'], allow: [404] },
        signal,
      }).catch((error: unknown) => {
        if (statusOf(error) === 404) return null;
        throw error;
      }),
    staleTime: 10 * minute,
  });

/** The form of the contacts screen. */
export const contactsFormQuery = () => customFormQuery('contacts');

export const slidesQuery = (type: Slide['slidable_type'] = 'main') =>
  queryOptions({
    ...forEveryone,
    queryKey: ['slides', type],
    queryFn: ({ signal }) => get<Slide[]>('/slides/web', { type }, { ...configuration, signal }),
    staleTime: 10 * minute,
  });

export const packagesQuery = () =>
  queryOptions({
    queryKey: ['packages'],
    queryFn: ({ signal }) => get<Product[]>('/packages', undefined, { ...configuration, signal }),
    staleTime: 10 * minute,
  });

export const subscriptionsQuery = () =>
  queryOptions({
    queryKey: ['subscriptions'],
    queryFn: ({ signal }) => get<Product[]>('/subscriptions', undefined, { ...configuration, signal }),
    staleTime: 10 * minute,
  });

export const pageQuery = (id: number) =>
  queryOptions({
    ...forEveryone,
    queryKey: ['page', id],
    queryFn: ({ signal }) => get<PageContent>(`/pages/${id}`, undefined, { ...configuration, signal }),
    staleTime: 10 * minute,
  });

export const eventsQuery = (filters: EventFilters) =>
  queryOptions({
    queryKey: ['events', filters],
    queryFn: ({ signal }) => getPage<EventSummary>('/events', { ...filters }, { crash, signal }),
    placeholderData: keepPreviousData,
    staleTime: minute / 2,
  });

export const eventQuery = (id: number) =>
  queryOptions({
    queryKey: ['event', id],
    queryFn: ({ signal }) => get<EventDetail>(`/events/${id}`, { spoilers: showAll(id) }, { signal }),
    staleTime: 2_000,
  });

/** One event with everything about it, for somebody who pressed to see its score. While it is live, the score is followed. */
export const revealedQuery = (id: number) =>
  queryOptions({
    queryKey: ['revealed', id],
    queryFn: ({ signal }) => get<EventDetail>(`/events/${id}`, { spoilers: 'show' }, { signal }),
    refetchInterval: ({ state }) => (state.data?.stream_status === 'live' ? 5_000 : false),
    staleTime: 2_000,
  });

export const homeEventsQuery = (filters: { school?: string; team?: string; sport?: string } = {}) =>
  queryOptions({
    queryKey: ['events-for-homepage', filters],
    queryFn: ({ signal }) => get<HomeEvents>('/events-for-homepage', filters, { crash, signal }),
    placeholderData: keepPreviousData,
    staleTime: minute / 2,
  });

/** Where the user left what they watched, the latest first; visitors have none to ask for. */
export const positionsQuery = () =>
  queryOptions({
    queryKey: ['positions'],
    queryFn: ({ signal }) => get<Position[]>('/positions', undefined, { signal }),
  });

export const videoQuery = (id: number) =>
  queryOptions({
    queryKey: ['vod-media-item', id],
    queryFn: ({ signal }) => get<VideoDetail>(`/vod-media-items/${id}`, undefined, { signal }),
    staleTime: 5 * minute,
  });

export const videoRailsQuery = () =>
  queryOptions({
    queryKey: ['vod-media-rails'],
    queryFn: ({ signal }) => get<VideoRail[]>('/vod-media-rails', undefined, { crash, signal }),
    staleTime: 5 * minute,
  });

/** Lets the parts of a bootstrap answer the queries for them. */
export function seedFromBootstrap(client: QueryClient, bootstrap: Bootstrap): void {
  const put = (key: readonly unknown[], data: unknown) => {
    if (data !== undefined) client.setQueryData(key, data);
  };
  put(categoriesQuery().queryKey, bootstrap['events-categories']);
  put(locationsQuery().queryKey, bootstrap['events-locations']);
  put(participantGroupsQuery().queryKey, bootstrap['participant-groups']);
  put(faqQuery().queryKey, bootstrap.faq);
  put(packagesQuery().queryKey, bootstrap.packages);
  put(subscriptionsQuery().queryKey, bootstrap.subscriptions);
  const slides = bootstrap.slides;
  if (slides)
    put(
      slidesQuery('main').queryKey,
      slides.filter((slide) => slide.slidable_type === 'main'),
    );
}
