// Writes src/app/routeTree.gen.ts from the files in src/app/routes, so that type checks and tests need no Vite run.
import { Generator, getConfig } from '@tanstack/router-generator';
import { routerOptions } from './router-options.ts';

const root = process.cwd();
await new Generator({ config: getConfig({ ...routerOptions, target: 'react' }, root), root }).run();
