import { useRouter } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';
import { loadTexts } from '#/lib/i18n';
import { lazy } from '#/lib/lazy';

const LoginDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('#/features/auth/login-dialog'), loadTexts('account')]);
  return { default: dialog.LoginDialog };
});
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
