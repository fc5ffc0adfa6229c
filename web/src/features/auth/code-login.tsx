import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { logInByCode, requestLoginCode } from '#/api/account';
import { Button } from '#/ui/button';
import { TextField } from '#/ui/field';
import { showToast } from '#/ui/toast';
import { AddressForm } from './address-form';
import { FormError } from './form-error';
import { Outcome } from './outcome';
import { useSignIn } from './use-sign-in';

interface CodeLoginProps {
  /** The address that was typed before; may be empty. */
  email: string;
  onDone?: (() => void) | undefined;
  onTicket: (ticket: string) => void;
  onBack: () => void;
}

/** Logging in by a code that is sent by mail. The texts are the same whether or not an account has the address. */
export function CodeLogin({ email, onDone, onTicket, onBack }: CodeLoginProps) {
  const [sentTo, setSentTo] = useState('');
  return (
    <>
      {sentTo ? (
        <EnterCode onDone={onDone} onTicket={onTicket} onAgain={() => setSentTo('')}>
          <Trans>
            If <b>{sentTo}</b> has an account here, an email with a code is on its way.
          </Trans>
        </EnterCode>
      ) : (
        <AddressForm
          email={email}
          captcha="login"
          send={requestLoginCode}
          onSent={setSentTo}
          autoFocus
          action={<Trans>Send me a code</Trans>}
        >
          <p>
            <Trans>We will send a 6-digit code to your email address. No password needed.</Trans>
          </p>
        </AddressForm>
      )}
      <Button look="quiet" onClick={onBack}>
        <Trans>Log in another way</Trans>
      </Button>
    </>
  );
}

/** Long enough to read three sentences on the page that comes next. */
const namesRemovedMs = 20_000;

interface EnterCodeProps {
  onDone?: (() => void) | undefined;
  onTicket: (ticket: string) => void;
  onAgain: () => void;
  /** What was sent, and where. */
  children: ReactNode;
}

/** Logging in by the code that is on its way. */
export function EnterCode({ onDone, onTicket, onAgain, children }: EnterCodeProps) {
  const { t } = useLingui();
  const form = useForm({ defaultValues: { code: '' } });
  const logIn = async ({ code }: { code: string }) => {
    const { user, names_removed } = await logInByCode(code);
    if (names_removed) {
      const told = t`Your address was never confirmed before, so another person may have entered your name. To protect you, we removed it, and your choice about news with it. Please enter them again in your profile.`;
      void showToast(told, { duration: namesRemovedMs });
    }
    return user;
  };
  const submit = useSignIn(form, logIn, onDone, onTicket);
  const { errors, isSubmitting } = form.formState;
  return (
    <form className="stack" noValidate method="post" onSubmit={submit}>
      <Outcome>{children}</Outcome>
      <FormError problem={errors.root} />
      <TextField
        label={t`Code`}
        autoFocus
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        hint={t`The code works for 10 minutes, in this browser only. No email yet? Check your spam folder.`}
        error={errors.code?.message}
        {...form.register('code', { required: t`Field is required` })}
      />
      <Button type="submit" size="lg" block busy={isSubmitting}>
        <Trans>Log in</Trans>
      </Button>
      <Button look="line" block onClick={onAgain}>
        <Trans>Send a new code</Trans>
      </Button>
    </form>
  );
}
