import { Trans, useLingui } from '@lingui/react/macro';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { askDeletion } from '#/api/account';
import type { Profile } from '#/api/types';
import { useProven } from '#/ui/account/use-proven';
import { Button } from '#/ui/button';
import { Dialog } from '#/ui/dialog';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';
import { showFieldErrors } from '#/ui/form-errors';
import { CurrentPassword } from './current-password';

/** The way out: a password or what stands for it, then a letter with a link that asks once more. */
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
            You will be logged out everywhere, and your subscriptions and free trials will no longer renew. Log in
            within 30 days to keep your account; after that, we erase it.
          </Trans>
        </p>
        {stage === 'sent' && (
          <p className="acct__sent" role="status">
            <MailCheck className="i" aria-hidden="true" />
            <span>
              <Trans>We sent a link to {user.email}. Your account won’t be deleted until you open it.</Trans>
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
  const { proven, onProven, onRefused } = useProven();
  const form = useForm({ defaultValues: { current_password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ current_password }) => {
    try {
      await askDeletion(current_password);
      onSent();
    } catch (error) {
      onRefused(error);
      if (!showFieldErrors(form, error)) form.setError('root', { message: failureText(error) });
    }
  });
  return (
    <Dialog title={t`Delete your account`} onClose={onClose}>
      <form className="stack" noValidate method="post" onSubmit={submit}>
        <p>
          <Trans>We’ll send a link to {user.email}. Nothing happens until you open it.</Trans>
        </p>
        <div role="alert">{errors.root?.message && <FieldError>{errors.root.message}</FieldError>}</div>
        {user.has_password && (
          <CurrentPassword
            proven={proven}
            onProven={onProven}
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
