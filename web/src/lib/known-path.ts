import { useRouter } from '@tanstack/react-router';
import { findPage } from '#/entities/page';
import { useBootstrap } from './channel';
import { isOwnPath } from './own-path';

/** Tells whether an address from data leads somewhere: a screen, a page of the channel, or another site. */
export function useLeadsSomewhere(): (href: string) => boolean {
  const { pages } = useBootstrap();
  const router = useRouter();
  return (href) => {
    if (!isOwnPath(href)) return /^(https?:|mailto:)/i.test(href);
    const path = href.replace(/[?#].*$/s, '');
    return router.getMatchedRoutes(path)[2]?.id !== '/$' || !!findPage(pages, path);
  };
}
