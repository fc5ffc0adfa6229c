// The import rule of the web app: app -> features -> {ui, api, entities, lib}; features never import each other.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = 'src';
/** What a layer may import besides itself. Type imports of api/types and testing are free. */
const allowed: Record<string, readonly string[]> = {
  app: ['features', 'ui', 'api', 'entities', 'lib', 'styles'],
  features: ['ui', 'api', 'entities', 'lib'],
  ui: ['api', 'entities', 'lib'],
  lib: ['api', 'entities', 'locales'],
  api: ['entities', 'lib'],
  entities: [],
  locales: [],
  testing: ['api', 'entities', 'lib', 'ui', 'app', 'features'],
};

const problems: string[] = [];
for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
  if (!/\.tsx?$/.test(file) || file.endsWith('.gen.ts')) continue;
  const source = readFileSync(join(root, file), 'utf8');
  for (const [, type, target = ''] of source.matchAll(/^(?:import|export) (type )?[^;]*?from '([^']+)';/gms)) {
    const problem = judge(file, target, type !== undefined);
    if (problem) problems.push(`${file}: ${problem}`);
  }
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function judge(file: string, target: string, isType: boolean): string | null {
  if (target.startsWith('../../')) return `imports ${target}; write it from #/`;
  if (!target.startsWith('#/')) return null;
  const [layer = '', feature = ''] = file.split('/');
  const [, otherLayer = '', otherFeature = ''] = target.split('/');
  if (target === '#/api/types' && isType) return null;
  if (otherLayer === 'testing' && file.includes('.test.')) return null;
  if (layer === 'features' && otherLayer === 'features') {
    return feature === otherFeature ? null : `feature ${feature} imports feature ${otherFeature}`;
  }
  return layer === otherLayer || allowed[layer]?.includes(otherLayer) ? null : `${layer} may not import ${otherLayer}`;
}
