import type { Plugin } from 'vite';

const library = new URL('../node_modules/hls.js/src/', import.meta.url).pathname;
const emptyModule = new URL('./no-demuxer.ts', import.meta.url).pathname;

/** Build flags of hls.js (define-plugin.d.ts). Our streams have fMP4 segments, separate audio renditions and WebVTT captions. */
const flags = {
  __USE_ALT_AUDIO__: true,
  __USE_SUBTITLES__: true,
  __USE_CMCD__: true,
  __USE_EME_DRM__: false,
  __USE_CONTENT_STEERING__: false,
  __USE_INTERSTITIALS__: false,
  __USE_IFRAMES__: false,
  __USE_M2TS_ADVANCED_CODECS__: false,
  __USE_MEDIA_CAPABILITIES__: false,
  __USE_VARIABLE_SUBSTITUTION__: false,
  __IN_WORKER__: false,
};

/** Imports to replace with an empty module, by importing file: MPEG-TS, raw AAC, AC-3, MP3 and CEA-608 captions. */
const removed: Record<string, readonly string[]> = {
  'demux/transmuxer.ts': [
    './audio/aacdemuxer',
    './audio/ac3-demuxer',
    './audio/mp3demuxer',
    '../demux/tsdemuxer',
    '../remux/mp4-remuxer',
  ],
  'controller/timeline-controller.ts': ['../utils/cea-608-parser'],
};

/**
 * Builds hls.js from its sources, with only the features that the player uses and without log calls. This halves the download
 * before the first picture and saves more than a second at 400 kbit/s. Tests and `npm run dev` use the published build.
 */
export function leanHls(version: string): Plugin {
  const found = new Set<string>();
  return {
    name: 'grandstand-lean-hls',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ define: definitions(version) }),
    resolveId(source, importer) {
      if (source === 'hls.js') return `${library}exports-named.ts`;
      const file = importer?.startsWith(library) ? importer.slice(library.length) : '';
      if (!removed[file]?.includes(source)) return null;
      found.add(source);
      return emptyModule;
    },
    transform(code, id) {
      if (!id.startsWith(library)) return null;
      const lean = withoutLogs(code, this.parse(code, { lang: 'ts' }));
      // The modules of hls.js have no side effects, so the bundler can leave out unused ones.
      return { code: lean, map: null, moduleSideEffects: false };
    },
    buildEnd(error) {
      const missing = Object.values(removed)
        .flat()
        .filter((name) => !found.has(name));
      if (!error && missing.length > 0)
        throw new Error(`lean-hls.ts: hls.js no longer imports ${missing.join(', ')}; update the imports to remove`);
    },
  };
}

function definitions(version: string): Record<string, string> {
  return {
    __VERSION__: JSON.stringify(version),
    __HLS_WORKER_BUNDLE__: 'undefined',
    ...Object.fromEntries(Object.entries(flags).map(([name, used]) => [name, String(used)])),
  };
}

/** Removes statements that only log. */
export function withoutLogs(code: string, program: unknown): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of findLogs(code, program)) {
    kept += `${code.slice(from, start)};`;
    from = end;
  }
  return kept + code.slice(from);
}

interface Syntax {
  type: string;
  start: number;
  end: number;
}

const logs = /^(this|(\w+\??\.)*logger)\??\.(trace|debug|log|info|warn|error)\(/;
/** Log calls that contain one of these nodes are kept. */
const sideEffects = new Set(['AssignmentExpression', 'UpdateExpression', 'AwaitExpression', 'YieldExpression']);

/** Statements that only call a logger, in source order. */
function* findLogs(code: string, node: unknown): Generator<Syntax> {
  if (Array.isArray(node)) for (const each of node) yield* findLogs(code, each);
  else if (isSyntax(node)) {
    const isLog = node.type === 'ExpressionStatement' && logs.test(code.slice(node.start, node.end));
    if (isLog && !hasSideEffects(node)) yield node;
    else for (const each of Object.values(node)) yield* findLogs(code, each);
  }
}

function hasSideEffects(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasSideEffects);
  return isSyntax(node) && (sideEffects.has(node.type) || Object.values(node).some(hasSideEffects));
}

function isSyntax(node: unknown): node is Syntax {
  return typeof node === 'object' && node !== null && 'type' in node && 'start' in node;
}
