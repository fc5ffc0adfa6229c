import { createStore } from 'zustand/vanilla';
import { stopAwaiting } from '#/lib/slow-line';
import type { Engine, EngineHooks, QualityReports } from '../engine/engine';
import { openEngine } from '../engine/open-engine';
import { clampTo } from '../logic/live';
import { isVeiled, sameMedia } from '../logic/signed-url';
import { confined, isOver, lastOf } from '../logic/stretch';
import { offeredCaptions, shownCaption } from './captions';
import { keepAtEdge } from './follow';
import { onEachFrame } from './frames';
import { Keeper } from './keeper';
import { type Happenings, listen } from './listen';
import { loadPreferences } from './memory';
import { reading, rested } from './reading';
import { sampleOf } from './sample';
import { watchScreens } from './screens';
import type { Source } from './source';
import { initialState, type Notice, type PlayerState } from './state';
import { copyPicture } from './still';
import { Supervisor } from './supervisor';

/** Seconds ahead of the playhead with which a slow line has room for the rest of the page. */
const ROOM = 5;

/** The elements a deck works on. */
export interface Surface {
  video: HTMLVideoElement;
  /** Holds the last picture while the element has none. */
  canvas: HTMLCanvasElement;
  /** What goes full screen. */
  root: HTMLElement;
}

export type OpenEngine = (video: HTMLVideoElement, hooks: EngineHooks) => Promise<Engine | null>;

/**
 * One media element with its engine: opens sources, keeps the state of the player true, follows the live edge and recovers
 * from trouble. What a person can ask for is in remote.ts.
 */
export class Deck {
  readonly store = createStore<PlayerState>(() => initialState);
  /** Called when the signature of the source is refused; the page answers by opening a freshly signed one. */
  onRenew: () => void = () => undefined;
  readonly keeper = new Keeper();
  /** Where engines that are opened from now on tell how well they play. */
  quality: QualityReports | null = null;

  readonly #open: OpenEngine;
  readonly #supervisor: Supervisor;
  #surface: Surface | null = null;
  #engine: Engine | null = null;
  #source: Source | null = null;
  /** The address the engine plays, which may be older than the source's. */
  #playing = '';
  #following = false;
  /** Where playback was last asked to be; null for the live position or the beginning. */
  #start: number | null = null;
  #wantsPlay = true;
  #noticed = 0;
  #saidLost = false;
  /** Counts openings, so that an engine that arrives late for an earlier one is thrown away. */
  #opening = 0;

