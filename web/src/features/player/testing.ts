import { vi } from 'vitest';
import type { Surface } from './control/deck';
import { AUTO, type Engine, type EngineHooks, type Quality } from './engine/engine';

/** An engine whose every answer a test decides. */
export class FakeEngine implements Engine {
  readonly hooks: EngineHooks;
  loads: { url: string; start: number | null }[] = [];
  signed: string[] = [];
  calls: string[] = [];
  live = false;
  edge: number | null = null;
  /** Wall-clock time of position 0. */
  epoch = 1_000_000;
  offered: Quality[] = [];
  first: number | null = null;
  astray = false;

  constructor(hooks: EngineHooks) {
    this.hooks = hooks;
  }

  load(url: string, start: number | null): void {
    this.loads.push({ url, start });
  }
  resign(url: string): void {
    this.signed.push(url);
  }
  resume(): void {
    this.calls.push('resume');
  }
  rebuild(): void {
    this.calls.push('rebuild');
  }
  realign(): void {
    this.calls.push('realign');
  }
  keepsClose(): boolean {
    return true;
  }

  received(): number {
    return 0;
  }

  isAstray(): boolean {
    return this.astray;
  }
  firstPosition(): number | null {
    return this.first;
  }
  isLive(): boolean {
    return this.live;
  }
  livePosition(): number | null {
    return this.edge;
  }
  wallClock(position: number): number | null {
    return this.epoch + position * 1000;
  }
  positionOf(moment: number): number | null {
    return (moment - this.epoch) / 1000;
  }
  qualities(): Quality[] {
    return this.offered;
  }
  quality(): number {
    return AUTO;
  }
  setQuality(id: number): void {
    this.calls.push(`quality ${id}`);
  }
  frameLength(): number {
    return 0.04;
  }
  destroy(): void {
    this.calls.push('destroy');
  }
}

/** Hands out fake engines and keeps them, newest last. */
export function fakeEngines(prepare: (engine: FakeEngine) => void = () => undefined) {
  const made: FakeEngine[] = [];
  const open = (_: HTMLVideoElement, hooks: EngineHooks) => {
    const engine = new FakeEngine(hooks);
    prepare(engine);
    made.push(engine);
    return Promise.resolve(engine);
  };
  return { made, open, last: () => made.at(-1) as FakeEngine };
}

export interface Playback {
  currentTime: number;
  duration: number;
  paused: boolean;
  ended: boolean;
  seeking: boolean;
  readyState: number;
  /** End of the one range that can be sought and is buffered. */
  end: number;
}

const ranges = (end: number) => ({ length: end > 0 ? 1 : 0, start: () => 0, end: () => end });

/** Gives a video element of jsdom, which plays nothing, the playback a test describes; changes are told by `emit`. */
export function stubPlayback(video: HTMLVideoElement, start: Partial<Playback> = {}) {
  const now: Playback = {
    currentTime: 0,
    duration: Number.NaN,
    paused: true,
    ended: false,
    seeking: false,
    readyState: 0,
    end: 0,
    ...start,
  };
  for (const key of ['currentTime', 'duration', 'paused', 'ended', 'seeking', 'readyState'] as const) {
    Object.defineProperty(video, key, {
      configurable: true,
      get: () => now[key],
      set: (value: never) => {
        now[key] = value;
      },
    });
  }
  for (const key of ['seekable', 'buffered']) {
    Object.defineProperty(video, key, { configurable: true, get: () => ranges(now.end) });
  }
  const emit = (...names: string[]) => {
    for (const name of names) video.dispatchEvent(new Event(name));
  };
  video.play = vi.fn<() => Promise<void>>(() => {
    now.paused = false;
    emit('play', 'playing');
    return Promise.resolve();
  });
  video.pause = vi.fn<() => void>(() => {
    now.paused = true;
    emit('pause');
  });
  return { now, emit };
}

/** Text tracks a test can add to; jsdom's tell nobody when they change. */
export class FakeTracks extends EventTarget {
  #tracks: Pick<TextTrack, 'kind' | 'label' | 'language' | 'mode'>[] = [];

  [Symbol.iterator]() {
    return this.#tracks[Symbol.iterator]();
  }

  add(label: string, language: string): void {
    this.#tracks.push({ kind: 'subtitles', label, language, mode: 'disabled' });
    this.dispatchEvent(new Event('addtrack'));
  }
}

/** Gives every video element of jsdom tracks of its own; returns the way to those of one element. */
export function stubTracks(): (video: HTMLVideoElement) => FakeTracks {
  const all = new WeakMap<object, FakeTracks>();
  const of = (video: object) => {
    const tracks = all.get(video) ?? new FakeTracks();
    all.set(video, tracks);
    return tracks;
  };
  Object.defineProperty(HTMLMediaElement.prototype, 'textTracks', {
    configurable: true,
    get(this: object) {
      return of(this);
    },
  });
  return of;
}

/** The elements of a player outside any page. */
export function bareSurface(): Surface {
  return {
    video: document.createElement('video'),
    canvas: document.createElement('canvas'),
    root: document.createElement('section'),
  };
}
