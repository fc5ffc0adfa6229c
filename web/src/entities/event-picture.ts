import type { EventSummary, Media } from '#/api/types';

/** The type of the specification for the poster of an embedded event. */
const EMBEDDED_PREVIEW = 8;

/** The poster of an event that a page in a frame shows; '' for none. */
export function embeddedPoster(media: readonly Media[] | undefined): string {
  return media?.find(({ type }) => type === EMBEDDED_PREVIEW)?.url ?? '';
}

type Picture = Pick<EventSummary, 'image' | 'image_srcset' | 'image_placeholder'>;

/** The picture of an event, on cards and everywhere: its own, else the poster of the page that shows it. */
export function eventPicture(event: Picture & Pick<EventSummary, 'media'>): Picture {
  return event.image ? event : { image: embeddedPoster(event.media), image_srcset: '', image_placeholder: '' };
}
