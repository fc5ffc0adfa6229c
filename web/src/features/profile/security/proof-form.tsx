import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextField } from '#/ui/field';
import { Actions, useOneField } from './one-field';

interface ProofFormProps {
  /** What this leads to. */
  say: ReactNode;
  action: ReactNode;
  danger?: boolean;
  send: (proof: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks a person who is logged in to show again that it is them: by a code of the app. */
export function ProofForm({ say, action, danger, send, onCancel }: ProofFormProps) {
  const { t } = useLingui();
  const { field, submit, busy } = useOneField(send);
  return (
    <form className="stack sec__form" noValidate method="post" onSubmit={submit}>
      <p>{say}</p>
      <TextField
        label={t`Code from the app, or a recovery code`}
        type="text"
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
        {...field(t`Field is required`)}
      />
      <Actions action={action} danger={danger} busy={busy} onCancel={onCancel} />
    </form>
  );
}
