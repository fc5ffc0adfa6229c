import { globSync, readFileSync } from 'node:fs';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import packageFile from './package.json' with { type: 'json' };
import { buildOutput } from './tools/build-output.ts';
import { channelWords } from './tools/channel-words.ts';
import { startChunks } from './tools/chunks.ts';
import { leanHls } from './tools/lean-hls.ts';
import { linkedStyles } from './tools/linked-styles.ts';
import { plainIcons } from './tools/plain-icons.ts';
import { preloads } from './tools/preloads.ts';
import { routeKinds } from './tools/route-kinds.ts';
import { routeTree } from './tools/route-tree.ts';
import { routerOptions } from './tools/router-options.ts';

const { dependencies } = packageFile;
const backend = process.env.GRANDSTAND_URL ?? 'http://127.0.0.1:8080';

/** Only in `make soak`. */
const slowMachine = process.env.LATE_MS ? ['src/testing/slow-machine.ts'] : [];

const tool = (name: string) => new URL(`./tools/${name}`, import.meta.url).pathname;
const source = (name: string) => new URL(`./src/app/${name}`, import.meta.url).pathname;
/** The part of a route that its page alone loads, as the router's plugin names it. */
const screen = (name: string) => `${source(`routes/${name}.tsx`)}?tsr-split=component`;
const below = new URL('./src/features/home/below.tsx', import.meta.url).pathname;

const testFiles = globSync(['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'], { cwd: import.meta.dirname });

/** Whether a test file draws components, replaces modules or loads them again. It needs a document and libraries of its own. */
const needsItsOwn = (file: string) =>
  file.endsWith('.tsx') ||
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(new URL(file, import.meta.url), 'utf8'));

export default defineConfig({
  plugins: [
    routeKinds(),
    tanstackRouter({ ...routerOptions, target: 'react', autoCodeSplitting: true }),
    routeTree(),
    plainIcons(),
    leanHls(dependencies['hls.js']),
    react(),
    lingui(),
    channelWords(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    linkedStyles(),
    preloads(),
    buildOutput(),
  ],
  resolve: {
    alias: {
      '#': new URL('./src', import.meta.url).pathname,
      // Libraries that still know React 17 bring a stand-in for what React has had since 18.
      'use-sync-external-store/shim': 'use-sync-external-store',
      // Parts of TanStack Query and Router, as these name them themselves.
      './mutationCache.js': tool('no-mutations.ts'),
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORT ?? 5173),
    proxy: Object.fromEntries(['/api', '/keys', '/media', '/storage', '/analytics'].map((p) => [p, backend])),
  },
  build: {
    target: 'es2023',
    manifest: true,
    assetsInlineLimit: 0,
    cssMinify: 'lightningcss',
    rolldownOptions: {
      output: {
        // Names of chunks stand in the list of what each part needs, which every page downloads. Only texts keep theirs:
        // .size-limit.js looks for them.
        chunkFileNames: ({ name }) => `assets/${/^(words|en|fr)$/.test(name) ? '[name]-' : ''}[hash:7].js`,
        // So do those of styles.
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/${name.endsWith('.css') ? '[hash:7]' : '[name]-[hash]'}[extname]`,
        codeSplitting: startChunks({
          entry: source('main.tsx'),
          shared: {
            events: { page: screen('index'), others: [screen('schedule'), screen('watch.$id'), below] },
            stage: { page: screen('watch.$id'), others: [screen('vod_library.$id')] },
            parts: { page: screen('schedule'), others: [screen('vod_library.index'), below] },
          },
        }),
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: [...slowMachine, 'src/testing/streams.ts', 'src/testing/intervals.ts', 'src/testing/setup.ts'],
    // Generous, as a busy machine is no reason to fail; nothing here is timed.
    testTimeout: 120_000,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: testFiles.filter((file) => !needsItsOwn(file)),
          // One document and one copy of the libraries for all files of a thread take a third of the processor time. The set-up
          // gives each file its own modules of the app.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'own',
          include: testFiles.filter(needsItsOwn),
          // A document for each file, in threads that stay: a fifth of the work of a process for each.
          pool: 'vmThreads',
        },
      },
    ],
  },
});
