import { isOwnPath } from './own-path';
import { tab } from './storage';

/** Where a person was before they went to log in. */
export interface LastPage {
  /** Path with query and hash. */
  href: string;
  path: string;
  query: Record<string, string>;
}

export function rememberPage(href: string): void {
  if (!isOwnPath(href)) return;
  const url = new URL(href, location.origin);
  const page: LastPage = { href, path: url.pathname, query: Object.fromEntries(url.searchParams) };
  tab.save('last_page', page);
}

/** The remembered page, or home. Only a path of this site is ever returned. */
export function returnHref(): string {
  const page = tab.load('last_page') as Partial<LastPage> | null;
  return isOwnPath(page?.href) ? page.href : '/';
}
