import type { Ad } from '#/api/types';

export type AdEvent = Ad['events'][number]['event'];

/** Calls an address; what it answers is nobody's business. */
export type Send = (url: string) => void;

/** Calls it as a picture is asked for: that is what those who count ads expect, and what pages may do. */
export function sendPixel(url: string): void {
  const pixel = new Image(1, 1);
  pixel.referrerPolicy = 'no-referrer-when-downgrade';
  pixel.src = url;
}

/** What macros of VAST 4 in an address stand for (VAST 4.2, section 6). */
export interface Macros {
  /** Seconds into the ad. */
  position: number;
  /** The film's address. */
  asset: string;
  /** An error code of VAST, where one is told. */
  code?: number;
}

const fraction = (seconds: number) => (Math.max(0, seconds) % 60).toFixed(3).padStart(6, '0');
const two = (n: number) => String(Math.floor(n)).padStart(2, '0');

/** `HH:MM:SS.mmm` */
function timeCode(seconds: number): string {
  const whole = Math.max(0, seconds);
  return `${two(whole / 3600)}:${two((whole % 3600) / 60)}:${fraction(whole)}`;
}

/** The address with its macros filled in. Those that are not known, or would tell who watches, stay as they are. */
export function filled(url: string, { position, asset, code }: Macros, now: Date, random: number): string {
  const known: Record<string, string> = {
    CACHEBUSTING: String(Math.floor(random * 90_000_000) + 10_000_000),
    TIMESTAMP: now.toISOString(),
    ADPLAYHEAD: timeCode(position),
    MEDIAPLAYHEAD: timeCode(0),
    CONTENTPLAYHEAD: timeCode(0),
    ASSETURI: asset,
    ...(code !== undefined && { ERRORCODE: String(code) }),
  };
  return url.replace(/\[([A-Z]+)\]/g, (macro, name: string) => {
    const value = known[name];
    return value === undefined ? macro : encodeURIComponent(value);
  });
}

const quartiles: [part: number, event: AdEvent][] = [
  [0.25, 'firstQuartile'],
  [0.5, 'midpoint'],
  [0.75, 'thirdQuartile'],
];
/** What happens at most once to an ad; a pause may come again. */
const again: ReadonlySet<AdEvent> = new Set(['pause', 'resume', 'mute', 'unmute', 'click']);

/** Tells those who want to hear of an ad what happens to it: everything in order, and once. */
export class AdReport {
  readonly #ad: Pick<Ad, 'events' | 'media'>;
  readonly #send: Send;
  readonly #told = new Set<AdEvent>();

  constructor(ad: Pick<Ad, 'events' | 'media'>, send: Send = sendPixel) {
    this.#ad = ad;
    this.#send = send;
  }

  tell(event: AdEvent, position = 0, code?: number): void {
    if (this.#told.has(event)) return;
    if (!again.has(event)) this.#told.add(event);
    const macros = { position, asset: this.#ad.media?.url ?? '', ...(code !== undefined && { code }) };
    for (const { event: wanted, url } of this.#ad.events) {
      if (wanted === event && url.startsWith('https://')) this.#send(filled(url, macros, new Date(), Math.random()));
    }
  }

  /** The first picture is shown. */
  began(): void {
    this.tell('impression');
    this.tell('start');
  }

  /** Playback has come this far, in seconds. */
  reached(position: number, length: number): void {
    if (!(length > 0)) return;
    for (const [part, event] of quartiles) if (position >= part * length) this.tell(event, position);
  }
}

/** Error codes of VAST 4.2, 2.3.6.3, that a player gives. */
export const adError = { media: 400, missing: 401, slow: 402, format: 405 } as const;

/** The code of what a media element says: 2 is the network, 3 and 4 are what it cannot play. */
export function codeOf(error: Pick<MediaError, 'code'> | null): number {
  if (error?.code === 2) return adError.missing;
  return error?.code === 3 || error?.code === 4 ? adError.format : adError.media;
}
