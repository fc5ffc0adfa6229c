import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { MenuItem, PageRef } from '#/api/types';
import { findPage } from '#/entities/page';
import { useBootstrap } from '#/lib/channel';
import { isOwnPath } from '#/lib/own-path';

export interface Entry {
  id: number | string;
  title: string;
  href: string;
  image: string;
  children: Entry[];
}

/** The channel's menu without entries that lead nowhere; a channel without a menu gets the three lists of events. */
export function useMenu(): Entry[] {
  const { t } = useLingui();
  const { menu, pages } = useBootstrap();
  const router = useRouter();
  const knows = useMemo(() => {
    return (path: string) => router.getMatchedRoutes(path)[2]?.id !== '/$' || isPage(pages, path);
  }, [router, pages]);
  const entries = menu.map(toEntry).filter((entry) => leadsSomewhere(entry, knows));
  if (entries.length > 0) return entries;
  return [
    { id: 'live', title: t({ message: 'Live', context: 'menu' }), href: '/live', image: '', children: [] },
    { id: 'schedule', title: t`Schedule`, href: '/schedule', image: '', children: [] },
    { id: 'vod', title: t`On demand`, href: '/vod', image: '', children: [] },
  ];
}

function toEntry(item: MenuItem): Entry {
  return {
    id: item.id,
    title: item.title,
    href: item.url,
    image: item.image,
    children: item.children.map(toEntry),
  };
}

function leadsSomewhere(entry: Entry, knows: (path: string) => boolean): boolean {
  entry.children = entry.children.filter((child) => leadsSomewhere(child, knows));
  if (entry.children.length > 0) return true;
  return isOwnPath(entry.href) ? knows(pathOf(entry.href)) : /^(https?:|mailto:)/i.test(entry.href);
}

function isPage(pages: readonly PageRef[], path: string): boolean {
  return findPage(pages, path) !== undefined;
}

function pathOf(href: string): string {
  return href.replace(/[?#].*$/s, '');
}
