import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, getPage, post, remove } from '#/api/client';
import type { EventSummary, Product } from '#/api/types';
import { inLine } from '#/lib/line';

/** Clips and downloads on the wire. */

export type ClipStatus = 'processing' | 'success' | 'error';
export type ClipScope = 'clips' | 'downloads';

export interface Clip {
  id: number;
  event_id: number;
  event_media_id: number;
  name: string;
  tags: string[];
  /** Seconds on the event's recording. */
  start_time: number;
  /** Seconds. */
  duration: number;
  status: ClipStatus;
  created_at: string;
  own: boolean;
  /** Made by an operator. */
  official: boolean;
  can_download: boolean;
  /** null unless own or official. */
  share: { uuid: string; path: string } | null;
  event: EventSummary;
  /** Empty when there is none. */
  image: string;
  /** null in status error. `lead`: seconds of the list before the clip begins. */
  media: ClipMedia | null;
  /** When it was loaded down, in the scope of downloads. */
  downloaded_at?: string | null;
}

export interface ClipMedia {
  url: string;
  lead: number;
  width: number;
  height: number;
}

export interface NewClip {
  event_id: number;
  event_media_id: number;
  name: string;
  start_time: number;
  duration: number;
  tags: string[];
}

/** Where a file is to be had, for a short time. */
export interface FileLink {
  url: string;
  file_name: string;
  /** Bytes. */
  size: number;
  expires_at: string;
}

/** What is sold, with how many clips and downloads it includes; 0 for no limit. */
export type Limited = Product & { clip_limit?: number; download_limit?: number };

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
