import type { Deck } from '../control/deck';
import type { Remote } from '../control/remote';
import type { PlayerState } from '../control/state';
import { AUTO } from '../engine/engine';
import { isParent } from './parents';
import { type Event, nothing, type Order, type Problem, readMessage, tell, timeOf, VERSION } from './protocol';

/** Messages heard within a second; what comes beyond them is not read. */
const MOST_HEARD = 60;

/** The window around, as much of it as a line needs. */
export type Around = Pick<Window, 'postMessage'>;

/**
 * The line between an embedded player and the page around it. It answers those whom the channel lets frame its players, each
 * at the origin it wrote from, and says nothing of itself before it was spoken to.
 */
export class Line {
  readonly #around: Around;
  readonly #parents: readonly string[];
  readonly #now: () => number;
  /** Who is told what happens: the origin that said hello. */
  #origin: string | null = null;
  #player: { deck: Deck; remote: Remote } | null = null;
  #heard = 0;
  #since = 0;

  constructor(around: Around, parents: readonly string[], now: () => number = () => performance.now()) {
    this.#around = around;
    this.#parents = parents;
    this.#now = now;
  }

  /** Listens until the returned function is called. `origin` is the page around, where the browser tells. */
  open(origin: string | null): () => void {
    const hear = (message: MessageEvent) => this.hear(message);
    window.addEventListener('message', hear);
    if (origin !== null && isParent(origin, this.#parents)) this.#send(origin, { event: 'listening' });
    return () => window.removeEventListener('message', hear);
  }

  /** Speaks for a player until the returned function is called. */
  connect(deck: Deck, remote: Remote): () => void {
    this.#player = { deck, remote };
    this.#say({ event: 'state', ...tell(deck.state) });
    const stop = deck.store.subscribe((state, before) => this.#report(state, before));
    return () => {
      stop();
      this.#player = null;
      this.#say({ event: 'state', ...nothing });
    };
  }

  hear({ source, origin, data }: Pick<MessageEvent, 'source' | 'origin' | 'data'>): void {
    if (source !== this.#around || !isParent(origin, this.#parents) || this.#isTooMuch()) return;
    const heard = readMessage(data);
    if (!heard) return;
    if ('problem' in heard) return this.#refuse(origin, heard.problem);
    if (heard.order.kind !== 'hello') return this.#obey(origin, heard.order);
    this.#origin = origin;
    this.#send(origin, { event: 'ready', ...this.#told() });
  }

  #told() {
    return this.#player ? tell(this.#player.deck.state) : nothing;
  }

  #isTooMuch(): boolean {
    const now = this.#now();
    if (now - this.#since > 1000) {
      this.#since = now;
      this.#heard = 0;
    }
    return ++this.#heard > MOST_HEARD;
  }

  #obey(origin: string, order: Exclude<Order, { kind: 'hello' }>): void {
    if (!this.#player || !carryOut(order, this.#player.deck, this.#player.remote)) this.#refuse(origin, 'not_playing');
  }

  #refuse(origin: string, problem: Problem): void {
    this.#send(origin, { event: 'error', problem });
  }

  #report(state: PlayerState, before: PlayerState): void {
    if (state.phase !== before.phase) {
      if (state.phase === 'play') this.#say({ event: 'play' });
      if (state.phase === 'pause') this.#say({ event: 'pause' });
      if (state.phase === 'complete') this.#say({ event: 'ended' });
    }
    if (state.error && state.error !== before.error) {
      this.#say({ event: 'error', problem: 'playback', code: state.error.code });
    }
    if (differs(state, before)) this.#say({ event: 'state', ...tell(state) });
    if (Math.floor(state.position) !== Math.floor(before.position)) this.#say({ event: 'time', ...timeOf(state) });
  }

  #say(event: Event): void {
    if (this.#origin !== null) this.#send(this.#origin, event);
  }

  #send(origin: string, event: Event): void {
    this.#around.postMessage({ grandstand: VERSION, ...event }, origin);
  }
}

/** Parts of the state whose change is told. */
const STATE = [
  'phase',
  'waiting',
  'live',
  'muted',
  'volume',
  'quality',
] as const satisfies readonly (keyof PlayerState)[];

function differs(state: PlayerState, before: PlayerState): boolean {
  // The list is read anew with every playlist, and hardly ever another one.
  return STATE.some((key) => state[key] !== before[key]) || state.qualities.length !== before.qualities.length;
}

/** Does what was asked; false where there is nothing that could do it. */
function carryOut(order: Exclude<Order, { kind: 'hello' }>, deck: Deck, remote: Remote): boolean {
  const { state } = deck;
  switch (order.kind) {
    case 'play':
      if (state.error) remote.retry();
      else if (state.phase === 'complete') remote.replay();
      else remote.play();
      return true;
    case 'pause':
      remote.pause();
      return true;
    case 'seek':
      if (order.to === 'live' && !state.live) return false;
      if (order.to === 'live') remote.seekEdge();
      else remote.seekTo(state.span.start + order.to);
      return true;
    case 'mute':
      if (order.on !== deck.surface?.video.muted) remote.toggleMute();
      return true;
    case 'volume':
      remote.setVolume(order.to);
      return true;
    case 'quality':
      return setQuality(order.to, state, remote);
  }
}

function setQuality(to: number | 'auto', { qualities }: PlayerState, remote: Remote): boolean {
  const found = to === 'auto' ? AUTO : qualities.find(({ height }) => height === to)?.id;
  if (found === undefined) return false;
  remote.setQuality(found);
  return true;
}

/** The origin of the page around this one, as far as the browser tells; null when it does not. */
export function originAround(): string | null {
  const [first] = location.ancestorOrigins ?? [];
  if (first) return first;
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : null;
}
