import { useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazy } from '#/lib/lazy';

const ModalView = lazy(async () => ({ default: (await import('./modal-view')).ModalView }));

/** The dialog that `?modal=` opens over any page: `login`, or a custom form by its alias. What nobody knows opens nothing. */
export function ModalHost() {
  const modal = useRouterState({ select: ({ location }) => modalOf(location.search) });
  return (
    modal && (
      <Suspense>
        <ModalView modal={modal} />
      </Suspense>
    )
  );
}

/** Aliases of forms are as the server lets them be. */
function modalOf(search: object): string | null {
  const { modal } = search as { modal?: unknown };
  return typeof modal === 'string' && /^[a-z0-9_-]{1,64}$/.test(modal) ? modal : null;
}
