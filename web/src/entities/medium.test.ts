import { expect, it } from 'vitest';
import type { Media } from '#/api/types';
import { chosenPreview, hasPreview, isPlayed, thumbnails } from './medium';

const film: Media = { id: 1, type: 6, view: 'preview', url: '/p.mp4' };
const animation: Media = { id: 1, type: 7, view: 'preview', url: '/p.webp' };
const board: Media = { id: 1, type: 5, view: 'image', url: '/storyboard.vtt' };
const page: Media = { id: 0, type: 4, view: 'embed' };
const poster: Media = { id: 0, type: 8, view: 'image', url: '/poster.jpg' };
const game: Media = { id: 1, type: 3, view: 'video', url: '/index.m3u8' };

it('tells media that are played from their companions', () => {
  expect([film, animation, board, page, poster, game].filter(isPlayed)).toEqual([game]);
});

it('knows from a list alone that there is a preview', () => {
  expect(hasPreview([{ id: 0, type: 6, view: 'preview' }])).toBe(true);
  expect(hasPreview([poster])).toBe(false);
  expect(hasPreview(undefined)).toBe(false);
});

it('shows the film, and the animated picture where the film does not play', () => {
  expect(chosenPreview([game, film, animation], true)).toEqual({ url: '/p.mp4', isFilm: true });
  expect(chosenPreview([game, film, animation], false)).toEqual({ url: '/p.webp', isFilm: false });
  expect(chosenPreview([game, film], false)).toEqual({ url: '/p.mp4', isFilm: true });
  expect(chosenPreview([{ ...film, url: undefined } as unknown as Media], true)).toBeNull();
});

it('finds the small pictures of a part', () => {
  expect(thumbnails([game, board, { ...board, id: 2, url: '/other.vtt' }], 2)).toBe('/other.vtt');
  expect(thumbnails([game], 1)).toBe('');
});
