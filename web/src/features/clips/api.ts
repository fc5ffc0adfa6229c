import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, getPage, post, remove } from '#/api/client';
import type { Clip, ClipCover, EventSummary, FileLink, NewClip } from '#/api/types';
import { inLine } from '#/lib/line';
import { lengthOf, type Trim } from './logic/trim';

export type ClipScope = 'clips' | 'downloads';

const family = 'clips';
/** Everything that a made, deleted or loaded clip changes. */
export const clipsKey = [family] as const;
const PAGE = 24;
/** How often lists are asked again while something in them is being made. */
const FOLLOW_MS = 4000;

export const eventClipsQuery = (event: number) =>
  queryOptions({
    queryKey: [family, 'event', event],
    queryFn: ({ signal }) => get<Clip[]>(`/clips/event/${event}`, undefined, { signal }),
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.data?.some(isInWork) ? FOLLOW_MS : false),
  });

/** Everything that is known of what the user's clips of an event may show together. */
export const coverKey = (event: number) => [family, 'cover', event] as const;

/** What the user's clips of an event may show together, and what one more clip would add. */
export const coverQuery = (event: number, trim: Trim) =>
  queryOptions({
    queryKey: [...coverKey(event), trim.start, lengthOf(trim)],
    queryFn: ({ signal }) =>
      get<ClipCover>(`/clips/event/${event}/cover`, { start_time: trim.start, duration: lengthOf(trim) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

export const ownClipsQuery = (scope: ClipScope) =>
  infiniteQueryOptions({
    queryKey: [family, 'user', scope],
    queryFn: ({ signal, pageParam: offset }) =>
      getPage<Clip>('/clips/user', { scope, limit: PAGE, offset }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const known = pages.reduce((sum, page) => sum + page.data.length, 0);
      return last.data.length > 0 && known < last.meta.total ? known : undefined;
    },
    staleTime: 10_000,
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.data.some(isInWork)) ? FOLLOW_MS : false),
  });

/** How many games with clips are listed. */
const gamesShown = 12;

/** The latest games of which the user has clips, or of which the channel shows some. */
export const eventsWithClipQuery = () =>
  queryOptions({
    queryKey: [family, 'games'],
    queryFn: ({ signal }) =>
      get<EventSummary[]>(
        '/events/with_clip',
        { sort_field: 'date', sort_direction: 'desc', limit: gamesShown },
        { signal },
      ),
    staleTime: 60_000,
  });

function isInWork(clip: Clip): boolean {
  return clip.status === 'processing';
}

/** A clip by its link; without the link's secret one's own, or an operator's. */
export const clipQuery = (id: number, uuid = '') =>
  queryOptions({
    queryKey: [family, 'one', id, uuid],
    queryFn: ({ signal }) => fetchClip(id, uuid, signal),
    staleTime: 60_000,
  });

/** Asks for a clip; that the server is too busy is no answer, so it is asked again when it says. */
export function fetchClip(id: number, uuid: string, signal: AbortSignal): Promise<Clip> {
  return inLine(
    () => get<Clip>(`/shared-clip/${id}`, { uuid }, { signal }),
    () => undefined,
    signal,
  );
}

export function createClip(clip: NewClip): Promise<Clip> {
  return post<Clip>('/clip', { ...clip });
}

export async function deleteClip(id: number): Promise<void> {
  await remove(`/clip/${id}`);
}

export function clipFile(id: number): Promise<FileLink> {
  return get<FileLink>(`/clip/download/${id}`);
}

export function eventFile(id: number): Promise<FileLink> {
  return get<FileLink>(`/download-event/${id}`);
}
