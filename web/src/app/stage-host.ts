import { createStore } from 'zustand/vanilla';
import type { PlayerSlot } from '#/features/watch/ui/watch-screen';

/** A game and where its player is. */
export interface Staged {
  slot: PlayerSlot & { at: number | undefined };
  /** In the corner instead of on its page. */
  docked: boolean;
  /** Its viewer may not watch any more. */
  lost: boolean;
}

/** Narrower than this, a player in the corner would cover what its viewer went on to. */
const WIDE_ENOUGH = '(min-width: 641px)';

const nothing = () => undefined;

/**
 * Keeps one game's player in an element of its own, which stands on the game's page and moves into the corner when the page
 * is left while it plays: a media element that is moved at once goes on playing, so nothing is loaded again.
 */
export class StageHost {
  readonly store = createStore<Staged | null>(() => null);
  readonly element = document.createElement('div');
  readonly #pathNow: () => string;
  #stop = new AbortController();

  /** `pathNow` is the path of the page that is shown, or about to be. */
  constructor(pathNow: () => string) {
    this.#pathNow = pathNow;
    this.element.className = 'pstage';
  }

  /** The page of a game has a place for its player. */
  enter(place: HTMLElement, slot: Staged['slot']): void {
    this.#undock();
    place.append(this.element);
    this.store.setState({ slot, docked: false, lost: false }, true);
  }

  /** What the page says of the game has changed. */
  show(slot: Staged['slot']): void {
    this.store.setState({ slot, docked: false, lost: false }, true);
  }

  /** The page of the game gives up its place, which is still there. */
  leave(): void {
    const staged = this.store.getState();
    const video = this.element.querySelector('video');
    if (!staged || !video || video.paused || video.ended || !this.#mayDock(staged)) return this.close();
    document.body.append(this.element);
    this.element.toggleAttribute('data-docked', true);
    const slot = {
      ...staged.slot,
      marks: [],
      onPlayhead: nothing,
      onReady: nothing,
      onClips: nothing,
      onRenew: nothing,
    };
    this.store.setState({ slot, docked: true, lost: false }, true);
    this.#listen(video);
  }

  /** Something about a game in the corner is known anew. */
  follow(change: Partial<Pick<PlayerSlot, 'session' | 'interrupted' | 'hidesEnd' | 'onRenew'>>): void {
    const staged = this.store.getState();
    if (!staged?.docked) return;
    const { slot } = staged;
    const keys = Object.keys(change) as (keyof typeof change)[];
    if (staged.lost || keys.some((key) => slot[key] !== change[key])) {
      this.store.setState({ ...staged, slot: { ...slot, ...change }, lost: false }, true);
    }
  }

  /** The viewer of a game in the corner may not watch it any more. */
  lose(): void {
    const staged = this.store.getState();
    if (staged?.docked && !staged.lost) this.store.setState({ ...staged, lost: true }, true);
  }

  close(): void {
    this.#undock();
    this.element.remove();
    this.store.setState(null, true);
  }

  #mayDock({ slot }: Staged): boolean {
    const path = this.#pathNow().replace(/\/+$/, '');
    // On its own page it was taken away because there is nothing to be played.
    return path !== `/watch/${slot.session.eventId}` && matchMedia(WIDE_ENOUGH).matches;
  }

  /** Gives way to whatever else is played with sound, and to Escape. */
  #listen(video: HTMLVideoElement): void {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const onPlay = ({ target }: Event) => {
      if (target instanceof HTMLMediaElement && target !== video && !target.muted) this.close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) this.close();
    };
    document.addEventListener('play', onPlay, { capture: true, signal });
    this.element.addEventListener('keydown', onKey, { signal });
  }

  #undock(): void {
    this.#stop.abort();
    this.element.removeAttribute('data-docked');
  }
}
