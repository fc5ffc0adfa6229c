import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, getPage } from './client';
import type { Video, VideoCategory, VideoFilters, VideoSearch } from './types';

const crash = { on: ['5xx'] } as const;
const minute = 60_000;

export const videosQuery = (filters: VideoFilters) =>
  queryOptions({
    queryKey: ['vod-media-items', filters],
    queryFn: ({ signal }) => getPage<Video>('/vod-media-items', { ...filters }, { crash, signal }),
    staleTime: 5 * minute,
  });

/** The search of the library. A search that is no longer wanted is cancelled; its results stay until the next come. */
export const videoSearchQuery = (search: VideoSearch) =>
  queryOptions({
    queryKey: ['vod-media/search', search],
    queryFn: ({ signal }) => getPage<Video>('/vod-media/search', { ...search }, { crash, signal }),
    placeholderData: keepPreviousData,
    staleTime: minute,
  });

export const videoCategoriesQuery = () =>
  queryOptions({
    meta: { everyone: true },
    queryKey: ['vod-media-categories'],
    queryFn: ({ signal }) => get<VideoCategory[]>('/vod-media-categories', undefined, { crash, signal }),
    staleTime: 5 * minute,
  });
