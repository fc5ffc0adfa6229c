import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { takeOverAccount } from '#/api/account';
import { hasCode } from '#/api/failure';
import type { MailedLink } from '#/lib/mailed-link';
import { isSignedIn, leave } from '#/lib/session';
import { NewPasswordFields } from '#/ui/account/new-password-fields';
import { Button } from '#/ui/button';
import { showToast } from '#/ui/toast';
import { FormError } from './form-error';
import { type NewPasswordForm, newPasswordSchema } from './schemas';
import { useSignIn } from './use-sign-in';

interface TakeoverFormProps {
  link: MailedLink;
  /** Another person made the account: its contents are erased. */
  stranger: boolean;
  onBack: () => void;
  /** The link has expired or was used already. */
  onDead: () => void;
  onDone: () => void;
}

/** Lets the owner of the mailbox set a new password. All older login methods are removed. */
export function TakeoverForm({ link, stranger, onBack, onDead, onDone }: TakeoverFormProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const form = useForm<NewPasswordForm>({
    resolver: valibotResolver(newPasswordSchema(i18n)),
    criteriaMode: 'all',
    defaultValues: { password: '', password_confirmation: '' },
  });
  const send = async (passwords: NewPasswordForm) => {
    if (isSignedIn()) await leave(client); // log out of another account first
    try {
      const user = await takeOverAccount(link, passwords, stranger);
      void showToast(t`The account is yours. All other devices are logged out.`, { type: 'success' });
      onDone();
      return user;
    } catch (error) {
      if (hasCode(error, 'verification_failed') || hasCode(error, 'email_already_verified')) onDead();
      throw error;
    }
  };
  const submit = useSignIn(form, send, stay);
  const { errors, isSubmitting } = form.formState;
  return (
    <form className="stack" noValidate method="post" onSubmit={submit}>
      <FormError problem={errors.root} />
      <p>
        {stranger ? (
          <Trans>
            Choose a password, and the account for <b>{link.email}</b> is yours alone. We erase everything another
            person added to it, end their subscriptions and delete their saved cards.
          </Trans>
        ) : (
          <Trans>
            Choose a new password for <b>{link.email}</b>. All earlier logins, devices, the phone number and two-step
            login are removed.
          </Trans>
        )}
      </p>
      {/* Gives password managers the user name. */}
      <input type="email" autoComplete="username" defaultValue={link.email} hidden readOnly />
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
      <Button look="line" size="lg" block onClick={onBack}>
        <Trans>Back</Trans>
      </Button>
    </form>
  );
}

/** The screen says itself what became of it. */
function stay(): void {}
