import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { AdReport, adError, codeOf } from '../control/preroll';
import { usePlayer, usePlayerState } from './context';
import type { PlayableAd } from './preroll';

/** A film that shows nothing for this long, or stands still, is given up: the game should have begun. */
const STALLED_MS = 2500;

export interface AdState {
  /** Its first picture has been shown. */
  shown: boolean;
  paused: boolean;
  /** The browser wants a press before it plays at all. */
  blocked: boolean;
  /** Seconds. */
  position: number;
  /** Seconds; null while it is not known. */
  length: number | null;
}

export interface AdPlayback {
  video: RefObject<HTMLVideoElement | null>;
  state: AdState;
  toggle: () => void;
  skip: () => void;
  /** Its page is opened in another tab: the film waits. */
  visit: () => void;
}

interface Outcome {
  onShown: () => void;
  onOver: (seen: boolean) => void;
}

/** Plays an advertisement from its beginning, as loud as the game will be, and tells who wants to hear of it. */
export function useAdPlayback(ad: PlayableAd, outcome: Outcome): AdPlayback {
  const { deck } = usePlayer();
  const video = useRef<HTMLVideoElement>(null);
  const report = useMemo(() => new AdReport(ad), [ad]);
  const [state, setState] = useState<AdState>({
    shown: false,
    paused: false,
    blocked: false,
    position: 0,
    length: null,
  });
  const latest = useRef(outcome);
  useEffect(() => {
    latest.current = outcome;
  });
  const muted = usePlayerState((s) => s.muted);
  const volume = usePlayerState((s) => s.volume);
  const wasMuted = useRef(muted);
  useEffect(() => {
    if (!video.current) return;
    video.current.muted = muted;
    video.current.volume = volume;
    if (wasMuted.current !== muted) report.tell(muted ? 'mute' : 'unmute', video.current.currentTime);
    wasMuted.current = muted;
  }, [muted, volume, report]);

  // Before anything can happen to the film that was just added: nothing of it may be missed.
  useLayoutEffect(() => {
    const film = video.current;
    if (!film) return;
    const stop = new AbortController();
    const on = (name: string, act: () => void) => film.addEventListener(name, act, { signal: stop.signal });
    const change = (to: Partial<AdState>) => setState((now) => ({ ...now, ...to }));
    const end = (seen: boolean) => {
      stop.abort();
      latest.current.onOver(seen);
    };
    const fail = (code: number) => {
      report.tell('error', film.currentTime, code);
      end(false);
    };
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const moving = () => {
      clearTimeout(stalled);
      stalled = undefined;
    };
    const standing = () => {
      stalled ??= setTimeout(() => fail(adError.slow), STALLED_MS);
    };
    stop.signal.addEventListener('abort', moving);
    standing();
    on('playing', () => {
      moving();
      change({ shown: true, paused: false, blocked: false });
      report.began();
      latest.current.onShown();
    });
    on('waiting', standing);
    on('pause', () => {
      moving();
      if (film.ended) return;
      change({ paused: true });
      report.tell('pause', film.currentTime);
    });
    on('play', () => {
      if (film.currentTime > 0) report.tell('resume', film.currentTime);
      change({ paused: false });
    });
    on('timeupdate', () => {
      if (!film.paused) moving();
      const length = Number.isFinite(film.duration) ? film.duration : null;
      change({ position: film.currentTime, length });
      report.reached(film.currentTime, film.duration);
    });
    on('ended', () => {
      report.tell('complete', film.currentTime);
      end(true);
    });
    on('error', () => fail(codeOf(film.error)));
    if (film.error) fail(codeOf(film.error)); // before anybody listened
    void begin(film, () => {
      film.muted = true;
      const game = deck.surface?.video;
      if (game) game.muted = true;
      deck.patch({ muted: true, autoMuted: true });
    }).then((may) => {
      if (may || stop.signal.aborted) return;
      moving();
      change({ blocked: true, paused: true });
      latest.current.onShown(); // somebody has to press: that takes as long as it takes
    });
    return () => stop.abort();
  }, [deck, report]);

  const toggle = () => {
    const film = video.current;
    if (!film) return;
    if (film.paused) film.play().catch(() => undefined);
    else film.pause();
  };
  const skip = () => {
    report.tell('skip', video.current?.currentTime);
    video.current?.pause();
    latest.current.onOver(true);
  };
  const visit = () => {
    report.tell('click', video.current?.currentTime);
    video.current?.pause();
  };
  return { video, state, toggle, skip, visit };
}

/** Plays with sound, or without where the browser allows no other; false where it wants a press. */
async function begin(film: HTMLVideoElement, silence: () => void): Promise<boolean> {
  const refused = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError';
  try {
    await film.play();
    return true;
  } catch (error) {
    if (!refused(error)) return true; // an event of the element says what is wrong
  }
  if (film.muted) return false;
  silence();
  try {
    await film.play();
    return true;
  } catch (error) {
    return !refused(error);
  }
}
