import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bootstrapQuery } from '#/api/queries';
import type { Bootstrap } from '#/api/types';

/** The channel's configuration, there since the start. */
export function useBootstrap(): Bootstrap {
  return useSuspenseQuery(bootstrapQuery()).data;
}

/** Sets the page title, followed by the channel's name. Null while it is not known. */
export function useTitle(title: string | null): void {
  const { name } = useBootstrap().settings.channel;
  useEffect(() => {
    if (title !== null) document.title = title && title !== name ? `${title} · ${name}` : name;
  }, [title, name]);
}
