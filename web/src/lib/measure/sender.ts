import type { Device, MeasuredSession, Report, Told, tell } from '#/api/analytics';
import { isRecord } from '#/api/failure';
import { pause } from '#/lib/pause';
import type { SessionKeeper } from './session';

/** Reports that wait at most; of more, the oldest are forgotten. */
export const mostWaiting = 200;
const retryDelayMs = 1_000;
const firstRestMs = 30_000;
const longestRestMs = 600_000;
/** Browsers let requests that outlive their page carry 64 KiB between them. */
const lastWordsBytes = 48_000;

interface SenderOptions {
  base: string;
  /** The channel's key. */
  profile: string;
  device: Device;
  session: SessionKeeper;
  tell: typeof tell;
}

type Outcome = 'done' | 'later';

/**
 * Sends reports one after another. One that fails is tried once more and then dropped; while the server is busy, or gives no
 * session, everything waits. Nobody is told of any of it.
 */
export class Sender {
  readonly #options: SenderOptions;
  #waiting: Report[] = [];
  #isRunning = false;
  #isLeaving = false;
  #restMs = firstRestMs;
  #restUntil = 0;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  add(report: Report): void {
    this.#waiting.push(report);
    if (this.#waiting.length > mostWaiting) this.#waiting.shift();
    if (this.#isLeaving) this.leave();
    else void this.#run();
  }

  /** The page goes away: what is left is sent at once, as far as it may be, and so is what is told while it goes. */
  leave(): void {
    this.#isLeaving = true;
    const uuid = this.#options.session.current();
    const left = this.#waiting;
    this.#waiting = [];
    if (!uuid || this.#restUntil > Date.now()) return;
    let bytes = 0;
    for (const report of left) {
      bytes += JSON.stringify(report).length;
      if (bytes <= lastWordsBytes) void this.#post(uuid, report);
    }
  }

  /** The page is shown again, out of the browser's memory. */
  comeBack(): void {
    this.#isLeaving = false;
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let report = this.#waiting.shift(); report; report = this.#waiting.shift()) {
      if ((await this.#send(report)) === 'done') continue;
      if (this.#waiting.length < mostWaiting) this.#waiting.unshift(report);
      await pause(this.#restUntil - Date.now());
    }
    this.#isRunning = false;
  }

  async #send(report: Report): Promise<Outcome> {
    for (const isLast of [false, true]) {
      const uuid = this.#options.session.current() ?? (await this.#open());
      if (!uuid) return 'later';
      const told = await this.#post(uuid, report);
      if (told.status === 200) {
        this.#restMs = firstRestMs;
        return 'done';
      }
      if (isBusy(told)) return this.#rest(told);
      if (told.status === 404 || told.status === 410) this.#options.session.drop();
      else if (!isLast) await pause(retryDelayMs);
    }
    return 'done';
  }

  #post(uuid: string, { path, body }: Report): Promise<Told> {
    const { base, profile } = this.#options;
    return this.#options.tell(base, path, { profile, session_uuid: uuid, ...body });
  }

  /** Opens a session. Where there is none to be had, everything rests for a while. */
  async #open(): Promise<string | null> {
    const { base, profile, device, session } = this.#options;
    const hash = await this.#options.tell(base, '/datalake/hash/');
    const text = isRecord(hash.data) && hash.status === 200 ? hash.data.hash : null;
    if (typeof text !== 'string') return this.#none(hash);
    const opened = await this.#options.tell(base, '/datalake/session/', { profile, session: text, ...device });
    const { session_uuid: uuid } = (opened.status === 200 ? opened.data : {}) as Partial<MeasuredSession>;
    if (!uuid) return this.#none(opened);
    session.hold(uuid);
    return uuid;
  }

  #none(told: Told): null {
    this.#rest(told);
    return null;
  }

  #rest({ retryAfterMs }: Told): Outcome {
    this.#restUntil = Date.now() + Math.min(Math.max(retryAfterMs ?? 0, this.#restMs), longestRestMs);
    this.#restMs = Math.min(this.#restMs * 2, longestRestMs);
    return 'later';
  }
}

function isBusy({ status }: Told): boolean {
  return status === 429 || status === 503;
}
