import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';

const SECONDS = 90;
const types: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
};

let drawn: Promise<string> | null = null;

/** A recording of a minute and a half with a counter in it; drawn once, in a folder of its own. */
function recording(): Promise<string> {
  drawn ??= draw();
  return drawn;
}

async function draw(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-clips-'));
  const picture = `testsrc2=size=320x180:rate=25:duration=${SECONDS}`;
  const sound = `sine=frequency=440:duration=${SECONDS}`;
  const coding =
    '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -keyint_min 50 -sc_threshold 0 -c:a aac -b:a 64k';
  const packing = '-f hls -hls_time 2 -hls_playlist_type vod -hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4';
  const names = ['-hls_segment_filename', join(folder, '%d.m4s'), join(folder, 'video.m3u8')];
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound];
  await promisify(execFile)('ffmpeg', [...inputs, ...coding.split(' '), ...packing.split(' '), ...names]);
  return folder;
}

const main = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.42c00d,mp4a.40.2",RESOLUTION=320x180,FRAME-RATE=25
video.m3u8
`;

/**
 * Plays the recording for every address below `/media/signature/`; its multivariant playlist is `index.m3u8`. `startMs` is
 * the wall-clock time of the first frame in epoch milliseconds.
 */
export async function playRecording(page: Page, startMs?: number): Promise<void> {
  const folder = await recording();
  await page.route(
    (url) => url.pathname.startsWith('/media/signature/'),
    async (route) => {
      const name = basename(new URL(route.request().url()).pathname);
      await route.fulfill({
        body: name === 'index.m3u8' ? main : await read(join(folder, name), startMs),
        contentType: types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      });
    },
  );
}

async function read(file: string, startMs?: number): Promise<Buffer | string> {
  if (startMs === undefined || !file.endsWith('.m3u8')) return readFile(file);
  const date = `#EXT-X-PROGRAM-DATE-TIME:${new Date(startMs).toISOString()}`;
  return (await readFile(file, 'utf8')).replace('#EXTINF', `${date}\n#EXTINF`);
}
