import { hasCode } from '#/api/failure';
import type { LeasedMedium } from '#/api/types';
import { tab } from '#/lib/storage';
import { endLease, type Subject, takeLease } from './api';

/** `refused`: all screens were taken when the player was opened; `lost`: another one took the place of this one. */
export type Standing = 'asking' | 'held' | 'refused' | 'lost';

/** How soon to ask again after no answer. */
const AGAIN_MS = 3000;
/** Under which name the tab remembers its last player. */
const PLAYER = 'player';

/**
 * The place of one open player among the screens on which a user may watch at once: taken before it plays, renewed while it
 * is open, given back when it is closed. Each player has a name of its own, and inherits the place of the one that was open
 * before in the same tab: so a page that is loaded again needs no second place, and what the old one says late is nobody's.
 */
export class Place {
  readonly #subject: Subject;
  readonly #onChange: (standing: Standing) => void;
  readonly #onMedia: (media: readonly LeasedMedium[]) => void;
  #player = '';
  #before: string | null = null;
  #standing: Standing;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Answers of earlier turns are too late. */
  #turn = 0;

  constructor(
    subject: Subject,
    standing: Standing,
    onChange: (standing: Standing) => void,
    onMedia: (media: readonly LeasedMedium[]) => void,
  ) {
    this.#subject = subject;
    this.#standing = standing;
    this.#onChange = onChange;
    this.#onMedia = onMedia;
  }

  open(): void {
    this.#before = tab.loadText(PLAYER);
    this.#player = crypto.randomUUID();
    tab.save(PLAYER, this.#player);
    void this.#ask(false);
  }

  /** Asks for fresh addresses under another name: those of this player are refused. Its place goes on. */
  renew(): void {
    if (this.#standing === 'held') this.open();
  }

  /** Takes the place of the screen that has been on longest when none is free. */
  async insist(): Promise<void> {
    await this.#ask(true);
  }

  close(): void {
    this.#turn++;
    clearTimeout(this.#timer);
    if (this.#player && this.#standing === 'held') endLease(this.#player);
  }

  async #ask(instead: boolean): Promise<void> {
    clearTimeout(this.#timer);
    const turn = ++this.#turn;
    try {
      const { renew_after, media } = await takeLease({
        ...this.#subject,
        player: this.#player,
        ...(this.#before && { before: this.#before }),
        ...(instead && { instead }),
      });
      if (turn !== this.#turn) return;
      this.#before = null;
      this.#onMedia(media);
      this.#change('held');
      this.#again(renew_after * 1000);
    } catch (error) {
      if (turn !== this.#turn) return;
      if (hasCode(error, 'too_many_streams')) this.#change(this.#standing === 'held' ? 'lost' : 'refused');
      else this.#again(AGAIN_MS);
    }
  }

  #again(ms: number): void {
    this.#timer = setTimeout(() => void this.#ask(false), ms);
  }

  #change(standing: Standing): void {
    if (standing === this.#standing) return;
    // Who insists in vain is where they were.
    if (standing === 'refused' && this.#standing === 'lost') return;
    this.#standing = standing;
    this.#onChange(standing);
  }
}
