// What a visitor downloads before a page works, gzip. `npm run build` fails above these limits.
import { readFileSync } from 'node:fs';

const routes = JSON.parse(readFileSync('dist/routes.json', 'utf8'));
const html = readFileSync('dist/index.html', 'utf8');
const named = (pattern) => [...html.matchAll(pattern)].map(([, name]) => `dist${name}`);
const files = (path, kind) => routes.find((route) => route.path === path)[kind].map((name) => `dist${name}`);
const scripts = (path) => [...named(/<script[^>]* src="([^"]+)"/g), ...files(path, 'chunks')];
const styles = (path) => [...named(/<link rel="stylesheet"[^>]* href="([^"]+)"/g), ...files(path, 'styles')];

export default [
  { name: 'home: scripts', path: scripts('/'), limit: '131.1 kB', gzip: true },
  { name: 'home: styles', path: styles('/'), limit: '12 kB', gzip: true },
  { name: 'list: scripts', path: scripts('/schedule'), limit: '138.5 kB', gzip: true },
  { name: 'watch: scripts', path: scripts('/watch/$id'), limit: '141 kB', gzip: true },
  { name: 'library: scripts', path: scripts('/vod_library'), limit: '136.1 kB', gzip: true },
  { name: 'video: scripts', path: scripts('/vod_library/$id'), limit: '135 kB', gzip: true },
  { name: 'log in: scripts', path: scripts('/login'), limit: '160 kB', gzip: true },
  { name: 'profile: scripts', path: scripts('/profile'), limit: '146 kB', gzip: true },
  { name: 'packages: scripts', path: scripts('/packages'), limit: '139 kB', gzip: true },
  { name: 'texts in a channel’s own words', path: 'dist/assets/words-*.js', limit: '9.5 kB', gzip: true },
  { name: 'a catalogue of texts', path: 'dist/assets/fr-*.js', limit: '11.1 kB', gzip: true },
];
