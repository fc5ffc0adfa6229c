import type { Video, VideoDetail, VideoPart } from '#/api/types';
import { access } from './events';

/** Builders for the library's values in tests; a test names only what it is about. */

export function part(id: number, over: Partial<VideoPart> = {}): VideoPart {
  return { id, title: `Part ${id}`, duration: 60, ...over };
}

/** A free feature of two minutes in one part. */
export function video(over: Partial<Video> = {}): Video {
  return {
    id: 1,
    alias: 'captain',
    title: 'The captain’s last winter',
    date: '2026-11-20T20:00:00Z',
    category: { id: 1, title: 'Features', alias: 'features' },
    type: 'free',
    duration: 120,
    has_access: true,
    access: access(),
    assets: {
      image: '',
      image_srcset: '',
      image_placeholder: '',
      preview: '',
      preview_srcset: '',
      preview_placeholder: '',
    },
    vod_media_items: [part(11, { title: '' })],
    ...over,
  };
}

export function videoDetail(over: Partial<VideoDetail> = {}): VideoDetail {
  const { vod_media_items } = { ...video(), ...over };
  return {
    ...video(),
    description: '<p>A life on ice.</p>',
    packages: [],
    ads: false,
    max_streams: 0,
    media: vod_media_items.map(({ id }) => ({
      id,
      type: 3,
      url: `/media/t/f${id}/index.m3u8`,
      width: 640,
      height: 360,
      duration: 60,
      access: over.access ?? access(),
      storyboard: '',
      chapters: [],
      event_id: null,
      location_id: null,
      event_category_id: null,
    })),
    server_time_ms: 0,
    ...over,
  };
}
