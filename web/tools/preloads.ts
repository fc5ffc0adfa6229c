import type { Plugin } from 'vite';

/** A chunk as far as it tells what loads with it. */
interface Loading {
  type: 'chunk';
  isEntry: boolean;
  imports: readonly string[];
  viteMetadata?: { importedCss: ReadonlySet<string> };
}

type Bundle = Record<string, Loading | { type: 'asset' }>;

/**
 * Leaves out of the lists of what is asked for beside an imported chunk whatever every page has loaded by then. Vite names it
 * for each import, in scripts that every page starts with.
 */
export function preloads(): Plugin {
  let bundle: Bundle = {};
  return {
    name: 'grandstand-preloads',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (chunk, needed, { hostType }) =>
            hostType === 'js' ? beside(chunk, needed, bundle) : needed,
        },
      },
    }),
    // Before the lists are written.
    generateBundle: {
      order: 'pre',
      handler(_, written) {
        bundle = written;
      },
    },
  };
}

/** Of what a chunk needs, itself included, the scripts that are worth asking for before it says so. */
export function beside(chunk: string, needed: string[], bundle: Bundle): string[] {
  const loaded = loadsWith(
    Object.keys(bundle).filter((name) => isEntry(bundle[name])),
    bundle,
  );
  const missing = needed.filter((name) => !loaded.has(name));
  // Alone it is asked for by its own import; its styles are waited for, which it need not.
  const isAlone = missing.every((name) => name === chunk) && stylesOf(chunk, bundle).length === 0;
  return isAlone ? [] : missing;
}

function isEntry(part: Bundle[string] | undefined): boolean {
  return part?.type === 'chunk' && part.isEntry;
}

function loadsWith(names: readonly string[], bundle: Bundle): Set<string> {
  const found = new Set(names);
  for (const name of found) for (const next of importsOf(name, bundle)) found.add(next);
  return found;
}

function importsOf(name: string, bundle: Bundle): readonly string[] {
  const part = bundle[name];
  return part?.type === 'chunk' ? part.imports : [];
}

function stylesOf(name: string, bundle: Bundle): readonly string[] {
  const part = bundle[name];
  return part?.type === 'chunk' ? [...(part.viteMetadata?.importedCss ?? [])] : [];
}
