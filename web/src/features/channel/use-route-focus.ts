import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { announce } from '#/ui/announcer';

/**
 * After a change of page, puts the focus on its heading and says its title, as a page load would. On pages for a remote control,
 * `data-start` marks a button to start from instead.
 */
export function useRouteFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return;
        const start = document.querySelector<HTMLElement>('#main [data-start]');
        const target = start ?? document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main');
        if (target && !start && !target.hasAttribute('tabindex')) target.tabIndex = -1;
        target?.focus({ preventScroll: true });
        announce(document.title);
      }),
    [router],
  );
}
