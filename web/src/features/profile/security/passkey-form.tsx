import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { addPasskey, beginPasskey, passkeysQuery } from '#/api/passkeys';
import { createPasskey } from '#/lib/passkey';
import { Button } from '#/ui/button';
import { FieldError, TextField } from '#/ui/field';
import { showFieldErrors } from '#/ui/form-errors';
import { showToast } from '#/ui/toast';
import { Refusal } from '../refusal';
import { type Asks, ProofFields, proofOf, useAsks } from './proof-fields';

interface PasskeyFormProps {
  /** What the user has to show again. */
  asks: Asks;
  onDone: () => void;
}

/** Adds a passkey of this device, after the user showed again who they are. */
export function PasskeyForm({ asks: all, onDone }: PasskeyFormProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { asks, proven, onProven, onRefused } = useAsks(all);
  const [refused, setRefused] = useState<unknown>(null);
  const [missing, setMissing] = useState('');
  const form = useForm({ defaultValues: { name: '', password: '', code: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ name, ...proof }) => {
    setRefused(null);
    setMissing('');
    try {
      const options = await beginPasskey(proofOf(asks, proof));
      const made = await createPasskey(options);
      if (!made) return setMissing(t`The passkey wasn’t created. Try again.`);
      await addPasskey(made, name.trim());
      await client.invalidateQueries({ queryKey: passkeysQuery().queryKey });
      void showToast(t`Your passkey is ready.`, { type: 'success' });
      onDone();
    } catch (error) {
      onRefused(error);
      if (error instanceof DOMException) {
        const has = error.name === 'InvalidStateError';
        setMissing(
          has ? t`This device already has a passkey for your account.` : t`This device could not create a passkey.`,
        );
      } else if (!showFieldErrors(form, error)) setRefused(error);
    }
  });
  return (
    <form className="stack sec__form" noValidate method="post" onSubmit={submit}>
      <Refusal error={refused} />
      <div role="alert">{missing && <FieldError>{missing}</FieldError>}</div>
      <ProofFields asks={asks} errors={errors} register={form.register} proven={proven} onProven={onProven} />
      <TextField
        label={t`Name of the passkey (optional)`}
        type="text"
        autoComplete="off"
        maxLength={60}
        autoFocus={!asks.password && !asks.code}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <div className="acts">
        <Button type="submit" busy={isSubmitting}>
          <Trans>Continue</Trans>
        </Button>
        <Button look="line" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
