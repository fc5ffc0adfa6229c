import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

/** A route of the app as its file declares it. */
export interface RouteEntry {
  path: string;
  kind: string;
  /** What the server paints until the page can be shown. */
  skeleton: string;
  /** '' or 'user'. */
  auth: string;
  /** File below src/app/routes, as the bundler names it. */
  file: string;
}

interface Node {
  type: string;
  [name: string]: unknown;
}

/** Reads path, kind, skeleton and auth from every route file, without running any of them. */
export function listRoutes(directory: string): RouteEntry[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.includes('.test.') && !name.startsWith('__root'))
    .toSorted()
    .map((name) => readRoute(readFileSync(join(directory, name), 'utf8'), name));
}

export function readRoute(source: string, file: string): RouteEntry {
  const call = find(parseAst(source, { lang: 'tsx' }), isRouteCall);
  const path = literal((call?.callee as Node | undefined)?.arguments, 0);
  if (!call || path === '') throw new Error(`${file}: no createFileRoute('/path')({…})`);
  const data = property((call.arguments as Node[])[0], 'staticData');
  const kind = text(property(data, 'kind'));
  if (kind === '') throw new Error(`${file}: staticData.kind is missing`);
  const skeleton = text(property(data, 'skeleton'));
  if (skeleton === '') throw new Error(`${file}: staticData.skeleton is missing`);
  const auth = text(property(data, 'auth'));
  return { path: path === '/' ? path : path.replace(/\/$/, ''), kind, skeleton, auth, file };
}

/** `createFileRoute('/x')({…})`: a call of a call. */
function isRouteCall(node: Node): boolean {
  const inner = node.callee as Node | undefined;
  const name = (inner?.callee as Node | undefined)?.name;
  return node.type === 'CallExpression' && inner?.type === 'CallExpression' && name === 'createFileRoute';
}

function find(node: unknown, matches: (node: Node) => boolean): Node | undefined {
  if (Array.isArray(node)) return node.map((child) => find(child, matches)).find(Boolean);
  if (typeof node !== 'object' || node === null) return undefined;
  return matches(node as Node) ? (node as Node) : find(Object.values(node), matches);
}

function property(node: Node | undefined, name: string): Node | undefined {
  const properties = (node?.properties ?? []) as { key?: { name?: string }; value?: Node }[];
  return properties.find(({ key }) => key?.name === name)?.value;
}

function literal(nodes: unknown, index: number): string {
  return text((nodes as Node[] | undefined)?.[index]);
}

function text(node: Node | undefined): string {
  return typeof node?.value === 'string' ? node.value : '';
}
