import type { PageRef } from '#/api/types';

/** The page a path means, by url first and then by alternative name. */
export function findPage(pages: readonly PageRef[], path: string): PageRef | undefined {
  const wanted = bare(path);
  if (wanted === '') return undefined;
  return pages.find((page) => bare(page.url) === wanted) ?? pages.find((page) => bare(page.alt_name) === wanted);
}

function bare(path: string): string {
  return path.replace(/^\/+|\/+$/g, '').toLowerCase();
}
