import { expect, test } from 'vitest';
import { bareSurface, stubTracks } from '../testing';
import { showCaption, shownCaption } from './captions';
import { NO_CAPTION } from './state';

test('captions that were shown are hidden and not disabled, as their cues would be lost', () => {
  const tracksOf = stubTracks();
  const { video } = bareSurface();
  tracksOf(video).add('English', 'en');
  tracksOf(video).add('français', 'fr');
  const modes = () => [...video.textTracks].map(({ mode }) => mode);

  showCaption(video, 0);
  expect(modes()).toEqual(['showing', 'disabled']);
  showCaption(video, NO_CAPTION);
  expect(modes()).toEqual(['hidden', 'disabled']);
  expect(shownCaption(video)).toBe(NO_CAPTION);
  showCaption(video, 0);
  expect(modes()).toEqual(['showing', 'disabled']);
});
