import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';

const LoginDialog = lazy(async () => ({ default: (await import('#/features/auth/login-dialog')).LoginDialog }));
const FormDialog = lazy(async () => ({ default: (await import('#/features/forms/form-dialog')).FormDialog }));

/** The dialog of this name. Closing it takes the parameter out of the address. */
export function ModalView({ modal }: { modal: string }) {
  const router = useRouter();
  const close = useCallback(() => {
    const { pathname, hash } = router.state.location;
    const rest = new URLSearchParams(router.state.location.searchStr);
    rest.delete('modal');
    const query = rest.toString();
    const href = `${pathname}${query && `?${query}`}${hash && `#${hash}`}`;
    void router.navigate({ href, replace: true, resetScroll: false });
  }, [router]);
  return (
    <Suspense>
      {modal === 'login' ? <LoginDialog onClose={close} /> : <FormDialog alias={modal} onClose={close} />}
    </Suspense>
  );
}
