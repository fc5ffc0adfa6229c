import type { Preroll } from '#/api/types';

/** A pre-roll before every live game, which can be skipped after five seconds. */
export function aPreroll(over: Partial<Preroll> = {}): Preroll {
  return {
    id: 1,
    kind: 'video',
    url: '/media/public/ads/a.mp4',
    weight: 1,
    location_id: null,
    event_categories: [],
    for_vod: false,
    for_live: true,
    sponsor: 'Halyard Mutual',
    click_url: 'https://halyard.example/',
    skip_after: 5,
    ...over,
  };
}
