// Renders the demo's videos into the kit: node render.mjs [key…]
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kit } from './lib/paths.mjs';
import { studio } from './lib/studio.mjs';
import { shows } from './shows.mjs';
import { wav } from './sound/dsp.mjs';
import { soundtrack } from './sound/mix.mjs';

const LOUDNESS = -20;

function loudness(file) {
  const { stderr } = spawnSync('ffmpeg', ['-hide_banner', '-nostats', '-i', file, '-af', 'ebur128', '-f', 'null', '-'], { encoding: 'utf8' });
  return Number(/I:\s+(-?[\d.]+) LUFS/.exec(stderr.slice(stderr.lastIndexOf('Summary')))[1]);
}

// The sound at the wanted loudness, measured rather than guessed.
function sound(cues, folder) {
  const file = join(folder, 'sound.wav');
  const ring = soundtrack(cues);
  let gain = 1;
  for (let pass = 0; pass < 3; pass++) {
    writeFileSync(file, wav(ring, gain));
    gain *= 10 ** ((LOUDNESS - loudness(file)) / 20);
  }
  writeFileSync(file, wav(ring, gain));
  return file;
}

// An encoder that reads raw frames. Two-second closed groups, no B-frames: the
// server repackages the stream without touching it.
function encoder(s, fps, wavFile, out) {
  const gop = fps * 2;
  const x264 = `keyint=${gop}:min-keyint=${gop}:scenecut=0:bframes=0:open-gop=0:ref=4:aq-mode=3:aq-strength=0.8:psy-rd=0.6,0:deblock=1,1:rc-lookahead=${gop}`;
  const child = spawn('nice', ['-n', '10', 'ffmpeg', '-hide_banner', '-loglevel', 'error', '-y',
    '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${s.w}x${s.h}`, '-r', String(fps), '-i', 'pipe:0', '-i', wavFile,
    '-map', '0:v', '-map', '1:a', '-c:v', 'libx264', '-profile:v', 'high', '-preset', s.preset ?? 'slower', '-crf', String(s.crf), '-maxrate', s.maxrate, '-bufsize', s.bufsize, '-x264-params', x264,
    '-pix_fmt', 'yuv420p', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv',
    '-c:a', 'aac', '-b:a', '96k', '-ar', '48000', '-ac', '2', '-movflags', '+faststart', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact', out,
  ], { stdio: ['pipe', 'inherit', 'inherit'] });
  return {
    write: (b) => new Promise((ok) => (child.stdin.write(b) ? ok() : child.stdin.once('drain', ok))),
    end: () => new Promise((ok, fail) => {
      child.on('exit', (code) => (code ? fail(new Error(`ffmpeg: ${code}`)) : ok()));
      child.stdin.end();
    }),
  };
}

async function render(key) {
  const s = { crf: 27, maxrate: '900k', bufsize: '1800k', ...shows[key] };
  const { cues, marks } = await import(`./show/${s.name}.mjs`);
  const folder = mkdtempSync(join(tmpdir(), 'kit-'));
  mkdirSync(kit('video'), { recursive: true });
  const began = Date.now();
  const track = sound(cues, folder);
  if (marks) writeFileSync(kit(`video/${key}.json`), `[\n${marks().map((m) => `  ${JSON.stringify(m)}`).join(',\n')}\n]\n`);
  let enc;
  await studio(s, s.w, s.h, async (page, { seconds, fps }) => {
    enc = encoder(s, fps, track, kit(`video/${key}.mp4`));
    const total = Math.round(seconds * fps);
    for (let i = 0; i < total; i += 250) {
      await page.evaluate(([a, b, f]) => window.film(a, b, f), [i, Math.min(total, i + 250), fps]);
      console.log(`${key}: ${Math.min(total, i + 250)} of ${total} frames, ${Math.round((Date.now() - began) / 1000)} s`);
    }
    await enc.end();
  }, (frame) => enc.write(frame));
  rmSync(folder, { recursive: true });
}

for (const key of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(shows)) await render(key);
