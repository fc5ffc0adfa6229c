import type { LeasedMedium } from '#/api/types';

/** What follows the token of a signed address: the stream and the playlist. Addresses of one medium have it in common. */
export const afterToken = (url: string) => url.replace(/^.*\/media\/[^/]+\//, '');

/** The address of the same playlist among the media of a place. */
export function boundAddress(url: string, media: readonly LeasedMedium[]): string {
  for (const { url: whole, live_url: live, sound_url: sound } of media) {
    for (const bound of [whole, live, sound]) if (bound && afterToken(bound) === afterToken(url)) return bound;
  }
  return url;
}
