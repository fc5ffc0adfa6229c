import { type Caption, NO_CAPTION } from './state';

function isCaption(track: TextTrack): boolean {
  return track.kind === 'captions' || track.kind === 'subtitles';
}

/** The captions an element offers. Both engines publish theirs as text tracks. */
export function captionsOf(video: HTMLVideoElement): Caption[] {
  return [...video.textTracks]
    .map((track, id) => ({ track, id }))
    .filter(({ track }) => isCaption(track))
    .map(({ track, id }) => ({ id, label: track.label || track.language, language: track.language }));
}

export function shownCaption(video: HTMLVideoElement): number {
  return [...video.textTracks].findIndex((track) => isCaption(track) && track.mode === 'showing');
}

export function showCaption(video: HTMLVideoElement, id: number): void {
  [...video.textTracks].forEach((track, i) => {
    if (isCaption(track)) track.mode = i === id ? 'showing' : 'disabled';
  });
}

/** The track a press on the captions button turns on: the viewer's language where there is one, else the first. */
export function preferredCaption(captions: Caption[], languages: string[]): number {
  const wanted = languages.map((language) => captions.find((caption) => caption.language.startsWith(language)));
  return (wanted.find(Boolean) ?? captions[0])?.id ?? NO_CAPTION;
}
