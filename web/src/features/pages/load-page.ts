import type { QueryClient } from '@tanstack/react-query';
import { bootstrapQuery, pageQuery } from '#/api/queries';
import { findPage } from '#/entities/page';

/** Loads the channel page a path means and gives its id; null when the channel has no such page. */
export async function loadPage(client: QueryClient, path: string): Promise<number | null> {
  const { pages } = await client.ensureQueryData(bootstrapQuery());
  const page = findPage(pages, path);
  if (!page) return null;
  await client.ensureQueryData(pageQuery(page.id));
  return page.id;
}
