import type { Category } from '#/api/types';

/** Every node of a category tree but the root "All". */
export function flat(tree: readonly Category[]): Category[] {
  return tree.flatMap((node) => (node.id === 0 ? flat(node.children) : [node, ...flat(node.children)]));
}

/** The sports directly below the root. */
export function topSports(tree: readonly Category[]): Category[] {
  const root = tree.find((node) => node.id === 0);
  return root ? root.children : tree.filter((node) => node.parent_id === null);
}
