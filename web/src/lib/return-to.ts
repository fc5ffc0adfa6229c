import { isOwnPath } from './own-path';
import { tab } from './storage';

export type Params = Record<string, string | undefined>;

/** Where a person was before they went to log in. */
export interface LastPage {
  /** Path with query and hash. */
  href: string;
  path: string;
  query: Record<string, string>;
  /** What stands for the parts of the path that vary, such as an id. */
  params: Params;
}

export function rememberPage(href: string, params: Params = {}): void {
  if (!isOwnPath(href)) return;
  const url = new URL(href, location.origin);
  const page: LastPage = { href, path: url.pathname, query: Object.fromEntries(url.searchParams), params };
  tab.save('last_page', page);
}

/** The remembered page, or home. Only a path of this site is ever returned. */
export function returnHref(): string {
  const page = tab.load('last_page') as Partial<LastPage> | null;
  return isOwnPath(page?.href) ? page.href : '/';
}
