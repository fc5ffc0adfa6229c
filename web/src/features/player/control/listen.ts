import type { Surface } from './deck';

/** What can happen around a player. */
export interface Happenings {
  /** The element changed in some way. */
  changed(): void;
  metadata(): void;
  /** A picture is there, playing or not. */
  picture(): void;
  playing(): void;
  waiting(): void;
  ended(): void;
  captionsAdded(): void;
  captionsSwitched(): void;
  fullscreen(on: boolean): void;
  visible(visible: boolean): void;
  leaving(): void;
  online(): void;
  /** Twice a second. */
  tick(): void;
}

const TICK_MS = 500;
const CHANGES = [
  'timeupdate',
  'play',
  'pause',
  'seeking',
  'seeked',
  'volumechange',
  'ratechange',
  'durationchange',
  'progress',
  'emptied',
  'enterpictureinpicture',
  'leavepictureinpicture',
];

/** Listens to elements, page and clock until the returned function is called. */
export function listen({ video, root }: Surface, to: Happenings): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const on = (target: EventTarget, name: string, act: () => void) => target.addEventListener(name, act, { signal });
  for (const name of CHANGES) on(video, name, () => to.changed());
  on(video, 'loadedmetadata', () => to.metadata());
  on(video, 'loadeddata', () => to.picture());
  on(video, 'playing', () => to.playing());
  on(video, 'waiting', () => to.waiting());
  on(video, 'ended', () => to.ended());
  on(video.textTracks, 'addtrack', () => to.captionsAdded());
  on(video.textTracks, 'change', () => to.captionsSwitched());
  on(document, 'fullscreenchange', () => to.fullscreen(document.fullscreenElement === root));
  on(document, 'visibilitychange', () => to.visible(!document.hidden));
  on(window, 'pagehide', () => to.leaving());
  on(window, 'online', () => to.online());
  const ticker = setInterval(() => to.tick(), TICK_MS);
  return () => {
    clearInterval(ticker);
    stop.abort();
  };
}
