// Renders the demo's videos into the kit.
//   node render.mjs [--draw] [--for=seconds] [key…]
// --draw leaves the encoding for later; --for begins no further file of frames after
// so many seconds, and ends with 3 where some are missing.
// Frames are kept in out/<key>, ten seconds a file: delete a file to have those
// seconds drawn again; with all of them there, only the encoding is done anew.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { film, tool } from './lib/paths.mjs';
import { credits, studio } from './lib/studio.mjs';
import { shows } from './shows.mjs';
import { wav } from './sound/dsp.mjs';
import { soundtrack } from './sound/mix.mjs';

const LOUDNESS = -20; // LUFS
const CHUNK = 10; // seconds a file of drawn frames holds
const QUIET = ['-hide_banner', '-loglevel', 'error', '-y'];
const COLOURS = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];
const out = (name) => tool(`out/${name}`);

function loudness(file) {
  const { stderr } = spawnSync('ffmpeg', ['-hide_banner', '-nostats', '-i', file, '-af', 'ebur128', '-f', 'null', '-'], { encoding: 'utf8' });
  return Number(/I:\s+(-?[\d.]+) LUFS/.exec(stderr.slice(stderr.lastIndexOf('Summary')))[1]);
}

// The sound at the wanted loudness, measured rather than guessed.
function sound(key, ring) {
  const file = out(`${key}.wav`);
  let gain = 1;
  for (let pass = 0; pass < 3; pass++) {
    writeFileSync(file, wav(ring, gain));
    gain *= 10 ** ((LOUDNESS - loudness(file)) / 20);
  }
  writeFileSync(file, wav(ring, gain));
}

// A near-lossless file of all the frames: drawing is slow, encoding is tried often.
function master(s, fps, file) {
  const child = spawn('ffmpeg', [...QUIET, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${s.w}x${s.h}`, '-r', String(fps), '-i', 'pipe:0',
    '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '8', '-threads', '1', '-pix_fmt', 'yuv420p', ...COLOURS, file], { stdio: ['pipe', 'inherit', 'inherit'] });
  return {
    write: (b) => new Promise((ok) => (child.stdin.write(b) ? ok() : child.stdin.once('drain', ok))),
    end: () => new Promise((ok, fail) => {
      child.on('exit', (code) => (code ? fail(new Error(`ffmpeg: ${code}`)) : ok()));
      child.stdin.end();
    }),
  };
}

// Draws what is missing: ten seconds a file, so that a change redraws little.
async function draw(key, s) {
  const began = Date.now(), folder = out(key);
  mkdirSync(folder, { recursive: true });
  const missing = ({ seconds, fps }) => Array.from({ length: Math.ceil(seconds / CHUNK) }, (_, i) => ({ file: `${folder}/${String(i).padStart(2, '0')}.mkv`, first: i * CHUNK * fps, last: Math.min(seconds, (i + 1) * CHUNK) * fps })).filter((c) => !existsSync(c.file));
  await studio(s, s.w, s.h, async (page, info) => {
    for (const { file, first, last } of missing(info)) {
      if (Date.now() - began > patience * 1000) process.exit(3);
      const part = master(s, info.fps, file.replace('.mkv', '.part.mkv')), batch = 5;
      for (let i = first; i < last; i += batch) {
        await part.write(Buffer.from(await page.evaluate(([a, k, f]) => window.film(a, k, f), [i, Math.min(batch, last - i), info.fps]), 'base64'));
      }
      await part.end();
      renameSync(file.replace('.mkv', '.part.mkv'), file);
      console.log(`${key}: ${last} of ${info.seconds * info.fps} frames, ${Math.round((Date.now() - began) / 1000)} s`);
    }
  });
}

// The list of drawn files, for ffmpeg to read as one.
function reel(key) {
  const list = out(`${key}.txt`);
  writeFileSync(list, readdirSync(out(key)).filter((f) => /^\d+\.mkv$/.test(f)).sort().map((f) => `file '${out(key)}/${f}'\n`).join(''));
  return ['-f', 'concat', '-safe', '0', '-i', list];
}

/**
 * Encodes a drawn video to its budget in two passes: closed groups of two
 * seconds, no B-frames, so that a server repackages it without touching it.
 */
function encode(key, s, fps) {
  const gop = fps * 2;
  const x264 = `keyint=${gop}:min-keyint=${gop}:scenecut=0:bframes=0:open-gop=0:ref=5:aq-mode=3:aq-strength=0.7:psy-rd=0.5,0:deblock=1,1:rc-lookahead=${gop}:stats=${out(`${key}.stats`)}`;
  const video = ['-map', '0:v', '-c:v', 'libx264', '-profile:v', 'high', '-preset', 'slower', '-b:v', s.rate, '-maxrate', s.peak, '-bufsize', s.peak, '-x264-params', x264, '-r', String(fps), '-pix_fmt', 'yuv420p', ...COLOURS];
  const run = (args) => {
    const { status } = spawnSync('ffmpeg', args, { stdio: 'inherit' });
    if (status) throw new Error(`ffmpeg: ${status}`);
  };
  run([...QUIET, ...reel(key), ...video, '-pass', '1', '-f', 'null', '-']);
  run([...QUIET, ...reel(key), '-i', out(`${key}.wav`), ...video, '-pass', '2', '-map', '1:a', '-c:a', 'aac', '-b:a', s.sound ?? '96k', '-ar', '48000', '-ac', '2',
    '-movflags', '+faststart', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact', out(`${key}.mp4`)]);
  copyFileSync(out(`${key}.mp4`), film(key, s)); // whole or not at all
  for (const f of ['stats', 'stats.mbtree']) rmSync(out(`${key}.${f}`), { force: true });
  console.log(`${key}: ${(statSync(film(key, s)).size / 1e6).toFixed(2)} MB`);
}

function writeMarks(key, s, marks) {
  writeFileSync(film(key, s, '.json'), `[\n${marks.map((m) => `  ${JSON.stringify(m)}`).join(',\n')}\n]\n`);
}

const drawOnly = process.argv.includes('--draw');
const patience = Number(process.argv.find((a) => a.startsWith('--for='))?.slice(6) ?? Infinity);
const keys = process.argv.slice(2).filter((a) => !a.startsWith('--'));
mkdirSync(out(''), { recursive: true });
for (const key of keys.length ? keys : Object.keys(shows)) {
  const s = shows[key];
  mkdirSync(dirname(film(key, s)), { recursive: true });
  const { cues, sound: music, marks, fps } = await import(`./show/${s.name}.mjs`);
  await draw(key, s);
  if (drawOnly) continue;
  sound(key, music ? music(s) : soundtrack(cues));
  if (marks && s.timeline !== false) writeMarks(key, s, marks(credits(s)));
  encode(key, s, fps);
}
