import {
  CMCD_V2,
  type CmcdPlayerState,
  CmcdReporter,
  CmcdStreamingFormat,
  CmcdStreamType,
  CmcdEventType as Event,
  CmcdPlayerState as State,
} from '@svta/cml-cmcd';
import { BATCH, INTERVAL, KEYS } from './cmcd';
import type { QualityReports } from './engine';

/**
 * Tells by CMCD how well a browser plays that fetches media by itself, as far as its element shows it: states, what is
 * buffered, what kind of stream. Bit rates and throughput it keeps to itself. Ends with `signal`.
 */
export function reportElement(video: HTMLVideoElement, quality: QualityReports, signal: AbortSignal): void {
  if (signal.aborted) return;
  const reporter = new CmcdReporter(
    {
      sid: quality.session,
      cid: quality.content,
      version: CMCD_V2,
      // No key is part of a request: there is no way to say one.
      enabledKeys: [],
      eventTargets: [
        {
          url: 'about:blank',
          events: [Event.PLAY_STATE, Event.ERROR, Event.TIME_INTERVAL],
          interval: INTERVAL,
          batchSize: BATCH,
          enabledKeys: [...KEYS],
        },
      ],
    },
    ({ body }) => {
      if (typeof body === 'string') quality.tell(body.trim());
      return Promise.resolve({ status: 204 });
    },
  );
  let began = false;
  const buffered = () => reporter.update({ bl: [bufferedMs(video)] });
  const enter = (sta: CmcdPlayerState) => {
    buffered();
    reporter.update({ sta });
  };
  const follow: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
    play: () => began || enter(State.STARTING),
    playing: () => {
      began = true;
      enter(State.PLAYING);
    },
    waiting: () => began && !video.seeking && enter(State.REBUFFERING),
    seeking: () => began && enter(State.SEEKING),
    seeked: () => began && video.paused && enter(State.PAUSED),
    pause: () => video.ended || enter(State.PAUSED),
    ended: () => enter(State.ENDED),
    ratechange: () => reporter.update({ pr: video.playbackRate }),
    progress: buffered,
    durationchange: () =>
      reporter.update({ st: video.duration === Number.POSITIVE_INFINITY ? CmcdStreamType.LIVE : CmcdStreamType.VOD }),
    error: () => {
      enter(State.FATAL_ERROR);
      reporter.recordEvent(Event.ERROR, { ec: [String(video.error?.code ?? 0)] });
    },
  };
  reporter.update({ sf: CmcdStreamingFormat.HLS, sta: video.paused ? State.PRELOADING : State.STARTING });
  reporter.start();
  for (const [name, listen] of Object.entries(follow)) video.addEventListener(name, listen, { signal });
  signal.addEventListener('abort', () => reporter.stop(true), { once: true });
}

/** What can be played from here on, in milliseconds. */
function bufferedMs({ buffered, currentTime }: HTMLVideoElement): number {
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) <= currentTime && currentTime <= buffered.end(i)) {
      return Math.round((buffered.end(i) - currentTime) * 1_000);
    }
  }
  return 0;
}
