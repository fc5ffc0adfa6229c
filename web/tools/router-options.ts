/** Options of the route generator, shared by Vite and by `npm run routes`. The generated tree is not committed. */
export const routerOptions = {
  routesDirectory: './src/app/routes',
  generatedRouteTree: './src/app/routeTree.gen.ts',
  quoteStyle: 'single',
  semicolons: true,
  disableLogging: true,
} as const;
