import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { buildOutput } from './tools/build-output.ts';
import { channelWords } from './tools/channel-words.ts';
import { startChunks } from './tools/chunks.ts';
import { linkedStyles } from './tools/linked-styles.ts';
import { routerOptions } from './tools/router-options.ts';

const backend = process.env.GRANDSTAND_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    tanstackRouter({ ...routerOptions, target: 'react', autoCodeSplitting: true }),
    react(),
    lingui(),
    channelWords(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    linkedStyles(),
    buildOutput(),
  ],
  resolve: { alias: { '#': new URL('./src', import.meta.url).pathname } },
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
    modulePreload: { polyfill: false },
    // hls.js is 181 KB gzip in one piece and loaded with the first playback only.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: { codeSplitting: startChunks(new URL('./src/app/main.tsx', import.meta.url).pathname) },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
    setupFiles: ['src/testing/setup.ts'],
    // Generous, as a busy machine is no reason to fail; nothing here is timed.
    testTimeout: 120_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
