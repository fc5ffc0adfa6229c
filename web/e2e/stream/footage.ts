import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';

/** The demo's game, cut into CMAF fragments of half a second, so that tests can send it piece by piece. */

const game = new URL('../../../demo/kit/video/live-hockey.mp4', import.meta.url).pathname;
const folder = new URL('../../../artifacts/stream/', import.meta.url).pathname;
/** Pictures in a group, which is a segment of two seconds. */
const group = 24;
/** Pictures of the game that are repeated: all of it, in whole groups, as every segment must begin with a key frame. */
const repeated = 60 * group;
/** Seconds of footage: what has been sent when a test begins, and more than its time limit. */
export const footageSeconds = 780;

export interface Fragment {
  bytes: Buffer;
  /** Seconds. */
  start: number;
  duration: number;
}

export interface Track {
  init: Buffer;
  fragments: Fragment[];
}

const quiet = ['-hide_banner', '-loglevel', 'error', '-y'];
const again = ['-stream_loop', '-1', '-t', `${footageSeconds}`];
const fragmented = ['-movflags', '+cmaf+empty_moov+default_base_moof', '-frag_duration', '500000'];
const video = ['-map', '0:v', '-vf', 'scale=384:216', '-r', '12', '-c:v', 'libx264', '-preset', 'ultrafast'];
const grouped = [
  '-tune',
  'zerolatency',
  '-profile:v',
  'baseline',
  '-g',
  `${group}`,
  '-keyint_min',
  `${group}`,
  '-sc_threshold',
  '0',
];
const audio = ['-map', '0:a', '-c:a', 'aac', '-b:a', '64k', '-ac', '1', '-ar', '48000'];

/** Makes the file once and keeps it; a half-written one never gets the final name. */
function make(name: string, options: string[]): string {
  const path = `${folder}${name}`;
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const part = `${path}.${process.pid}.part`;
    execFileSync('ffmpeg', [...quiet, ...options, ...fragmented, '-f', 'mp4', part]);
    renameSync(part, path);
  }
  return path;
}

/** The picture is encoded once and then repeated as it is, which takes a quarter of the time. */
function makeVideo(): string {
  const once = make('video-groups.mp4', ['-i', game, ...video, ...grouped, '-frames:v', `${repeated}`]);
  return make(`video-${footageSeconds}.mp4`, [...again, '-i', once, '-c', 'copy']);
}

/** The sound is encoded in one go: each repetition of an encoded one would begin with the encoder's silence. */
function makeAudio(): string {
  return make(`audio-${footageSeconds}.mp4`, [...again, '-i', game, ...audio]);
}

interface Box {
  type: string;
  bytes: Buffer;
}

function boxes(file: Buffer): Box[] {
  const found: Box[] = [];
  for (let at = 0; at < file.length; ) {
    const size = file.readUInt32BE(at);
    found.push({ type: file.toString('latin1', at + 4, at + 8), bytes: file.subarray(at, at + size) });
    at += size;
  }
  return found;
}

/** A number of a full box: its version (byte 4 after the type) says whether it takes 32 or 64 bits. */
function field(box: Buffer, type: string, offset32: number, offset64: number, wide: boolean): number {
  const at = box.indexOf(type) + 4;
  if (box[at] !== 1) return box.readUInt32BE(at + offset32);
  return wide ? Number(box.readBigUInt64BE(at + offset64)) : box.readUInt32BE(at + offset64);
}

function cut(file: Buffer): Track {
  const all = boxes(file);
  const moov = all.find((box) => box.type === 'moov')?.bytes ?? Buffer.alloc(0);
  const scale = field(moov, 'mdhd', 12, 20, false);
  const starts: number[] = [];
  const pieces: Buffer[][] = [];
  for (const { type, bytes } of all) {
    if (type === 'moof') {
      starts.push(field(bytes, 'tfdt', 4, 4, true) / scale);
      pieces.push([bytes]);
    } else if (type === 'mdat') pieces.at(-1)?.push(bytes);
  }
  const fragments = pieces.map((parts, i) => {
    const start = starts[i] ?? 0;
    return { bytes: Buffer.concat(parts), start, duration: (starts[i + 1] ?? start + 0.5) - start };
  });
  return {
    init: Buffer.concat(all.filter((b) => b.type === 'ftyp' || b.type === 'moov').map((b) => b.bytes)),
    fragments,
  };
}

export interface Footage {
  v: Track;
  a: Track;
}

let made: Footage | undefined;

export function footage(): Footage {
  made ??= { v: cut(readFileSync(makeVideo())), a: cut(readFileSync(makeAudio())) };
  return made;
}
