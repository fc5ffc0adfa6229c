/** What the bundler tells about modules while it forms chunks. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const packages = /node_modules\/(@lingui|@tanstack|react|react-dom|scheduler|use-sync-external-store|zustand)\//;

/**
 * Two chunks for what every page starts with: `base`, the packages that few releases change, and `app`, the rest of
 * what the entry imports. Left alone, the bundler makes a dozen small ones of it, which pack worse and cost a request
 * each.
 */
export function startChunks(entry: string) {
  let start: ReadonlySet<string> | undefined;
  const app = (id: string, graph: ModuleGraph): string | null => {
    // Packages are left out, as a barrel file reaches much that is never used; what is used comes along by itself.
    start ??= importedFrom(entry, graph);
    return start.has(id) && !id.includes('/node_modules/') ? 'app' : null;
  };
  return {
    groups: [
      { name: 'base', test: packages, priority: 2 },
      { name: app, priority: 1 },
    ],
  };
}

/** Everything that loads with a module, without the module itself and what it imports on demand. */
export function importedFrom(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [entry];
  for (const id of waiting) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      waiting.push(next);
    }
  }
  return found;
}
