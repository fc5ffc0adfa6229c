import { type Footage, type Fragment, footage } from './footage.ts';

/** Fragments in a segment. */
const perSegment = 4;
/** Segments at the edge that are listed with their parts, and that a delta update repeats. */
const withParts = 3;
const fresh = 12;
const blockMs = 8000;

export interface Answer {
  status: number;
  body?: Buffer | string;
  type?: string;
}

type Kind = keyof Footage;
const isKind = (kind: string): kind is Kind => kind === 'v' || kind === 'a';
const playlistNames: Record<string, Kind> = { 'video.m3u8': 'v', 'audio.m3u8': 'a' };
const hls = 'application/vnd.apple.mpegurl';

/**
 * A live stream as the server sends it (low-latency HLS with the whole event as window, blocked reloads, delta updates,
 * separate video and audio), in the hands of a test: it can lose its encoder, get it back, and end.
 */
export class Stream {
  /** Epoch milliseconds of the first picture. */
  readonly began: number;
  /** Milliseconds by which the sound is dated after the picture: hls.js places its timeline by that. */
  soundOffset = 0;
  readonly #footage = footage();
  #stoppedAt: number | null = null;
  #ended = false;

  constructor(alreadySent: number) {
    this.began = Date.now() - alreadySent * 1000;
  }

