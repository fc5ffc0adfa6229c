import type { Trouble } from '../engine/engine';
import { type Astray, observeAstray, together } from '../logic/astray';
import { MAX_ATTEMPTS, retryDelay } from '../logic/retry';
import { isStarved, observe, type Sample, startWatch, type Watch } from '../logic/watchdog';

export interface Rescue {
  /** Asks the engine for data again. */
  resume(): void;
  rebuild(): void;
  /** Loads picture and sound again at the playhead. */
  realign(): void;
  /** Loads the source from scratch at the same position. */
  reopen(): void;
  /** Asks the page for a freshly signed address. */
  renew(): void;
  setWaiting(waiting: boolean): void;
  setReconnecting(reconnecting: boolean): void;
  /** The line brings data, and not enough of it. */
  tellSlow(): void;
  fail(code: string): void;
}

/** Fresh signatures refused in a row before access counts as lost. */
const MAX_REFUSALS = 3;

/** Decides what trouble leads to: another try, a rescue, or an error the viewer sees. */
export class Supervisor {
  readonly #rescue: Rescue;
  readonly #random: () => number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  #refusals = 0;
  /** Whether the signature in use came after the last refusal. */
  #fresh = false;
  #watch: Watch = startWatch(0, -1);
  #astray: Astray = together;

  constructor(rescue: Rescue, random: () => number = Math.random) {
    this.#rescue = rescue;
    this.#random = random;
  }

  trouble(trouble: Trouble): void {
    switch (trouble.kind) {
      case 'retrying':
        this.#rescue.setReconnecting(true);
        return;
      case 'slow':
        this.#rescue.tellSlow();
        return;
      case 'network':
        this.#again(trouble.status > 0 ? `P-NET-${trouble.status}` : 'P-NET');
        return;
      case 'refused':
        this.#refused();
        return;
      case 'media':
        this.#fail('P-MEDIA');
        return;
      case 'unsupported':
        this.#fail('P-CODEC');
    }
  }

  /** Data arrived. */
  healthy(): void {
    this.#attempts = 0;
    this.#refusals = 0;
    this.#fresh = false;
    this.#cancel();
    this.#rescue.setReconnecting(false);
  }

  /** A fresh signature is in use. */
  renewed(): void {
    this.#fresh = true;
    this.hurry();
  }

  /** The cause may be gone (network back, fresh signature): no reason to wait for the next attempt. */
  hurry(): void {
    if (this.#timer === undefined) return;
    this.#cancel();
    this.#rescue.resume();
  }

  /** Looks at the playhead and at what is loaded there. A stall with a known cause is already being dealt with. */
  sample(sample: Sample, astray: boolean): void {
    this.#mendTracks(sample.now, astray);
    const expected = sample.expected && this.#attempts === 0;
    const { watch, action } = observe(this.#watch, { ...sample, expected });
    this.#watch = watch;
    if (isStarved(watch, { ...sample, expected })) this.#rescue.tellSlow();
    if (action === 'waiting') this.#rescue.setWaiting(true);
    if (action === 'nudge') this.#rescue.resume();
    if (action === 'rebuild') this.#rescue.rebuild();
    if (action === 'reopen') this.#rescue.reopen();
    if (action === 'fail') this.#fail('P-STALL');
  }

  #mendTracks(now: number, astray: boolean): void {
    const { watch, action } = observeAstray(this.#astray, now, astray && this.#attempts === 0);
    this.#astray = watch;
    if (action === 'realign') this.#rescue.realign();
    if (action === 'reopen') this.#rescue.reopen();
  }

  stop(): void {
    this.#cancel();
  }

  /** Plans one more attempt. Requests that were under way together fail together: one attempt answers them all. */
  #again(code: string): void {
    if (this.#timer !== undefined) return;
    if (this.#attempts >= MAX_ATTEMPTS) {
      this.#fail(code);
      return;
    }
    this.#rescue.setReconnecting(true);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#rescue.resume();
      },
      retryDelay(this.#attempts++, this.#random()),
    );
  }

  /** Counts signatures, not requests: a fresh one may take its time, and what is refused meanwhile says nothing new. */
  #refused(): void {
    if (this.#fresh && ++this.#refusals >= MAX_REFUSALS) {
      this.#fail('P-ACCESS');
      return;
    }
    this.#fresh = false;
    if (this.#timer === undefined) this.#rescue.renew();
    this.#again('P-ACCESS');
  }

  #fail(code: string): void {
    this.#cancel();
    this.#rescue.fail(code);
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
