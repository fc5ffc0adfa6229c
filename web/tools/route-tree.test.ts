import { describe, expect, it } from 'vitest';
import { asList, withoutPath } from './route-tree.ts';

const generated = `
/* eslint-disable */
import { Route as rootRouteImport } from './routes/__root';
import { Route as IndexRouteImport } from './routes/index';
import { Route as WatchIdRouteImport } from './routes/watch.$id';

const IndexRoute = IndexRouteImport.update({
  id: '/',
  path: '/',
  getParentRoute: () => rootRouteImport,
} as any);
const WatchIdRoute = WatchIdRouteImport.update({
  id: '/watch/$id',
  path: '/watch/$id',
  getParentRoute: () => rootRouteImport,
} as any);

export interface FileRoutesByFullPath {
  '/': typeof IndexRoute;
}
`;

describe('the tree of routes of the built app', () => {
  it('is the list of all routes with their paths', () => {
    const code = asList(generated);
    expect(code).toContain("import { Route as WatchIdRouteImport } from './routes/watch.$id';");
    expect(code).toContain("[IndexRouteImport, '/'], [WatchIdRouteImport, '/watch/$id']");
    expect(code).not.toContain('interface');
  });

  it('loses no route that it does not know how to place', () => {
    const nested = generated.replace('() => rootRouteImport,\n} as any);\n\n', '() => IndexRoute,\n} as any);\n\n');
    expect(() => asList(nested)).toThrow('not placed below the root');
    expect(() => asList(generated.replace("path: '/watch/$id'", "path: '/$id'"))).toThrow('another path');
    expect(() => asList('export const routeTree = 1;')).toThrow('not placed');
  });

  it('alone tells the paths', () => {
    expect(withoutPath("export const Route = createFileRoute('/watch/$id')({ component });")).toBe(
      'export const Route = createFileRoute()({ component });',
    );
  });
});
