import { expect, it } from 'vitest';
import type { Media } from '#/api/types';
import { embeddedPoster, eventPicture } from './event-picture';

const page: Media = { id: 0, type: 4, view: 'embed' };
const poster: Media = { id: 0, type: 8, view: 'image', url: '/poster.jpg' };

it('finds the poster of an embedded event', () => {
  expect(embeddedPoster([page, poster])).toBe('/poster.jpg');
  expect(embeddedPoster(undefined)).toBe('');
});

it('has an event’s own picture before the poster of the page that shows it', () => {
  const own = { image: '/own.jpg', image_srcset: '/own-800.jpg 800w', image_placeholder: 'L6' };
  const none = { image: '', image_srcset: '', image_placeholder: '' };
  expect(eventPicture({ ...own, media: [poster] })).toMatchObject(own);
  expect(eventPicture({ ...none, media: [page, poster] })).toEqual({ ...none, image: '/poster.jpg' });
  expect(eventPicture({ ...none, media: [page] })).toEqual(none);
  expect(eventPicture(none)).toEqual(none);
});
