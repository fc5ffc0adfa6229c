import { useRouter, useRouterState } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';
import { isOwnPath } from '#/lib/own-path';

interface AppLinkProps extends ComponentProps<'a'> {
  href: string;
}

/**
 * A link whose address comes from data (menus, slides, pages). Addresses of the app open without a page load and carry
 * `aria-current` on their own page; others are plain links. For addresses known in code use the router's typed Link.
 */
export function AppLink({ href, onClick, ...rest }: AppLinkProps) {
  const router = useRouter();
  const current = useRouterState({ select: (state) => state.location.pathname });
  if (!isOwnPath(href)) return <a href={safeHref(href)} rel="noopener" onClick={onClick} {...rest} />;
  const pathname = href.replace(/[?#].*$/s, '');
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || hasModifier(event) || rest.target) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  const isCurrent = !href.includes('?') && pathname === current;
  return <a aria-current={isCurrent ? 'page' : undefined} {...rest} href={href} onClick={follow} />;
}

function hasModifier(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

/** Only schemes that open something; a `javascript:` address from data leads nowhere. */
function safeHref(href: string): string {
  return /^(https?:|mailto:|tel:|#)/i.test(href) ? href : '#';
}
