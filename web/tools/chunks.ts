/** What the bundler tells about modules while it forms chunks. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const packages = /node_modules\/(@lingui|@tanstack|react|react-dom|scheduler|use-sync-external-store|zustand)\//;
/** Parts of them that only lists of events use, and the bundler's own few functions, which every chunk needs. */
const onDemand = /\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|infiniteQueryOptions)\.js$/;
const runtime = 'rolldown/runtime.js';

interface Places {
  /** The script of the page. */
  entry: string;
  /** The component of the home, and those of other routes; what it shares with one of them, most show. */
  home: string;
  others: readonly string[];
}

/**
 * Three chunks for what most pages start with: `base`, the packages that few releases change; `app`, the rest of what the
 * entry imports; and `events`, cards, crests and labels, which the home, the lists and the watch page share. Left alone,
 * the bundler makes a dozen small ones of each, which pack worse and cost a request each: browsers without HTTP/2 make six
 * at a time.
 */
export function startChunks({ entry, home, others }: Places) {
  let start: ReadonlySet<string> | undefined;
  let shared: ReadonlySet<string> | undefined;
  // Packages are left out, as a barrel file reaches much that is never used; what is used comes along by itself.
  const isOwn = (id: string) => !id.includes('/node_modules/');
  const own = (id: string, graph: ModuleGraph): string | null => {
    if (!isOwn(id)) return null;
    start ??= importedFrom([entry], graph);
    if (start.has(id)) return 'app';
    shared ??= importedFrom([home], graph).intersection(importedFrom(others, graph));
    return shared.has(id) ? 'events' : null;
  };
  return {
    groups: [
      {
        name: 'base',
        test: (id: string) => (packages.test(id) && !onDemand.test(id)) || id.includes(runtime),
        priority: 2,
      },
      { name: own, debugName: 'app, events', priority: 1 },
    ],
  };
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
