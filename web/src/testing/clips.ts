import type { Clip } from '#/api/types';
import { event } from './events';

/** A finished clip of 24 seconds that the viewer made. */
export function aClip(over: Partial<Clip> = {}): Clip {
  return {
    id: 5,
    event_id: 1,
    event_media_id: 1,
    name: 'Go-ahead goal',
    tags: ['Goal', 'Laurentide'],
    start_time: 970,
    duration: 24,
    status: 'success',
    created_at: '2026-11-21T20:00:00Z',
    own: true,
    official: false,
    can_download: true,
    ended: false,
    share: { uuid: 'abc', path: '/share/5/abc' },
    event: event({ status: 'finished', stream_status: 'finished', stream_state: 'ended' }),
    image: '',
    ads: false,
    media: { url: '/media/aaa/c5/index.m3u8', lead: 0, width: 1280, height: 720 },
    ...over,
  };
}
