import { useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';

const LoginDialog = lazy(async () => ({ default: (await import('#/features/auth/login-dialog')).LoginDialog }));
const FormDialog = lazy(async () => ({ default: (await import('#/features/forms/form-dialog')).FormDialog }));

/**
 * The dialog that `?modal=` opens over any page: `login`, or a custom form by its alias. Closing it takes the parameter
 * out of the address. What nobody knows opens nothing.
 */
export function ModalHost() {
  const router = useRouter();
  const modal = useRouterState({ select: ({ location }) => modalOf(location.search) });
  const close = useCallback(() => {
    const { pathname, hash } = router.state.location;
    const rest = new URLSearchParams(router.state.location.searchStr);
    rest.delete('modal');
    const query = rest.toString();
    const href = `${pathname}${query && `?${query}`}${hash && `#${hash}`}`;
    void router.navigate({ href, replace: true, resetScroll: false });
  }, [router]);
  if (!modal) return null;
  return (
    <Suspense>
      {modal === 'login' ? <LoginDialog onClose={close} /> : <FormDialog alias={modal} onClose={close} />}
    </Suspense>
  );
}

/** Aliases of forms are as the server lets them be. */
function modalOf(search: object): string | null {
  const { modal } = search as { modal?: unknown };
  return typeof modal === 'string' && /^[a-z0-9_-]{1,64}$/.test(modal) ? modal : null;
}
