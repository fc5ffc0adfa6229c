import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { beginConnect, type SocialProvider } from '#/api/ways';
import { Button } from '#/ui/button';
import { PasswordField, TextField } from '#/ui/field';
import { showFieldErrors } from '#/ui/form-errors';
import { Refusal } from '../refusal';

interface ConnectFormProps {
  provider: SocialProvider;
  /** What the provider is called. */
  name: string;
  /** What the user has to show again. */
  asks: { password: boolean; code: boolean };
  onCancel: () => void;
}

/** Takes a user who shows again who they are to a provider, to connect a login there. */
export function ConnectForm({ provider, name, asks, onCancel }: ConnectFormProps) {
  const { t } = useLingui();
  const [refused, setRefused] = useState<unknown>(null);
  const [gone, setGone] = useState(false);
  const form = useForm({ defaultValues: { password: '', code: '' } });
  const { errors, isSubmitting } = form.formState;
  const heading = useRef<HTMLHeadingElement>(null);
  const silent = !asks.password && !asks.code; // no field to go on in
  useEffect(() => {
    if (silent) heading.current?.focus();
  }, [silent]);
  useEffect(() => {
    const back = () => setGone(false); // from the provider, by the browser's button
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);
  const submit = form.handleSubmit(async ({ password, code }) => {
    setRefused(null);
    try {
      const address = await beginConnect(provider, { ...(asks.password && { password }), ...(asks.code && { code }) });
      setGone(true);
      location.assign(address);
    } catch (error) {
      if (!showFieldErrors(form, error)) setRefused(error);
    }
  });
  const required = t`Field is required`;
  return (
    <form className="stack sec__form" noValidate method="post" onSubmit={submit}>
      <h3 className="sec__step" ref={heading} tabIndex={-1}>
        <Trans>Connect {name}</Trans>
      </h3>
      <p>
        <Trans>Next, you log in with {name}. From then on, it opens this account as well.</Trans>
      </p>
      <Refusal error={refused} />
      {asks.password && (
        <PasswordField
          label={t`Your password`}
          autoComplete="current-password"
          autoFocus
          error={errors.password?.message}
          {...form.register('password', { required })}
        />
      )}
      {asks.code && (
        <TextField
          label={t`Code from the app`}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus={!asks.password}
          error={errors.code?.message}
          {...form.register('code', { required })}
        />
      )}
      <div className="acts">
        <Button type="submit" busy={isSubmitting || gone}>
          <Trans>Continue to {name}</Trans>
        </Button>
        <Button look="line" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
