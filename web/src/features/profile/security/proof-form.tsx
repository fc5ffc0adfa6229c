import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { PasswordField } from '#/ui/field';

interface ProofFormProps {
  /** What this leads to. */
  say: ReactNode;
  action: ReactNode;
  danger?: boolean;
  send: (proof: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks a person who is logged in to show again that it is them: by password, or a code of the app. */
export function ProofForm({ say, action, danger, send, onCancel }: ProofFormProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { proof: '' } });
  const submit = handleSubmit(async ({ proof }) => {
    try {
      await send(proof);
    } catch (error) {
      setError('proof', { message: failureText(error) }, { shouldFocus: true });
    }
  });
  return (
    <form className="stack sec__form" noValidate method="post" onSubmit={submit}>
      <p>{say}</p>
      <PasswordField
        label={t`Your password, or a code from the app`}
        autoComplete="current-password"
        autoFocus
        error={formState.errors.proof?.message}
        {...register('proof', { required: t`Field is required` })}
      />
      <div className="acts">
        <Button type="submit" look={danger ? 'danger' : 'primary'} busy={formState.isSubmitting}>
          {action}
        </Button>
        <Button look="line" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
