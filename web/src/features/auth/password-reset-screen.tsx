import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { readPasswordResetLink, resetPassword } from '#/api/account';
import { failureOf, ticketOf } from '#/api/failure';
import type { PasswordResetLink } from '#/api/types';
import { useTitle } from '#/lib/channel';
import { forgetMailedLink, type MailedLink, mailedLink } from '#/lib/mailed-link';
import { NameFields } from '#/ui/account/name-fields';
import { NewPasswordFields } from '#/ui/account/new-password-fields';
import { Button } from '#/ui/button';
import { Checkbox } from '#/ui/field';
import { Skeleton } from '#/ui/skeleton';
import { useSlow } from '#/ui/states';
import { showToast } from '#/ui/toast';
import { AuthFrame } from './auth-frame';
import { FormError } from './form-error';
import { Outcome } from './outcome';
import { ResetRequest } from './reset-request';
import { type PasswordResetForm, passwordResetSchema } from './schemas';
import { SecondStep } from './second-step';
import { useSignIn } from './use-sign-in';

/** Sets a new password by the link of a letter. If the link no longer works, the screen says so at once and offers a new one. */
export function PasswordResetScreen() {
  const { t } = useLingui();
  const router = useRouter();
  useTitle(t`Choose a new password`);
  const [link] = useState(() => mailedLink('/password-reset'));
  const reading = useQuery({
    queryKey: ['password-reset-link', link?.signature],
    queryFn: link ? () => readPasswordResetLink(link) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [refusal, setRefusal] = useState('');
  const [ticket, setTicket] = useState<string | null>(null);
  const slow = useSlow(reading.isLoading);
  const linkProblem = link ? refusal || refusalOf(reading.error) : t`This page needs the link from our email.`;
  return (
    <AuthFrame
      title={t`Choose a new password`}
      slogan={<Trans>Back in play.</Trans>}
      pitch={<Trans>It happens to everyone. You’ll be watching again in a minute.</Trans>}
    >
      {content()}
    </AuthFrame>
  );

  function content() {
    if (ticket)
      return <SecondStep ticket={ticket} onBack={() => void router.navigate({ href: '/login', replace: true })} />;
    if (!link || linkProblem) {
      return (
        <ResetRequest email={link?.email ?? ''}>
          <Outcome bad>{linkProblem}</Outcome>
          <p className="login__note">
            <Trans>A link works once, within 60 minutes. You can get a new one.</Trans>
          </p>
        </ResetRequest>
      );
    }
    if (reading.isLoading) return <div aria-busy="true">{slow && <Skeleton height={320} />}</div>;
    // If the server does not answer, the form asks for the password alone.
    const names = reading.data?.names ?? 'kept';
    return <NewPasswordForm link={link} names={names} onRefused={setRefusal} onTicket={setTicket} />;
  }
}

/** Codes of problems for links that no longer work. */
const linkRefusals = new Set(['reset_key_expired', 'reset_failed', 'user_not_found']);

/** The server's sentence about a link that no longer works; empty for other failures. */
function refusalOf(error: unknown): string {
  const failure = failureOf(error);
  return failure?.kind === 'problem' && linkRefusals.has(failure.code) ? failure.detail : '';
}

interface NewPasswordFormProps extends PasswordResetLink {
  link: MailedLink;
  onRefused: (sentence: string) => void;
  /** The password is saved; a second step is asked for to log in. */
  onTicket: (ticket: string) => void;
}

function NewPasswordForm({ link, names, onRefused, onTicket }: NewPasswordFormProps) {
  const { t, i18n } = useLingui();
  const { email } = link;
  const namesNeeded = names !== 'kept';
  const form = useForm<PasswordResetForm>({
    resolver: valibotResolver(passwordResetSchema(i18n, namesNeeded)),
    criteriaMode: 'all', // compares the two also while the first is wrong
    defaultValues: { first_name: '', last_name: '', mailing_consent: false, password: '', password_confirmation: '' },
  });
  const onSaved = () => {
    forgetMailedLink();
    void showToast(t`Your new password is saved. All other devices are logged out.`, { type: 'success' });
  };
  const send = async (values: PasswordResetForm) => {
    const { password, password_confirmation } = values;
    try {
      const user = await resetPassword(link, namesNeeded ? values : { password, password_confirmation });
      onSaved();
      return user;
    } catch (error) {
      if (ticketOf(error)) onSaved();
      const refusal = refusalOf(error);
      if (refusal) {
        forgetMailedLink();
        onRefused(refusal);
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
      {namesNeeded && (
        <>
          <NamesNotKept names={names} />
          <div className="login__pair">
            <NameFields first={form.register('first_name')} last={form.register('last_name')} errors={errors} />
          </div>
          <Checkbox {...form.register('mailing_consent')}>
            <Trans>Send me news and updates (optional)</Trans>
          </Checkbox>
        </>
      )}
      {/* Password managers read the account of the new password from this field. */}
      <input type="email" autoComplete="username" defaultValue={email} hidden readOnly />
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

/** Says why the names have to be entered again. */
function NamesNotKept({ names }: { names: 'form_not_kept' | 'removed' }) {
  return (
    <p>
      {names === 'form_not_kept' ? (
        <Trans>
          You registered in another browser or on another device. To protect you, we did not keep the name and the
          choice about news that were entered there. Please enter them again.
        </Trans>
      ) : (
        <Trans>
          This email address was never confirmed, so another person may have entered the name of this account. To
          protect you, we remove the name and the choice about news. Please enter them again.
        </Trans>
      )}
    </p>
  );
}
