import Hls, { type ErrorData, ErrorDetails, ErrorTypes, Events, type HlsConfig, type LoadPolicy } from 'hls.js';
import { lineSpeed, rememberSpeed } from '#/lib/slow-line';
import { isVeiled, mergingUpdates, resign, watchedTo } from '../logic/signed-url';
import { cmcd } from './cmcd';
import { AUTO, type Engine, type EngineHooks, type Quality, type Trouble, USUAL_FRAME_RATE } from './engine';
import { carriesParts, paceOf } from './pace';
import { startPosition, Tracks } from './tracks';

/** Decoder rebuilds allowed within REBUILD_WINDOW_MS before the media counts as broken. */
const MAX_REBUILDS = 2;
const REBUILD_WINDOW_MS = 20_000;

/** Seconds behind the live edge where a playlist names none. */
const usualLatency = 3;

/** hls.js repeats a request this often by itself; beyond it our own pacing takes over and tells the viewer. */
function patience(firstByteMs: number): LoadPolicy {
  return {
    default: {
      maxTimeToFirstByteMs: firstByteMs,
      maxLoadTimeMs: 30_000,
      timeoutRetry: { maxNumRetry: 2, retryDelayMs: 0, maxRetryDelayMs: 0 },
      errorRetry: { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 2000 },
    },
  };
}

const CONFIG: Partial<HlsConfig> = {
  autoStartLoad: false,
  // The player steers the rate itself (logic/live.ts): hls.js would reset a speed that the viewer chose.
  maxLiveSyncPlaybackRate: 1,
  // After a stall the target moves back a little, not by the default's whole second: three seconds are all there is.
  liveSyncOnStallIncrease: 0.25,
  // A worker helps with MPEG-TS only; our segments are fMP4, and a blob worker would need a wider CSP.
  enableWorker: false,
  backBufferLength: 60,
  maxBufferLength: 30,
  maxBufferSize: 40_000_000,
  capLevelToPlayerSize: true,
  enableID3MetadataCues: false,
  enableCEA708Captions: false,
  enableEmsgMetadataCues: false,
  enableInterstitialPlayback: false,
  // A blocked playlist request is answered after up to three target durations.
  playlistLoadPolicy: patience(15_000),
  manifestLoadPolicy: patience(10_000),
  fragLoadPolicy: patience(10_000),
};

/** Plays HLS through Media Source Extensions. */
export class HlsEngine implements Engine {
  readonly #hooks: EngineHooks;
  readonly #hls: Hls;
  readonly #video: HTMLVideoElement;
  readonly #tracks: Tracks;
  #signed = '';
  #start: number | null = null;
  #parsed = false;
  #rebuilds: number[] = [];
  /** The furthest that was played: a veiled list must not become shorter. */
  #watched = 0;

