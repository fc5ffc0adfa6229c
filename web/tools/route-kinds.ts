import type { Plugin } from 'vite';

/**
 * Takes kinds and skeletons out of the routes of the built app: they are for the server, which has them from routes.json, and
 * every page would carry those of all.
 */
export function routeKinds(): Plugin {
  return {
    name: 'route-kinds',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/app\/routes\/[^?]*\.tsx/ },
      handler(code) {
        return { code: withoutKind(code), map: null };
      },
    },
  };
}

/** A route's source without kind and skeleton, and without data where there is nothing else. */
export function withoutKind(source: string): string {
  return source
    .replace(/(staticData: \{) kind: '\w+'(?:, skeleton: '\w+')?(?:, )?/, '$1')
    .replace(/staticData: \{ \},?/, '');
}
