/** What the bundler tells about modules while it forms chunks. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const packages = /node_modules\/(@lingui|@tanstack|react|react-dom|scheduler|zustand)\//;
/** Parts of them that only lists use. */
const lists = /\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|infiniteQueryOptions)\.js$/;

/** Icons that no first screen draws: what those draw comes along with them. */
const icons =
  /\/lucide-react\/dist\/esm\/icons\/(copy|download|external-link|log-out|monitor-smartphone|plus|printer|rotate-ccw|scissors|undo-2)\.mjs$/;

/** What says on any form what went wrong. */
const failures = /\/src\/(ui\/(failure-text|form-errors)|lib\/line)\.ts$/;

/** Pieces of the ways into an account. */
const account = /\/src\/(features\/auth|(ui|lib)\/account)\/|\/src\/api\/account\.ts$/;

/** What pages of games, of clips and of the account show of clips; making one is a chunk of its own. */
const clips =
  /\/src\/features\/clips\/(api|use-(share|file|feature|clip-texts)|ui\/(clip-(card|picture|row)|download-clip|offer))\.tsx?$/;

/** What the page of a game is made of here and inside other sites. */
const game =
  /\/src\/(features\/watch\/(use-(head|second|watch)|logic\/(server-clock|view)|ui\/(game-not-found|lock|login-box|offer-box|owned-tag|screen-states|stage|start-countdown))|entities\/countdown|api\/types)\.tsx?$/;

/** What became of a ticket whose game was called off. */
const tickets = /\/src\/(ui\/ticket\/|entities\/refund\.ts)/;

/** The bell and what it asks for. */
const reminders =
  /\/(src\/(ui\/(remind-button|bell)\.tsx|api\/reminders\.ts)|lucide-react\/dist\/esm\/icons\/bell(-ring)?\.mjs)$/;

interface Places {
  /** The script of the page. */
  entry: string;
  /** Chunks by name, the earlier first: what loads with one module and with one of others as well. */
  shared: Record<string, { with: string; and: readonly string[] }>;
}

/**
 * A few chunks for what most pages start with: `base`, the packages that few releases change; `app`, the rest of what the
 * entry imports; and what is shared beyond it. Left alone, the bundler makes a score of small ones of them, which pack
 * worse and cost a request each: browsers without HTTP/2 make six at a time. The other groups keep pieces of a few hundred
 * bytes together: every page carries the names of all chunks.
 */
export function startChunks({ entry, shared }: Places) {
  let chunks: readonly (readonly [name: string, modules: ReadonlySet<string>])[] | undefined;
  const own = (id: string, graph: ModuleGraph): string | null => {
    // Packages are left out, as a barrel file reaches much that is never used; what is used comes along by itself.
    if (id.includes('/node_modules/')) return null;
    chunks ??= [
      ['app', importedFrom([entry], graph)],
      ...Object.entries(shared).map(
        ([name, { with: one, and }]) =>
          [name, importedFrom([one], graph).intersection(importedFrom(and, graph))] as const,
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
      together('failures', failures),
      together('reminders', reminders),
      together('game', game),
      together('account', account),
      together('clips', clips),
      together('tickets', tickets),
    ],
  };
}

/** One chunk of those modules that several others share. What they import stays where it is: other pages have it too. */
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
