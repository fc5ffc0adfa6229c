import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';

/** A form of one field; what is wrong with it, or with sending it, stands there. */
export function useOneField(send: (text: string) => Promise<void>) {
  const failureText = useFailureText();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { text: '' } });
  const submit = handleSubmit(async ({ text }) => {
    try {
      await send(text);
    } catch (error) {
      setError('text', { message: failureText(error) }, { shouldFocus: true });
    }
  });
  const field = (missing?: string) => ({
    ...register('text', missing === undefined ? {} : { required: missing }),
    error: formState.errors.text?.message,
  });
  return { field, submit, busy: formState.isSubmitting };
}

interface ActionsProps {
  action: ReactNode;
  danger?: boolean | undefined;
  busy: boolean;
  onCancel: () => void;
}

export function Actions({ action, danger, busy, onCancel }: ActionsProps) {
  return (
    <div className="acts">
      <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy}>
        {action}
      </Button>
      <Button look="line" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}
