import { Trans, useLingui } from '@lingui/react/macro';
import { useStore } from 'zustand';
import { Dialog } from '#/ui/dialog';
import { forgetWish, wish } from '#/ui/send-reminder';
import { FormError } from './form-error';
import { LoginForm, useLoginForm } from './login-form';
import './auth.css';

/** Logging in over whatever page is open, which then is that of the user. */
export function LoginDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const form = useLoginForm();
  const close = () => {
    forgetWish();
    onClose();
  };
  return (
    <Dialog title={t`Log in`} onClose={close}>
      <div className="stack">
        <Why />
        <FormError problem={form.formState.errors.root} />
        <LoginForm form={form} onDone={onClose} />
      </div>
    </Dialog>
  );
}

/** Says that a reminder opened the dialog. A dialog that a link opened has no reason to give. */
function Why() {
  const of = useStore(wish, (state) => state.of);
  if (!of) return null;
  return (
    <p>
      {of === 'events' ? (
        <Trans>Log in so that we can email you before this game starts. We set the reminder right away.</Trans>
      ) : (
        <Trans>Log in so that we can email you before each game of this team. We set the reminder right away.</Trans>
      )}
    </p>
  );
}
