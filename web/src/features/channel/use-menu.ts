import { useLingui } from '@lingui/react/macro';
import type { MenuItem } from '#/api/types';
import { useBootstrap } from '#/lib/channel';
import { useLeadsSomewhere } from '#/lib/known-path';

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
  const { menu } = useBootstrap();
  const known = useLeadsSomewhere();
  const entries = menu.map(toEntry).filter((entry) => leadsSomewhere(entry, known));
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

function leadsSomewhere(entry: Entry, known: (href: string) => boolean): boolean {
  entry.children = entry.children.filter((child) => leadsSomewhere(child, known));
  return entry.children.length > 0 || known(entry.href);
}
