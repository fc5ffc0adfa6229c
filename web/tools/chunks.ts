/** What the bundler tells about modules while it forms chunks. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const packages = /node_modules\/(@lingui|@tanstack|react|react-dom|scheduler|zustand)\//;
/** Modules of them that only lists use. */
const lists = /\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|infiniteQueryOptions)\.js$/;

/** Icons that no first screen needs. */
const icons =
  /\/lucide-react\/dist\/esm\/icons\/(copy|download|external-link|log-out|monitor-smartphone|plus|printer|rotate-ccw|scissors|undo-2)\.mjs$/;

/** Error texts of forms. */
const failures = /\/src\/(ui\/(failure-text|form-errors)|lib\/line)\.ts$/;

/** Views of clips. The editor is a separate chunk. */
const clips =
  /\/src\/features\/clips\/(api|use-(share|file|clip-texts)|ui\/(clip-(card|picture|row)|download-clip|offer))\.tsx?$/;

/** The refund of a ticket whose game was called off. */
const tickets = /\/src\/(ui\/ticket\/|entities\/refund\.ts)/;

/** The reminder button and its API. */
const reminders =
  /\/(src\/(ui\/(remind-button|bell)\.tsx|api\/reminders\.ts)|lucide-react\/dist\/esm\/icons\/bell(-ring)?\.mjs)$/;

interface Places {
  /** The script of the page. */
  entry: string;
  /** Shared chunks by name. A chunk holds what one page imports and one of others too; the first match wins. */
  shared: Record<string, { page: string; others: readonly string[] }>;
}

/**
 * Groups what most pages start with into a few chunks: `base` (packages that rarely change), `app` (other imports of the
 * entry) and the shared ones. By default the bundler makes some twenty small chunks: they compress worse and cost a request
 * each, and HTTP/1.1 allows six at a time. The other groups merge tiny modules that a few pages share. A larger
 * group brings a page what only others need: one for accounts made the profile a third larger.
 */
export function startChunks({ entry, shared }: Places) {
  let chunks: readonly (readonly [name: string, modules: ReadonlySet<string>])[] | undefined;
  const own = (id: string, graph: ModuleGraph): string | null => {
    // Packages are skipped: their barrel files import much that is not used. The bundler places what is used.
    if (id.includes('/node_modules/')) return null;
    chunks ??= [
      ['app', importedFrom([entry], graph)],
      ...Object.entries(shared).map(
        ([name, { page, others }]) =>
          [name, importedFrom([page], graph).intersection(importedFrom(others, graph))] as const,
      ),
    ];
    return chunks.find(([, modules]) => modules.has(id))?.[0] ?? null;
  };
  return {
    groups: [
      { name: 'base', test: (id: string) => packages.test(id) && !lists.test(id), priority: 2 },
      { name: own, debugName: 'app, events, parts', priority: 1 },
      together('lists', lists),
      together('icons', icons),
      // Apart, as both lists and players draw it, and neither should load what the other is made of.
      { ...together('cross', /\/lucide-react\/dist\/esm\/icons\/x\.mjs$/), priority: 3 },
      together('failures', failures),
      together('reminders', reminders),
      together('clips', clips),
      together('tickets', tickets),
    ],
  };
}

/** One chunk of the matching modules that at least two chunks use. Their imports stay in their own chunks. */
function together(name: string, modules: RegExp) {
  return { name, test: (id: string) => modules.test(id), minShareCount: 2, includeDependenciesRecursively: false };
}

/** Everything that loads with these modules, without themselves and what is imported on demand. */
export function importedFrom(entries: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (const id of waiting) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      waiting.push(next);
    }
  }
  return found;
}
