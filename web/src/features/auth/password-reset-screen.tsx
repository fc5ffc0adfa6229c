import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { readPasswordResetLink, resetPassword } from '#/api/account';
import { failureOf, hasCode, ticketOf } from '#/api/failure';
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
        <ReadLink link={link} onDead={setDead} onTicket={setTicket} />
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

interface ReadLinkProps {
  link: MailedLink;
  onDead: (sentence: string) => void;
  /** The password is saved; a second step is asked for to log in. */
  onTicket: (ticket: string) => void;
}

/** Asks the server whether the names of the account are kept. Without an answer the password alone is asked for. */
function ReadLink(props: ReadLinkProps) {
  const { link } = props;
  const { data, isPending } = useQuery({
    queryKey: ['password-reset-link', link.signature],
    queryFn: () => readPasswordResetLink(link),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const slow = useSlow(isPending);
  if (isPending) return <div aria-busy="true">{slow && <Skeleton height={320} />}</div>;
  return <Choose {...props} names={data?.names ?? 'kept'} />;
}

type ChooseProps = ReadLinkProps & PasswordResetLink;

function Choose({ link, names, onDead, onTicket }: ChooseProps) {
  const { t, i18n } = useLingui();
  const { email } = link;
  const named = names !== 'kept';
  const form = useForm<PasswordResetForm>({
    resolver: valibotResolver(passwordResetSchema(i18n, named)),
    criteriaMode: 'all', // compares the two also while the first is wrong
    defaultValues: { first_name: '', last_name: '', mailing_consent: false, password: '', password_confirmation: '' },
  });
  const saved = () => {
    forgetMailedLink();
    void showToast(t`Your new password is saved. All other devices are logged out.`, { type: 'success' });
  };
  const send = async (values: PasswordResetForm) => {
    const { password, password_confirmation } = values;
    try {
      const user = await resetPassword(link, named ? values : { password, password_confirmation });
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
      {named && (
        <>
          <LostNames names={names} />
          <div className="login__pair">
            <NameFields first={form.register('first_name')} last={form.register('last_name')} errors={errors} />
          </div>
          <Checkbox {...form.register('mailing_consent')}>
            <Trans>Send me news and updates (optional)</Trans>
          </Checkbox>
        </>
      )}
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

/** Says why the names have to be entered again. */
function LostNames({ names }: { names: 'form_not_kept' | 'removed' }) {
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
          protect you, we remove it, and the choice about news with it. Please enter them again.
        </Trans>
      )}
    </p>
  );
}
