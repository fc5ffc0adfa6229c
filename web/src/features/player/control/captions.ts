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

/** Shows one, or none. What was shown is hidden and not disabled: Chromium would show none of its cues ever again. */
export function showCaption(video: HTMLVideoElement, id: number): void {
  [...video.textTracks].forEach((track, i) => {
    if (!isCaption(track)) return;
    if (i === id) show(video, track);
    else if (track.mode === 'showing') track.mode = 'hidden';
  });
}

/** hls.js disables what it does not load. Such a track gets its cues anew; a browser's own tracks look after theirs. */
function show(video: HTMLVideoElement, track: TextTrack): void {
  const wasDisabled = track.mode === 'disabled';
  track.mode = 'showing';
  if (!wasDisabled || ![...video.querySelectorAll('track')].some((element) => element.track === track)) return;
  for (const cue of Array.from(track.cues ?? [])) {
    track.removeCue(cue);
    track.addCue(cue);
  }
}

/** What is offered, and what of it is shown: at once what is in the language in which the viewer last had captions on. */
export function offeredCaptions(video: HTMLVideoElement, language: string): { captions: Caption[]; caption: number } {
  const captions = captionsOf(video);
  const wanted = captions.find((caption) => language !== '' && caption.language === language);
  if (wanted && shownCaption(video) < 0) showCaption(video, wanted.id);
  return { captions, caption: shownCaption(video) };
}

/** The track a press on the captions button turns on: the viewer's language where there is one, else the first. */
export function preferredCaption(captions: Caption[], languages: string[]): number {
  const wanted = languages.map((language) => captions.find((caption) => caption.language.startsWith(language)));
  return (wanted.find(Boolean) ?? captions[0])?.id ?? NO_CAPTION;
}
