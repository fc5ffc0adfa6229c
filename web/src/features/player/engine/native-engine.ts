import { isVeiled, watchedTo } from '../logic/signed-url';
import { AUTO, type Engine, type EngineHooks, type Quality, USUAL_FRAME_RATE } from './engine';

/** Safari dates the start of the timeline by the playlist's program date time. */
interface Dated {
  getStartDate?: () => Date;
}

/** Plays HLS by the browser itself (Safari, iOS), which keeps AirPlay and battery life. */
export class NativeEngine implements Engine {
  readonly #video: HTMLVideoElement & Dated;
  readonly #hooks: EngineHooks;
  readonly #stop = new AbortController();
  #signed = '';
  #start: number | null = null;

  constructor(video: HTMLVideoElement, hooks: EngineHooks) {
    this.#video = video;
    this.#hooks = hooks;
    this.#listen();
    const { quality } = hooks;
    if (!quality) return;
    void import('./native-quality').then(
      ({ reportElement }) => reportElement(video, quality, this.#stop.signal),
      () => undefined,
    );
  }

  static supported(video: HTMLVideoElement): boolean {
    return video.canPlayType('application/vnd.apple.mpegurl') !== '';
  }

  load(url: string, start: number | null): void {
    this.#signed = url;
    this.#start = start;
    this.#video.src = watchedTo(url, start ?? 0);
  }

  resign(url: string): void {
    this.#signed = url;
  }

  resume(): void {
    this.rebuild();
  }

  rebuild(): void {
    const { currentTime, paused } = this.#video;
    this.load(this.#signed, currentTime > 0 ? currentTime : this.#start);
    if (!paused) void this.#video.play().catch(() => undefined);
  }

  realign(): void {
    this.rebuild();
  }

  /** The browser keeps its own tracks together. */
  isAstray(): boolean {
    return false;
  }

  keepsClose(): boolean {
    return true;
  }

  received(): number {
    return 0;
  }

  firstPosition(): number | null {
    return null;
  }

  isLive(): boolean {
    // A veiled recording only looks like what goes on.
    return !isVeiled(this.#signed) && this.#video.duration === Number.POSITIVE_INFINITY;
  }

  livePosition(): number | null {
    const { seekable } = this.#video;
    return this.isLive() && seekable.length > 0 ? seekable.end(seekable.length - 1) : null;
  }

  wallClock(position: number): number | null {
    const start = this.#video.getStartDate?.().getTime();
    return start === undefined || Number.isNaN(start) ? null : start + position * 1000;
  }

  positionOf(moment: number): number | null {
    const start = this.wallClock(0);
    return start === null ? null : (moment - start) / 1000;
  }

  qualities(): Quality[] {
    return [];
  }

  quality(): number {
    return AUTO;
  }

  /** The system chooses; there is nothing to set. */
  setQuality(): void {}

  frameLength(): number {
    return 1 / USUAL_FRAME_RATE;
  }

  destroy(): void {
    this.#stop.abort();
    this.#video.removeAttribute('src');
    this.#video.load();
  }

  #listen(): void {
    const { signal } = this.#stop;
    const video = this.#video;
    video.addEventListener('loadedmetadata', () => this.#onMetadata(), { signal });
    video.addEventListener('durationchange', () => this.#hooks.onChange(), { signal });
    video.addEventListener('progress', () => this.#hooks.onHealthy(), { signal });
    video.addEventListener('error', () => this.#onError(), { signal });
  }

  #onMetadata(): void {
    if (this.#start !== null) this.#video.currentTime = this.#start;
    this.#hooks.onChange();
  }

  /** The element does not tell an expired signature from a lost network, so both ask for a fresh address first. */
  #onError(): void {
    const code = this.#video.error?.code;
    this.#hooks.onTrouble(code === MediaError.MEDIA_ERR_DECODE ? { kind: 'media' } : { kind: 'refused' });
  }
}
