import type { Plugin } from 'vite';

/** As the router's generator writes a route below the root. */
const placed =
  /const \w+ = (\w+)\.update\(\{\s*id: ('[^']+'),\s*path: ('[^']+'),\s*getParentRoute: \(\) => rootRouteImport,?\s*\} as any\);/g;

/**
 * Writes the routes of the built app as a list, each with its path, in place of a statement and two names for each. Paths leave
 * the route files, where only types need them. Every page carries all routes.
 */
export function routeTree(): Plugin {
  return {
    name: 'grandstand-route-tree',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/app\/(routeTree\.gen\.ts|routes\/[^?]*\.tsx)$/ },
      handler(code, id) {
        return { code: id.endsWith('.gen.ts') ? asList(code) : withoutPath(code), map: null };
      },
    },
  };
}

/** The generated tree in short. Throws where it is not what it was when this was written. */
export function asList(source: string): string {
  const routes = [...source.matchAll(placed)].map(([, route, id, path]) => {
    if (id !== path) throw new Error(`route-tree.ts: the route ${id} has another path, ${path}`);
    return `[${route}, ${path}]`;
  });
  const imports = source.match(/^import \{ Route as \w+ \} from '[^']+';$/gm) ?? [];
  // The root is imported too.
  if (routes.length === 0 || routes.length !== imports.length - 1) {
    throw new Error('route-tree.ts: the generated tree has routes that are not placed below the root');
  }
  return `${imports.join('\n')}
const place = ([route, path]) => route.update({ id: path, path, getParentRoute: () => rootRouteImport });
export const routeTree = rootRouteImport._addFileChildren([${routes.join(', ')}].map(place));
`;
}

/** A route file whose path only the tree tells. */
export function withoutPath(source: string): string {
  return source.replace(/\bcreateFileRoute\(\s*(['"])[^'"]*\1,?\s*\)/, 'createFileRoute()');
}
