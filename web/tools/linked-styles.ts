import type { Plugin } from 'vite';

/**
 * Sonner writes its styles into the page when its code is loaded, which the pages' Content-Security-Policy forbids. This
 * takes the call out; toaster.tsx imports the same styles as a file.
 */
export function linkedStyles(): Plugin {
  return {
    name: 'linked-styles',
    apply: 'build',
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs$/ },
      handler(code) {
        const without = code.replace(/^__insertCSS\(".*"\);$/m, '');
        if (without === code) this.error('sonner no longer inserts its styles as it did: look at linked-styles.ts');
        return { code: without, map: null };
      },
    },
  };
}
