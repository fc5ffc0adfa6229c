import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { logInSecond } from '#/api/account';
import { hasCode } from '#/api/failure';
import { Button } from '#/ui/button';
import { FieldError, TextField } from '#/ui/field';
import { useSignIn } from './use-sign-in';

interface SecondStepProps {
  /** Of the answer that asked for this step. */
  ticket: string;
  /** Instead of going back to where the person was. */
  onDone?: (() => void) | undefined;
  /** Back to the first step, also when the ticket is spent. */
  onBack: () => void;
}

/** The second step of a log in: a code of the app, or a recovery code. */
export function SecondStep({ ticket, onDone, onBack }: SecondStepProps) {
  const { t } = useLingui();
  const [spare, setSpare] = useState(false);
  const [spent, setSpent] = useState(false);
  const form = useForm({ defaultValues: { code: '' } });
  const send = async ({ code }: { code: string }) => {
    try {
      return await logInSecond(ticket, code);
    } catch (error) {
      if (hasCode(error, 'second_factor_expired')) setSpent(true);
      throw error;
    }
  };
  const submit = useSignIn(form, send, onDone);
  const { errors, isSubmitting } = form.formState;
  return (
    <form className="stack" noValidate method="post" onSubmit={submit}>
      <p>
        {spare ? (
          <Trans>Enter one of the recovery codes you saved when you turned on two-step login.</Trans>
        ) : (
          <Trans>Enter the 6 digits that your authenticator app shows for this account.</Trans>
        )}
      </p>
      <div role="alert">{errors.root?.message && <FieldError>{errors.root.message}</FieldError>}</div>
      {spent ? (
        <Button size="lg" block onClick={onBack}>
          <Trans>Log in again</Trans>
        </Button>
      ) : (
        <>
          <TextField
            key={String(spare)}
            label={spare ? t`Recovery code` : t`Code`}
            autoFocus
            type="text"
            inputMode={spare ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            error={errors.code?.message}
            {...form.register('code', { required: t`Field is required` })}
          />
          <Button type="submit" size="lg" block busy={isSubmitting}>
            <Trans>Log in</Trans>
          </Button>
          <div className="acts">
            <Button look="quiet" size="sm" onClick={() => setSpare(!spare)}>
              {spare ? <Trans>Use the authenticator app</Trans> : <Trans>Use a recovery code</Trans>}
            </Button>
            <Button look="quiet" size="sm" onClick={onBack}>
              <Trans>Back</Trans>
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