  get state(): 'live' | 'reconnecting' | 'ended' {
    if (this.#ended) return 'ended';
    return this.#stoppedAt === null ? 'live' : 'reconnecting';
  }

  drop(): void {
    this.#stoppedAt = Date.now();
  }

  /** The encoder is back. What it would have sent meanwhile is there at once. */
  restore(): void {
    this.#stoppedAt = null;
  }

  end(): void {
    this.#stoppedAt ??= Date.now();
    this.#ended = true;
  }

  /** Answers a request below the stream's signed folder. */
  async answer(file: string, query: URLSearchParams): Promise<Answer> {
    if (file === 'index.m3u8') return { status: 200, body: index, type: hls };
    const kind = playlistNames[file];
    if (kind) return this.#playlist(kind, query);
    const [, of = '', name = ''] = /^([va])\/(.+)$/.exec(file) ?? [];
    return isKind(of) ? this.#media(of, name) : { status: 404 };
  }

  async #playlist(kind: Kind, query: URLSearchParams): Promise<Answer> {
    const msn = query.get('_HLS_msn');
    const wanted = msn === null ? 0 : Number(msn) * perSegment + Number(query.get('_HLS_part') ?? perSegment - 1) + 1;
    if (!(await this.#until(() => this.#ended || this.#sent(kind) >= wanted))) return { status: 503 };
    return { status: 200, body: this.#write(kind, query), type: hls };
  }

  async #media(kind: Kind, name: string): Promise<Answer> {
    const { init, fragments } = this.#footage[kind];
    if (name === '1.mp4') return { status: 200, body: init, type: 'video/mp4' };
    const [, segment, part] = /^1-(\d+)(?:-(\d))?\.m4s$/.exec(name) ?? [];
    if (segment === undefined) return { status: 404 };
    const first = Number(segment) * perSegment + Number(part ?? 0);
    const last = part === undefined ? first + perSegment : first + 1;
    if (!(await this.#until(() => this.#ended || this.#sent(kind) >= last))) return { status: 404 };
    const there = this.#ended ? Math.min(last, this.#sent(kind)) : last;
    if (there <= first) return { status: 404 };
    const body = Buffer.concat(fragments.slice(first, there).map((fragment) => fragment.bytes));
    return { status: 200, body, type: 'video/mp4' };
  }

  /** Waits as a blocked request does; false when it takes too long. */
  async #until(there: () => boolean): Promise<boolean> {
    const deadline = Date.now() + blockMs;
    while (!there()) {
      if (Date.now() > deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    return true;
  }

  /** Fragments that an encoder would have sent by now. */
  #sent(kind: Kind): number {
    const length = ((this.#stoppedAt ?? Date.now()) - this.began) / 1000;
    const next = this.#footage[kind].fragments.findIndex(({ start, duration }) => start + duration > length);
    return next < 0 ? this.#footage[kind].fragments.length : next;
  }

  #write(kind: Kind, query: URLSearchParams): string {
    const delta = query.get('_HLS_skip') === 'YES';
    const { fragments } = this.#footage[kind];
    const sent = this.#sent(kind);
    // With the end the segment that was being sent is finished as it is.
    const segments = this.#ended ? Math.ceil(sent / perSegment) : Math.floor(sent / perSegment);
    const skipped = delta && !this.#ended ? Math.max(0, segments - fresh) : 0;
    const lines = [
      ...this.#head(query.get('updates') === 'delta'),
      ...(skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`] : []),
    ];
    lines.push(`#EXT-X-MAP:URI="${kind}/1.mp4"`);
    for (let segment = skipped; segment < segments; segment++) {
      const parts = fragments.slice(segment * perSegment, Math.min((segment + 1) * perSegment, sent));
      if (segment === skipped || segment % fresh === 0) lines.push(this.#date(kind, parts[0]));
      if (!this.#ended && segment >= segments - withParts) lines.push(...listParts(kind, segment, parts));
      lines.push(`#EXTINF:${total(parts)},`, `${kind}/1-${segment}.m4s`);
    }
    return `${[...lines, ...this.#tail(kind, segments, sent)].join('\n')}\n`;
  }

  #head(merges: boolean): string[] {
    const head = ['#EXTM3U', '#EXT-X-VERSION:9', '#EXT-X-INDEPENDENT-SEGMENTS', '#EXT-X-TARGETDURATION:4'];
    const control = '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=12,PART-HOLD-BACK=1.56';
    if (!this.#ended) head.push(merges ? `${control},CAN-SKIP-UNTIL=24` : control, '#EXT-X-PART-INF:PART-TARGET=0.52');
    return [...head, '#EXT-X-MEDIA-SEQUENCE:0', `#EXT-X-PLAYLIST-TYPE:${this.#ended ? 'VOD' : 'EVENT'}`];
  }

  #tail(kind: Kind, segments: number, sent: number): string[] {
    if (this.#ended) return ['#EXT-X-ENDLIST'];
    const open = this.#footage[kind].fragments.slice(segments * perSegment, sent);
    const lines = listParts(kind, segments, open);
    if (this.#stoppedAt === null) {
      lines.push(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${kind}/1-${segments}-${open.length}.m4s"`);
    }
    const [other, uri] = kind === 'v' ? (['a', 'audio.m3u8'] as const) : (['v', 'video.m3u8'] as const);
    const last = this.#sent(other) - 1;
    const report = `LAST-MSN=${Math.floor(last / perSegment)},LAST-PART=${last % perSegment}`;
    return [...lines, `#EXT-X-RENDITION-REPORT:URI="${uri}",${report}`];
  }

  #date(kind: Kind, fragment: Fragment | undefined): string {
    const offset = kind === 'a' ? this.soundOffset : 0;
    const date = new Date(this.began + offset + (fragment?.start ?? 0) * 1000);
    return `#EXT-X-PROGRAM-DATE-TIME:${date.toISOString()}`;
  }
}

const index = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Main",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="1",URI="audio.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.42c015,mp4a.40.2",RESOLUTION=384x216,FRAME-RATE=24.000,AUDIO="audio",CLOSED-CAPTIONS=NONE
video.m3u8
`;

function listParts(kind: Kind, segment: number, parts: Fragment[]): string[] {
  return parts.map(({ duration }, i) => {
    const independent = i === 0 || kind === 'a' ? ',INDEPENDENT=YES' : '';
    return `#EXT-X-PART:DURATION=${duration.toFixed(5)},URI="${kind}/1-${segment}-${i}.m4s"${independent}`;
  });
}

function total(parts: Fragment[]): string {
  return parts.reduce((sum, { duration }) => sum + duration, 0).toFixed(5);
}
