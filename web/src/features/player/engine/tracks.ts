import Hls, { Events, type Fragment, type LevelDetails } from 'hls.js';

/**
 * hls.js loads the live edge of a track when the position is before the first segment of that track. The first segments of
 * picture and sound differ by the rounding of their lengths, so a position this many seconds later is within both.
 */
const HEAD = 0.1;
/** Seconds by which a track may begin after the position: an audio frame, the first picture. */
const NEAR = 0.25;

type Kind = 'main' | 'audio';

/** Tracks which segments of picture and sound hls.js loads. Both have a playlist and a timeline of their own. */
export class Tracks {
  readonly #loading = new Map<Kind, Fragment>();
  #buffers: { main?: SourceBuffer | undefined; audio?: SourceBuffer | undefined } = {};
  #sound: LevelDetails | null = null;
  /** Bytes of segments and parts that are complete. */
  #complete = 0;
  readonly #hls: Hls;

  constructor(hls: Hls) {
    this.#hls = hls;
    hls.on(Events.MANIFEST_LOADING, () => {
      this.#loading.clear();
      this.#sound = null;
    });
    hls.on(Events.AUDIO_TRACK_UPDATED, (_, { details }) => {
      this.#sound = details;
    });
    hls.on(Events.BUFFER_CREATED, (_, { tracks }) => {
      const { video, audio, audiovideo } = tracks;
      this.#buffers = { main: video?.buffer ?? audiovideo?.buffer, audio: audio?.buffer };
    });
    hls.on(Events.MEDIA_DETACHING, () => {
      this.#buffers = {};
    });
    hls.on(Events.FRAG_LOADED, (_, { frag, part }) => {
      this.#complete += (part ?? frag).stats.loaded;
    });
    hls.on(Events.FRAG_LOADING, (_, { frag }) => {
      const kind: string = frag.type;
      if (frag.sn !== 'initSegment' && (kind === 'main' || kind === 'audio')) this.#loading.set(kind, frag);
    });
  }

  /** The first position within picture and sound; null for a recording, whose first segment hls.js finds by itself. */
  first(): number | null {
    const picture = this.#hls.latestLevelDetails;
    if (!picture?.live) return null;
    return Math.max(picture.fragmentStart, this.#sound?.fragmentStart ?? 0) + HEAD;
  }

  /** Bytes of media that arrived, with those of what is on its way. */
  received(): number {
    const under = [...this.#loading.values()].filter(({ stats }) => stats.loading.end === 0);
    return under.reduce((sum, { stats }) => sum + stats.loaded, this.#complete);
  }

  isAstray(position: number): boolean {
    return [...this.#loading].some(([kind, fragment]) => {
      const buffer = this.#buffers[kind];
      if (!buffer || holds(buffer, position)) return false;
      return isElsewhere(fragment, position);
    });
  }
}

/** Whether a segment is far from the position: it ends before it, or begins more than two segment lengths after it. */
export function isElsewhere({ start, duration }: Pick<Fragment, 'start' | 'duration'>, position: number): boolean {
  return start > position + 2 * duration + NEAR || start + duration < position - NEAR;
}

function holds(buffer: Pick<SourceBuffer, 'buffered'>, position: number): boolean {
  const { buffered } = buffer;
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) <= position + NEAR && buffered.end(i) > position) return true;
  }
  return false;
}

/** The position at which loading begins: within both tracks, never before HEAD. */
export function startPosition(wanted: number): number {
  return Math.max(wanted, HEAD);
}