  constructor(video: HTMLVideoElement, hooks: EngineHooks) {
    this.#hooks = hooks;
    this.#video = video;
    this.#hls = new Hls({
      ...CONFIG,
      ...paceOf(lineSpeed()),
      ...(hooks.quality && { cmcd: cmcd(hooks.quality) }),
      xhrSetup: (xhr, url) => xhr.open('GET', this.#address(url), true),
    });
    this.#tracks = new Tracks(this.#hls);
    this.#listen();
    this.#hls.attachMedia(video);
  }

  static supported(): boolean {
    return Hls.isSupported();
  }

  load(url: string, start: number | null): void {
    this.resign(url);
    this.#start = start;
    this.#watched = start ?? 0;
    this.#parsed = false;
    this.#hls.loadSource(this.#signed);
  }

  resign(url: string): void {
    this.#signed = new URL(url, document.baseURI).href;
  }

  resume(): void {
    if (this.#parsed) this.#hls.startLoad(-1);
    else this.#hls.loadSource(this.#signed);
  }

  rebuild(): void {
    this.#hls.recoverMediaError();
  }

  /** Both controllers of hls.js go to one position, and drop what they load. */
  realign(): void {
    const position = Math.max(this.#video.currentTime, this.firstPosition() ?? 0);
    this.#hls.stopLoad();
    this.#video.currentTime = position;
    this.#hls.startLoad(position);
  }

  isAstray(position: number): boolean {
    return this.#tracks.isAstray(position);
  }

  received(): number {
    return this.#tracks.received();
  }

  firstPosition(): number | null {
    return this.#tracks.first();
  }

  isLive(): boolean {
    // A veiled recording only looks like what goes on.
    return !isVeiled(this.#signed) && (this.#hls.latestLevelDetails?.live ?? false);
  }

  keepsClose(): boolean {
    return this.#hls.lowLatencyMode;
  }

  livePosition(): number | null {
    return this.isLive() ? this.#hls.liveSyncPosition : null;
  }

  wallClock(position: number): number | null {
    const fragments = this.#hls.latestLevelDetails?.fragments ?? [];
    const playing = fragments.findLast((f) => f.start <= position && f.programDateTime !== null) ?? fragments[0];
    if (!playing || playing.programDateTime === null) return null;
    return playing.programDateTime + (position - playing.start) * 1000;
  }

  positionOf(moment: number): number | null {
    const dated = (this.#hls.latestLevelDetails?.fragments ?? []).filter((f) => f.programDateTime !== null);
    const fragment = dated.findLast((f) => (f.programDateTime ?? 0) <= moment) ?? dated[0];
    if (!fragment) return null;
    const into = (moment - (fragment.programDateTime ?? 0)) / 1000;
    return fragment.start + Math.min(Math.max(into, 0), fragment.duration);
  }

  qualities(): Quality[] {
    return this.#hls.levels.map((level, id) => ({ id, height: level.height, bitrate: level.bitrate }));
  }

  quality(): number {
    return this.#hls.autoLevelEnabled ? AUTO : this.#hls.loadLevel;
  }

  setQuality(id: number): void {
    this.#hls.nextLevel = id;
  }

  frameLength(): number {
    const level = this.#hls.levels[Math.max(0, this.#hls.currentLevel)];
    return 1 / (level?.frameRate || USUAL_FRAME_RATE);
  }

  destroy(): void {
    this.#hls.destroy();
  }

  /** Where a request goes: under the newest signature, a veiled list as far as was watched, a live one with delta updates. */
  #address(url: string): string {
    this.#watched = Math.max(this.#watched, this.#video.currentTime);
    return watchedTo(mergingUpdates(resign(url, this.#signed)), this.#watched);
  }

  #listen(): void {
    const hls = this.#hls;
    hls.on(Events.MANIFEST_PARSED, () => {
      this.#parsed = true;
      const wanted = this.#start ?? (isVeiled(this.#signed) ? 0 : null);
      hls.startLoad(wanted === null ? -1 : startPosition(wanted));
      this.#hooks.onChange();
    });
    hls.on(Events.LEVEL_UPDATED, () => this.#hooks.onChange());
    hls.on(Events.LEVEL_SWITCHED, () => this.#hooks.onChange());
    hls.on(Events.FRAG_BUFFERED, () => {
      this.#follow();
      this.#hooks.onHealthy();
    });
    hls.on(Events.ERROR, (_, data) => this.#onError(data));
  }

  /** Keeps what is known of the line, and takes parts once it carries them. */
  #follow(): void {
    const hls = this.#hls;
    if (!(hls.bandwidthEstimate > 0)) return;
    rememberSpeed(hls.bandwidthEstimate / 1000);
    const largest = Math.max(...hls.levels.map((level) => level.bitrate));
    if (hls.lowLatencyMode || !carriesParts(hls.bandwidthEstimate, largest)) return;
    hls.lowLatencyMode = true;
    hls.targetLatency = hls.latestLevelDetails?.partHoldBack || usualLatency;
  }

  #onError(data: ErrorData): void {
    if (data.fatal && data.type === ErrorTypes.MEDIA_ERROR && this.#mayRebuild(data)) {
      this.rebuild();
      return;
    }
    const trouble = troubleOf(data);
    if (trouble) this.#hooks.onTrouble(trouble);
  }

  #mayRebuild(data: ErrorData): boolean {
    if (data.details === ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR) return false;
    const now = performance.now();
    this.#rebuilds = [...this.#rebuilds.filter((at) => now - at < REBUILD_WINDOW_MS), now];
    return this.#rebuilds.length <= MAX_REBUILDS;
  }
}

/** The line carried too little in its time; nothing says that it is gone. */
const timeouts: ReadonlySet<ErrorDetails> = new Set([
  ErrorDetails.MANIFEST_LOAD_TIMEOUT,
  ErrorDetails.LEVEL_LOAD_TIMEOUT,
  ErrorDetails.AUDIO_TRACK_LOAD_TIMEOUT,
  ErrorDetails.FRAG_LOAD_TIMEOUT,
]);

/** What an hls.js error means for the viewer; null when hls.js deals with it and nobody needs to know. */
export function troubleOf(data: Pick<ErrorData, 'type' | 'details' | 'fatal' | 'response'>): Trouble | null {
  // The engine gave a request up by itself, for another one.
  if (data.details === ErrorDetails.INTERNAL_ABORTED) return null;
  const status = data.response?.code ?? 0;
  if (data.type === ErrorTypes.NETWORK_ERROR) {
    if (status === 401 || status === 403 || status === 410) return { kind: 'refused' };
    if (data.fatal) return { kind: 'network', status };
    return { kind: timeouts.has(data.details) ? 'slow' : 'retrying' };
  }
  if (!data.fatal) return null;
  const unsupported =
    data.details === ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR ||
    data.details === ErrorDetails.BUFFER_ADD_CODEC_ERROR;
  return { kind: unsupported ? 'unsupported' : 'media' };
}
