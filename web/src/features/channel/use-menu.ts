import { useLingui } from '@lingui/react/macro';
import type { MenuItem } from '#/api/types';
import { useBootstrap } from '#/lib/channel';
import { useLeadsSomewhere } from '#/lib/known-path';

export interface Entry {
  id: number | string;
  title: string;
  url: string;
  image?: string;
  children: Entry[];
}

/** The channel's menu without entries that lead nowhere; a channel without a menu gets the three lists of events. */
export function useMenu(): Entry[] {
  const { t } = useLingui();
  const { menu } = useBootstrap();
  const entries = entriesOf(menu, useLeadsSomewhere());
  if (entries[0]) return entries;
  const list = (id: string, title: string): Entry => ({ id, title, url: `/${id}`, children: [] });
  return [
    list('live', t({ message: 'Live', context: 'menu' })),
    list('schedule', t`Schedule`),
    list('vod', t`On demand`),
  ];
}

function entriesOf(items: readonly MenuItem[], leadsSomewhere: (href: string) => boolean): Entry[] {
  return items.flatMap((item) => {
    const children = entriesOf(item.children, leadsSomewhere);
    return children[0] || leadsSomewhere(item.url) ? [{ ...item, children }] : [];
  });
}
