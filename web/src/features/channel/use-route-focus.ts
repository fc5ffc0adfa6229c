import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { announce } from '#/ui/announcer';

/** After a change of page, puts the focus on its heading and says its title, as a page load would. */
export function useRouteFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return;
        const target = document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main');
        if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1;
        target?.focus({ preventScroll: true });
        announce(document.title);
      }),
    [router],
  );
}
