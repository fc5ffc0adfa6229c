import { useLingui } from '@lingui/react/macro';
import { Dialog } from '#/ui/dialog';
import { FormError } from './form-error';
import { LoginForm, useLoginForm } from './login-form';
import './auth.css';

/** Logging in over whatever page is open, which then is that of the user. */
export function LoginDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const form = useLoginForm();
  return (
    <Dialog title={t`Log in`} onClose={onClose}>
      <div className="stack">
        <FormError problem={form.formState.errors.root} />
        <LoginForm form={form} onDone={onClose} />
      </div>
    </Dialog>
  );
}
