import { useLingui } from '@lingui/react/macro';
import { Dialog } from '#/ui/dialog';
import { FieldError } from '#/ui/field';
import { LoginForm, useLoginForm } from './login-form';
import './auth.css';

/** Logging in over whatever page is open, which then is that of the user. */
export function LoginDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const form = useLoginForm();
  const error = form.formState.errors.root?.message;
  return (
    <Dialog title={t`Log in`} onClose={onClose}>
      <div className="stack">
        <div role="alert">{error && <FieldError>{error}</FieldError>}</div>
        <LoginForm form={form} onDone={onClose} />
      </div>
    </Dialog>
  );
}
