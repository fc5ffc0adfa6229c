import type { ClipUntil, ProposedClip } from '#/entities/proposed-clip';
import type { CueStyle } from '../logic/cue-style';
import type { Command } from '../logic/keys';
import { clampTo, positionAt, type Span, toldSpan } from '../logic/live';
import type { StartPoint } from '../logic/resume';
import { stepSpeed } from '../logic/speed';
import { preferredCaption, showCaption, shownCaption } from './captions';
import type { Deck } from './deck';
import { savePreferences } from './memory';
import { toggleFullscreen, togglePictureInPicture } from './screen';
import { chooseScreen } from './screens';
import { NO_CAPTION } from './state';

/** The lowest volume that unmuting leaves a viewer with: a button that seems to do nothing helps nobody. */
const AUDIBLE = 0.1;

/** Where a viewer was when they asked for a clip. */
export interface Moment {
  /** Where the clip ends at first, in seconds on the source's timeline. */
  at: number;
  /** The playhead, in the same seconds. */
  playhead: number;
  /** What the clip is called at first, where it is made of a key moment. */
  proposed: ProposedClip | undefined;
  /** What is there to take from. */
  span: Span;
  /** Lets the game go on where it stands, if it was playing. */
  goOn: () => void;
}

/** Everything a person can ask of the player, by button, key or media key. */
export class Remote {
  readonly #deck: Deck;
  /** Shows the list of keys; set by the view. */
  onHelp: () => void = () => undefined;
  /** Takes a piece out of what plays; null where nobody may. */
  onClip: ((moment: Moment) => void) | null = null;

  constructor(deck: Deck) {
    this.#deck = deck;
  }

