import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { resetPassword } from '#/api/account';
import { failureOf, hasCode, ticketOf } from '#/api/failure';
import { useTitle } from '#/lib/channel';
import { forgetMailedLink, type MailedLink, mailedLink } from '#/lib/mailed-link';
import { NewPasswordFields } from '#/ui/account/new-password-fields';
import { Button } from '#/ui/button';
import { showToast } from '#/ui/toast';
import { AuthFrame } from './auth-frame';
import { FormError } from './form-error';
import { Outcome } from './outcome';
import { ResetRequest } from './reset-request';
import { type NewPasswordForm, newPasswordSchema } from './schemas';
import { SecondStep } from './second-step';
import { useSignIn } from './use-sign-in';

/** Sets a new password by the link of a letter; a link that does not work any more leads to a new one. */
export function PasswordResetScreen() {
  const { t } = useLingui();
  const router = useRouter();
  useTitle(t`Choose a new password`);
  const [link] = useState(() => mailedLink('/password-reset'));
  const [dead, setDead] = useState('');
  const [ticket, setTicket] = useState<string | null>(null);
  const failed = dead || (link ? '' : t`Reset password failed.`);
  return (
    <AuthFrame
      title={t`Choose a new password`}
      slogan={<Trans>Back in play.</Trans>}
      pitch={<Trans>It happens to everyone. You’ll be watching again in a minute.</Trans>}
    >
      {ticket ? (
        <SecondStep ticket={ticket} onBack={() => void router.navigate({ href: '/login', replace: true })} />
      ) : link && !failed ? (
        <Choose link={link} onDead={setDead} onTicket={setTicket} />
      ) : (
        <ResetRequest email={link?.email ?? ''}>
          <Outcome bad>{failed}</Outcome>
          <p className="login__note">
            <Trans>A link works once, within 60 minutes. You can get a new one.</Trans>
          </p>
        </ResetRequest>
      )}
    </AuthFrame>
  );
}

interface ChooseProps {
  link: MailedLink;
  onDead: (sentence: string) => void;
  /** The password is saved; a second step is asked for to log in. */
  onTicket: (ticket: string) => void;
}

function Choose({ link, onDead, onTicket }: ChooseProps) {
  const { t, i18n } = useLingui();
  const { email } = link;
  const form = useForm<NewPasswordForm>({
    resolver: valibotResolver(newPasswordSchema(i18n)),
    criteriaMode: 'all', // compares the two also while the first is wrong
    defaultValues: { password: '', password_confirmation: '' },
  });
  const saved = () => {
    forgetMailedLink();
    void showToast(t`Your new password is saved. All other devices are logged out.`, { type: 'success' });
  };
  const send = async (passwords: NewPasswordForm) => {
    try {
      const user = await resetPassword(link, passwords);
      saved();
      return user;
    } catch (error) {
      if (ticketOf(error)) saved();
      const failure = failureOf(error);
      if (hasCode(error, 'reset_key_expired') || hasCode(error, 'reset_failed')) {
        forgetMailedLink();
        onDead(failure?.kind === 'problem' ? failure.detail : '');
      }
      throw error;
    }
  };
  const submit = useSignIn(form, send, undefined, onTicket);
  const { errors, isSubmitting } = form.formState;
  return (
    <form className="stack" noValidate method="post" onSubmit={submit}>
      <FormError problem={errors.root} />
      <p className="login__note">
        <Trans>
          For the account of <b>{email}</b>
        </Trans>
      </p>
      {/* Tells password managers whose password it is. */}
      <input className="vh" type="email" autoComplete="username" defaultValue={email} hidden readOnly />
      <NewPasswordFields
        label={t`New password`}
        again={t`Repeat the password`}
        password={form.register('password')}
        confirmation={form.register('password_confirmation')}
        errors={errors}
      />
      <Button type="submit" size="lg" block busy={isSubmitting}>
        <Trans>Save the new password</Trans>
      </Button>
    </form>
  );
}