  constructor(open: OpenEngine = openEngine) {
    this.#open = open;
    this.#supervisor = new Supervisor({
      resume: () => this.#engine?.resume(),
      rebuild: () => this.#rebuild(),
      realign: () => this.#engine?.realign(),
      reopen: () => void this.#reopen(),
      renew: () => this.onRenew(),
      setWaiting: (waiting) => this.#setWaiting(waiting),
      setReconnecting: (reconnecting) => this.#setReconnecting(reconnecting),
      tellSlow: () => this.#tellSlow(),
      fail: (code) => this.#fail(code),
    });
  }

  get state(): PlayerState {
    return this.store.getState();
  }

  get surface(): Surface | null {
    return this.#surface;
  }

  get engine(): Engine | null {
    return this.#engine;
  }

  patch(change: Partial<PlayerState>): void {
    this.store.setState(change);
  }

  /** Takes the elements over until the returned function is called. */
  attach(surface: Surface): () => void {
    this.#surface = surface;
    const { volume, muted, speed, cues } = loadPreferences();
    surface.video.volume = volume;
    surface.video.muted = muted;
    this.patch({ ...initialState, volume, muted, speed, cues });
    const release = listen(surface, this.#happenings(surface));
    const forget = watchScreens(surface.video, (screens) => this.patch({ screens }));
    const leave = onEachFrame(surface.video, () => this.#turnBack());
    return () => {
      release();
      forget();
      leave();
      this.close();
      this.#surface = null;
    };
  }

  /**
   * Plays a source. The same media under another signature goes on without a break; other media of the same event (the
   * recording of what is being watched live) waits until the present one ends or fails, unless it hides or shows how long
   * it is.
   */
  async open(source: Source): Promise<void> {
    const present = this.#source;
    this.#source = source;
    if (this.#engine && present?.item === source.item && !this.state.error) {
      if (source.stretch) this.sync();
      if (source.url !== this.#playing && sameMedia(source.url, this.#playing)) this.#resign(source.url);
      else if (isVeiled(source.url) !== isVeiled(this.#playing)) await this.#draw();
      return;
    }
    if (present && present.item !== source.item) this.#leave(present);
    this.#following = source.live && source.at === undefined && !source.stretch;
    this.#wantsPlay = true;
    await this.#load(this.keeper.open(source));
  }

  /** Keeps the position of the source before, and resets it: it means nothing in the next one. */
  #leave(source: Source): void {
    this.keeper.keep(source, this.state);
    const { begun, position, span, reached, playhead } = initialState;
    this.patch({ begun, position, span, reached, playhead });
  }

  /** Lets go of the source: nothing more is loaded. */
  close(): void {
    this.#keepPosition();
    this.#supervisor.stop();
    this.#opening++;
    this.#engine?.destroy();
    this.#engine = null;
    this.#source = null;
    this.patch({ phase: 'stop', waiting: false, reconnecting: false });
  }

  /** Tries again after an error, where playback was. */
  async retry(): Promise<void> {
    this.#wantsPlay = true;
    this.patch({ error: null, waiting: true });
    this.onRenew();
    await this.#reopen();
  }

  setInterrupted(interrupted: boolean): void {
    if (interrupted === this.state.interrupted) return;
    this.patch({ interrupted });
    if (interrupted && this.state.atEdge) this.tell({ kind: 'interrupted' });
  }

  async play(): Promise<void> {
    const video = this.#surface?.video;
    if (!video) return;
    this.#wantsPlay = true;
    this.patch({ blocked: false });
    try {
      await video.play();
    } catch (error) {
      await this.#playRefused(video, error);
    }
  }

  pause(): void {
    this.#wantsPlay = false;
    this.#following = false;
    this.#surface?.video.pause();
    this.#keepPosition();
  }

  /** Moves the playhead; positions outside the timeline go to its ends. */
  seek(position: number): void {
    const video = this.#surface?.video;
    if (!video || !this.#engine) return;
    this.#following = false;
    this.#start = Math.max(clampTo(this.state.span, position), this.#engine.firstPosition() ?? 0);
    video.currentTime = this.#start;
    this.patch({ offers: [], atEdge: false });
    this.sync();
  }

  /** Moves to the live position and stays with it. */
  async seekEdge(): Promise<void> {
    const edge = this.#engine?.livePosition() ?? null;
    const video = this.#surface?.video;
    if (edge === null || !video) return;
    this.#following = true;
    video.currentTime = edge;
    this.patch({ offers: [], atEdge: true });
    await this.play();
  }

  tell(notice: Notice, visible = false): void {
    this.patch({ notice: { id: ++this.#noticed, notice, visible } });
  }

  /** Brings the state up to date with the element and the engine. */
  sync(): void {
    const video = this.#surface?.video;
    if (!video) return;
    const read = reading(video, this.#engine, this.state, this.#source !== null);
    const stretch = this.#source?.stretch;
    this.patch(stretch ? confined(read, stretch) : read);
  }

  async #load(start: number | null): Promise<void> {
    const { surface } = this;
    if (!surface || !this.#source) return;
    this.#start = start;
    const opening = ++this.#opening;
    this.#engine?.destroy();
    this.#engine = null;
    this.patch(rested(this.state));
    const engine = await this.#open(surface.video, this.#hooks(opening));
    if (opening !== this.#opening) {
      engine?.destroy();
      return;
    }
    if (!engine) {
      this.#fail('P-CODEC');
      return;
    }
    this.#engine = engine;
    this.#playing = this.#source.url;
    engine.load(this.#playing, start);
  }

  #hooks(opening: number): EngineHooks {
    const mine = (act: () => void) => () => {
      if (opening === this.#opening) act();
    };
    return {
      ...(this.quality && { quality: this.quality }),
      onChange: mine(() => this.#changed()),
      onHealthy: mine(() => this.#supervisor.healthy()),
      onTrouble: (trouble) => {
        if (opening === this.#opening) this.#supervisor.trouble(trouble);
      },
    };
  }

  #changed(): void {
    this.sync();
    const { video } = this.#surface ?? {};
    if (!video || !this.#engine) return;
    this.patch({ qualities: this.#engine.qualities(), quality: this.#engine.quality() });
    const plan = this.#source && this.keeper.plan(this.#source, this.state);
    if (plan) this.patch(plan);
  }

  #resign(url: string): void {
    this.#playing = url;
    this.#engine?.resign(url);
    this.#supervisor.renewed();
  }

  #rebuild(): void {
    this.#freeze();
    this.#engine?.rebuild();
  }

  async #reopen(): Promise<void> {
    const place = this.state.position || this.#start;
    this.#freeze();
    await this.#load(this.#following ? null : place);
  }

  /** Opens the source again at its position, because its length is hidden now or shown. A finished recording is not opened again. */
  async #draw(): Promise<void> {
    if (this.state.phase === 'complete') return;
    this.#freeze();
    await this.#load(this.state.position);
  }

  #freeze(): void {
    const { video, canvas } = this.#surface ?? {};
    if (video && canvas && copyPicture(video, canvas)) this.patch({ frozen: true });
  }

  #fail(code: string): void {
    this.#freeze();
    this.#keepPosition();
    this.#opening++;
    this.#engine?.destroy();
    this.#engine = null;
    this.patch({ error: { code }, phase: 'error', waiting: false, reconnecting: false, slow: false });
    stopAwaiting();
  }

  #setReconnecting(reconnecting: boolean): void {
    if (reconnecting === this.state.reconnecting) return;
    this.patch({ reconnecting });
    this.#tellTrouble();
  }

  #setWaiting(waiting: boolean): void {
    if (waiting === this.state.waiting) return;
    this.patch(waiting ? { waiting } : { waiting, slow: false });
    this.#tellTrouble();
  }

  #tellSlow(): void {
    const { slow, waiting, reconnecting, interrupted } = this.state;
    if (slow || !waiting || reconnecting || interrupted) return;
    this.patch({ slow: true });
    this.tell({ kind: 'slow' });
  }

  /** Says that the connection is lost once the picture stands still for it, and that it is back if that was said. */
  #tellTrouble(): void {
    const { reconnecting, waiting, interrupted } = this.state;
    const lost = reconnecting && waiting && !interrupted;
    if (lost === this.#saidLost || (!lost && reconnecting)) return;
    this.#saidLost = lost;
    this.tell({ kind: lost ? 'reconnecting' : 'reconnected' });
  }

  /** Browsers refuse sound without a gesture, some refuse playback: muted first, a press as the last resort. */
  async #playRefused(video: HTMLVideoElement, error: unknown): Promise<void> {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
    if (video.muted) {
      this.patch({ blocked: true });
      stopAwaiting();
      return;
    }
    video.muted = true;
    this.patch({ autoMuted: true });
    await this.play();
  }

  #tick(): void {
    this.sync();
    this.#turnBack();
    const video = this.#surface?.video;
    if (!video || !this.#engine) return;
    this.#following = keepAtEdge(video, this.#engine, this.state, this.#following);
    const { sample, astray } = sampleOf(video, this.#engine, this.state, this.#wantsPlay);
    this.#supervisor.sample(sample, astray);
    if (this.state.begun && sample.ahead > ROOM) stopAwaiting();
    if (this.#source && !video.paused) this.keeper.tick(this.#source, this.state);
  }

  /** Stops or begins anew where a stretch ends. */
  #turnBack(): void {
    const video = this.#surface?.video;
    const stretch = this.#source?.stretch;
    if (!video || !stretch || video.paused || video.seeking || !isOver(video.currentTime, stretch)) return;
    if (stretch.loops) this.seek(stretch.from);
    else {
      this.pause();
      // A busy browser tells late where it is, and has shown what comes afterwards.
      if (video.currentTime > stretch.to) video.currentTime = lastOf(stretch);
    }
    this.sync();
  }

  #keepPosition(): void {
    this.keeper.keep(this.#source, this.state);
  }

  #happenings(surface: Surface): Happenings {
    const { video } = surface;
    return {
      changed: () => this.sync(),
      metadata: () => this.#onMetadata(video),
      picture: () => this.patch({ frozen: false }),
      playing: () => this.#onPlaying(),
      waiting: () => this.#setWaiting(true),
      ended: () => this.#onEnded(),
      captionsAdded: () => this.patch(offeredCaptions(video, loadPreferences().captions)),
      captionsSwitched: () => this.patch({ caption: shownCaption(video) }),
      fullscreen: (fullscreen) => this.patch({ fullscreen }),
      visible: (visible) => (visible ? this.#tick() : this.#keepPosition()),
      leaving: () => this.#keepPosition(),
      online: () => this.#onOnline(),
      tick: () => this.#tick(),
    };
  }

  #onMetadata(video: HTMLVideoElement): void {
    this.#changed();
    video.playbackRate = this.state.speed;
    if (this.#wantsPlay) void this.play();
  }

  #onPlaying(): void {
    this.patch({ begun: true, frozen: false, blocked: false });
    this.#setWaiting(false);
  }

  #onEnded(): void {
    this.#wantsPlay = false;
    this.sync();
    this.#keepPosition();
    this.tell({ kind: 'complete' });
  }

  #onOnline(): void {
    if (this.state.error?.code.startsWith('P-NET')) void this.retry();
    else this.#supervisor.hurry();
  }
}