  /** Carries out a key's command and shows what it did, since no control under the pointer does. */
  run(command: Command): void {
    switch (command.kind) {
      case 'toggle-play':
        return this.togglePlay(true);
      case 'toggle-mute':
        return this.toggleMute(true);
      case 'toggle-captions':
        return this.toggleCaptions(true);
      case 'toggle-fullscreen':
        return this.toggleFullscreen();
      case 'toggle-pip':
        return this.togglePictureInPicture();
      case 'seek-by':
        return this.seekBy(command.seconds, true);
      case 'seek-to-fraction':
        return this.seekToFraction(command.fraction);
      case 'seek-edge':
        return this.seekEdge(true);
      case 'volume-by':
        return this.setVolume(this.#deck.state.volume + command.amount, true);
      case 'speed-step':
        return this.setSpeed(stepSpeed(this.#deck.state.speed, command.step), true);
      case 'frame-step':
        return this.stepFrame(command.step);
      case 'clip':
        return this.clip();
      case 'help':
        return this.onHelp();
    }
  }

  play(): void {
    void this.#deck.play();
  }

  pause(): void {
    this.#deck.pause();
  }

  togglePlay(visible = false): void {
    const video = this.#deck.surface?.video;
    if (!video) return;
    const { error, phase } = this.#deck.state;
    if (error) return this.retry();
    if (phase === 'complete') return this.replay();
    const playing = !video.paused;
    if (playing) this.#deck.pause();
    else void this.#deck.play();
    this.#deck.tell({ kind: playing ? 'paused' : 'playing' }, visible);
  }

  replay(): void {
    this.#deck.seek(this.#deck.state.span.start);
    void this.#deck.play();
  }

  retry(): void {
    void this.#deck.retry();
  }

  seekBy(seconds: number, visible = false): void {
    this.#seek(this.#deck.state.position + seconds);
    this.#deck.tell({ kind: 'moved', by: seconds }, visible);
  }

  seekTo(position: number, visible = false): void {
    this.#seek(position);
    this.#deck.tell({ kind: 'at', position: this.#deck.state.position - this.#deck.state.span.start }, visible);
  }

  /** Moves the playhead. A film that has come to its end, which pauses it, plays on from there. */
  #seek(position: number): void {
    const { phase, span } = this.#deck.state;
    this.#deck.seek(position);
    if (phase === 'complete' && position < span.end) this.play();
  }

  seekToFraction(fraction: number): void {
    this.seekTo(positionAt(toldSpan(this.#deck.state), fraction), true);
  }

  /** Plays from a moment on the wall clock, epoch milliseconds. */
  seekToMoment(moment: number): void {
    const position = this.#deck.engine?.positionOf(moment) ?? null;
    if (position === null) return;
    this.seekTo(position);
    void this.#deck.play();
  }

  seekEdge(visible = false): void {
    void this.#deck.seekEdge();
    if (this.#deck.state.live) this.#deck.tell({ kind: 'live' }, visible);
  }

  /** Takes up one of the places offered to who joins late. */
  begin(at: StartPoint): void {
    const { span, resumeAt } = this.#deck.state;
    if (at === 'live') return this.seekEdge();
    this.seekTo(at === 'start' ? span.start : span.start + resumeAt);
    void this.#deck.play();
  }

  dismissOffers(): void {
    this.#deck.patch({ offers: [] });
  }

  /** Sets the volume, 0 to 1; any change by hand ends silence. */
  setVolume(volume: number, visible = false): void {
    const video = this.#deck.surface?.video;
    if (!video) return;
    video.volume = Math.min(1, Math.max(0, volume));
    video.muted = video.volume === 0;
    savePreferences({ volume: video.volume, muted: video.muted });
    this.#deck.tell({ kind: 'volume', volume: video.volume }, visible);
  }

  toggleMute(visible = false): void {
    const video = this.#deck.surface?.video;
    if (!video) return;
    video.muted = !video.muted;
    if (!video.muted) video.volume = Math.max(video.volume, AUDIBLE);
    savePreferences({ muted: video.muted, volume: video.volume });
    this.#deck.tell(video.muted ? { kind: 'muted' } : { kind: 'volume', volume: video.volume }, visible);
  }

  setSpeed(speed: number, visible = false): void {
    const video = this.#deck.surface?.video;
    if (!video) return;
    video.playbackRate = speed;
    this.#deck.patch({ speed });
    savePreferences({ speed });
    this.#deck.tell({ kind: 'speed', speed }, visible);
  }

  setQuality(id: number): void {
    this.#deck.engine?.setQuality(id);
    this.#deck.patch({ quality: id });
  }

  toggleCaptions(visible = false): void {
    const { caption, captions } = this.#deck.state;
    if (captions.length === 0) return;
    const spoken = [document.documentElement.lang, ...navigator.languages].filter(Boolean);
    const languages = spoken.map((language) => language.slice(0, 2));
    this.setCaption(caption === NO_CAPTION ? preferredCaption(captions, languages) : NO_CAPTION, visible);
  }

  setCaption(id: number, visible = false): void {
    const video = this.#deck.surface?.video;
    if (!video) return;
    showCaption(video, id);
    const chosen = this.#deck.state.captions.find((caption) => caption.id === id);
    savePreferences({ captions: chosen?.language ?? '' });
    this.#deck.patch({ caption: shownCaption(video) });
    this.#deck.tell({ kind: 'captions', label: chosen?.label ?? null }, visible);
  }

  /** Changes how captions look. */
  setCues(change: Partial<CueStyle>): void {
    const cues = { ...this.#deck.state.cues, ...change };
    savePreferences({ cues });
    this.#deck.patch({ cues });
  }

  /** One picture forward or back; only a paused picture can be stepped. */
  stepFrame(step: 1 | -1): void {
    const { video } = this.#deck.surface ?? {};
    if (!video?.paused) return;
    const length = this.#deck.engine?.frameLength() ?? 0;
    this.#deck.seek(video.currentTime + step * length);
  }

  readonly clipUntil: ClipUntil = (moment, proposed) => {
    this.clip(this.#deck.engine?.positionOf(moment) ?? undefined, proposed);
  };

  /** Has a piece taken out of what was just shown, or of what was before a position. The game stands meanwhile. */
  clip(at = this.#deck.state.position, proposed?: ProposedClip): void {
    const { span, begun, phase, position } = this.#deck.state;
    if (!this.onClip || !begun) return;
    if (phase === 'play') this.#deck.pause();
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    const goOn = () => phase === 'play' && this.play();
    this.onClip({ at: clampTo(span, at), playhead: clampTo(span, position), proposed, span, goOn });
  }

  toggleFullscreen(): void {
    const surface = this.#deck.surface;
    // A refusal (no gesture, no permission) leaves everything as it was, which is all there is to show.
    if (surface) void toggleFullscreen(surface.root, surface.video).catch(() => undefined);
  }

  togglePictureInPicture(): void {
    const surface = this.#deck.surface;
    if (surface) void togglePictureInPicture(surface.video).catch(() => undefined);
  }

  /** Lets the viewer choose another screen, or leave the one that is used. */
  chooseScreen(): void {
    const surface = this.#deck.surface;
    if (surface) void chooseScreen(surface.video).catch(() => undefined);
  }
}
