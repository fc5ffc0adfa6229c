import { Trans, useLingui } from '@lingui/react/macro';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { askDeletion } from '#/api/account';
import type { Profile } from '#/api/types';
import { Button } from '#/ui/button';
import { Dialog } from '#/ui/dialog';
import { useFailureText } from '#/ui/failure-text';
import { FieldError, PasswordField } from '#/ui/field';
import { showFieldErrors } from '#/ui/form-errors';

/** The way out: a password, then a letter with a link that asks once more. */
export function DeleteAccount({ user }: { user: Profile }) {
  const [stage, setStage] = useState<'closed' | 'asking' | 'sent'>('closed');
  return (
    <section className="panel acct__row" id="delete" aria-labelledby="deletion">
      <div>
        <h2 id="deletion">
          <Trans>Delete your account</Trans>
        </h2>
        <p className="muted">
          <Trans>
            You are logged out everywhere, and no subscription or free trial renews any more. For 30 days a log in keeps
            your account; then we erase it.
          </Trans>
        </p>
        {stage === 'sent' && (
          <p className="acct__sent" role="status">
            <MailCheck className="i" aria-hidden="true" />
            <span>
              <Trans>We sent a link to {user.email}. Your account stays until you follow it.</Trans>
            </span>
          </p>
        )}
      </div>
      {stage !== 'sent' && (
        <div className="acts">
          <Button look="danger" onClick={() => setStage('asking')}>
            <Trans>Delete my account</Trans>
          </Button>
        </div>
      )}
      {stage === 'asking' && (
        <DeletionDialog user={user} onClose={() => setStage('closed')} onSent={() => setStage('sent')} />
      )}
    </section>
  );
}

interface DeletionDialogProps {
  user: Profile;
  onClose: () => void;
  onSent: () => void;
}

function DeletionDialog({ user, onClose, onSent }: DeletionDialogProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const form = useForm({ defaultValues: { current_password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ current_password }) => {
    try {
      await askDeletion(current_password);
      onSent();
    } catch (error) {
      if (!showFieldErrors(form, error)) form.setError('root', { message: failureText(error) });
    }
  });
  return (
    <Dialog title={t`Delete your account`} onClose={onClose}>
      <form className="stack" noValidate method="post" onSubmit={submit}>
        <p>
          <Trans>We send a link to {user.email}. Nothing happens before you follow it.</Trans>
        </p>
        <div role="alert">{errors.root?.message && <FieldError>{errors.root.message}</FieldError>}</div>
        {user.has_password && (
          <PasswordField
            label={t`Current password`}
            autoComplete="current-password"
            data-focus=""
            error={errors.current_password?.message}
            {...form.register('current_password', { required: t`Field is required` })}
          />
        )}
        <div className="acts">
          <Button look="line" onClick={onClose}>
            <Trans>Keep my account</Trans>
          </Button>
          <Button type="submit" look="danger" busy={isSubmitting}>
            <Trans>Send the link</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
