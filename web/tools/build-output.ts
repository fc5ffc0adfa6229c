import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Manifest, Plugin, ResolvedConfig } from 'vite';
import { listRoutes, type RouteEntry } from './route-list.ts';

const routesDirectory = 'src/app/routes';
const catalogueOf = /^src\/locales\/(\w+)\/index\.ts$/;
const smallest = 512;

/** What every page that a channel's server did not write begins with; a channel may have another typeface. */
const defaultFonts = /\/(figtree|sofia-sans-extra-condensed)-[^/]*\.woff2$/;

/**
 * What the server embeds beside the bundle: routes.json (every route with the chunks it starts with), texts.json (the
 * catalogue of each language) and a brotli and a gzip copy of each file that shrinks. Fonts are preloaded by the page, as
 * text waits for them.
 */
export function buildOutput(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'grandstand-build-output',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => defaultFonts.test(name))
          .map((name) => ({
            tag: 'link',
            injectTo: 'head-prepend',
            attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          })),
    },
    writeBundle(_, bundle) {
      const dist = resolve(config.root, config.build.outDir);
      const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
      // The route /$ stands for the pages that a channel made itself.
      const routes = listRoutes(join(config.root, routesDirectory)).map((route) => describe(route, manifest));
      writeFileSync(join(dist, 'routes.json'), `${JSON.stringify(routes, null, 1)}\n`);
      writeFileSync(join(dist, 'texts.json'), `${JSON.stringify(catalogues(manifest), null, 1)}\n`);
      for (const name of Object.keys(bundle)) compress(join(dist, name));
    },
  };
}

/** A route with the files its page starts with, as addresses; the entry script itself is in index.html. */
export function describe({ file, ...route }: RouteEntry, manifest: Manifest) {
  const entry = filesOf('index.html', manifest);
  const own = filesOf(`${routesDirectory}/${file}?tsr-split=component`, manifest);
  const script = manifest['index.html']?.file;
  const chunks = [...entry.chunks.union(own.chunks)].filter((name) => name !== script);
  const styles = [...own.styles.difference(entry.styles)];
  return { ...route, chunks: chunks.map(address), styles: styles.map(address) };
}

/** The script with the texts of each language, as an address. */
export function catalogues(manifest: Manifest): Record<string, string> {
  const named = Object.entries(manifest).map(([source, { file }]) => [catalogueOf.exec(source)?.[1], address(file)]);
  return Object.fromEntries(named.filter(([language]) => language));
}

function address(name: string): string {
  return `/${name}`;
}

interface Files {
  chunks: Set<string>;
  styles: Set<string>;
}

function filesOf(name: string, manifest: Manifest, found: Files = { chunks: new Set(), styles: new Set() }): Files {
  const chunk = manifest[name];
  if (!chunk || found.chunks.has(chunk.file)) return found;
  found.chunks.add(chunk.file);
  for (const style of chunk.css ?? []) found.styles.add(style);
  for (const next of chunk.imports ?? []) filesOf(next, manifest, found);
  return found;
}

function compress(path: string): void {
  if (!/\.(js|css|svg|json|txt|webmanifest)$/.test(path) || path.includes('/.vite/')) return;
  const plain = readFileSync(path);
  if (plain.length < smallest) return;
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
  const gzip = gzipSync(plain, { level: 9 });
  if (brotli.length < plain.length) writeFileSync(`${path}.br`, brotli);
  if (gzip.length < plain.length) writeFileSync(`${path}.gz`, gzip);
}
