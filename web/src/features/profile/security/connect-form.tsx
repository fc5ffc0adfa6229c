import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { beginConnect, type SocialProvider } from '#/api/ways';
import { Button } from '#/ui/button';
import { showFieldErrors } from '#/ui/form-errors';
import { Refusal } from '../refusal';
import { type Asks, ProofFields, proofOf, useAsks } from './proof-fields';

interface ConnectFormProps {
  provider: SocialProvider;
  /** What the provider is called. */
  name: string;
  /** What the user has to show again. */
  asks: Asks;
  onCancel: () => void;
}

/** Takes a user who shows again who they are to a provider, to connect a login there. */
export function ConnectForm({ provider, name, asks: all, onCancel }: ConnectFormProps) {
  const { asks, proven, onProven, onRefused } = useAsks(all);
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
  const submit = form.handleSubmit(async (proof) => {
    setRefused(null);
    try {
      const address = await beginConnect(provider, proofOf(asks, proof));
      setGone(true);
      location.assign(address);
    } catch (error) {
      onRefused(error);
      if (!showFieldErrors(form, error)) setRefused(error);
    }
  });
  return (
    <form className="stack sec__form" noValidate method="post" onSubmit={submit}>
      <h3 className="sec__step" ref={heading} tabIndex={-1}>
        <Trans>Connect {name}</Trans>
      </h3>
      <p>
        <Trans>Next, log in with {name}. After that, you can also use it to log in to this account.</Trans>
      </p>
      <Refusal error={refused} onProven={() => void submit()} />
      <ProofFields asks={asks} errors={errors} register={form.register} proven={proven} onProven={onProven} />
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
