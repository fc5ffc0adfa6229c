import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { sendStepUp } from '#/api/second-factor';
import { PasskeyInstead } from '#/ui/account/passkey-instead';
import { Button } from '#/ui/button';
import { Dialog } from '#/ui/dialog';
import { useFailureText } from '#/ui/failure-text';
import { TextField } from '#/ui/field';
import './auth.css';

/** Asks for a code of the authenticator app, so that a borrowed session is not enough to change the account. */
export function StepUpDialog({ onAnswer }: { onAnswer: (proven: boolean) => void }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } });
  const submit = handleSubmit(async ({ code }) => {
    try {
      await sendStepUp(code);
      onAnswer(true);
    } catch (error) {
      setError('code', { message: failureText(error) }, { shouldFocus: true });
    }
  });
  return (
    <Dialog title={t`Enter a code`} onClose={() => onAnswer(false)}>
      <form className="stack" noValidate method="post" onSubmit={submit}>
        <p>
          <Trans>Please confirm that it is you. Enter a code from your authenticator app, or a recovery code.</Trans>
        </p>
        <TextField
          label={t`Code from the app`}
          type="text"
          autoComplete="one-time-code"
          spellCheck={false}
          data-focus=""
          error={formState.errors.code?.message}
          {...register('code', { required: t`Field is required` })}
        />
        <PasskeyInstead onProven={() => onAnswer(true)} />
        <div className="acts">
          <Button look="line" onClick={() => onAnswer(false)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={formState.isSubmitting}>
            <Trans>Continue</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
