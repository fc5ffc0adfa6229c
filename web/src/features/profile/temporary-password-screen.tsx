import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTitle } from '#/lib/channel';
import { useLogOut } from '#/lib/log-out';
import { returnHref } from '#/lib/return-to';
import { NewPasswordFields } from '#/ui/account/new-password-fields';
import { useProven } from '#/ui/account/use-proven';
import { Button } from '#/ui/button';
import { FieldError } from '#/ui/field';
import { refusesField } from '#/ui/form-errors';
import { CurrentPassword } from './current-password';
import { type Replacement, replacementSchema } from './schemas';
import { useSave } from './use-save';
import './profile.css';

const asked = ['current_password'];

/**
 * The only page of a user whose password another person set. The temporary password was entered to log in: it is asked for
 * once more only when that was long ago.
 */
export function TemporaryPasswordScreen() {
  const { t, i18n } = useLingui();
  useTitle(t`Choose your password`);
  const logOut = useLogOut();
  const router = useRouter();
  const { proven, onProven, onRefused } = useProven(asked);
  const [asks, setAsks] = useState(false);
  const form = useForm<Replacement>({
    resolver: valibotResolver(replacementSchema(i18n, asks && !proven)),
    criteriaMode: 'all',
    defaultValues: { password: '', password_confirmation: '', current_password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = useSave(
    form,
    ({ current_password, ...passwords }) => ({ ...passwords, ...(current_password && { current_password }) }),
    () => void router.navigate({ href: returnHref(), replace: true }),
    (error) => {
      onRefused(error);
      if (asks || !refusesField(error, asked)) return;
      setAsks(true);
      // The user has not seen this field yet.
      form.clearErrors('current_password');
    },
  );
  return (
    <div className="wrap page">
      <div className="acct__h">
        <h1>
          <Trans>Choose your password</Trans>
        </h1>
      </div>
      <div className="acct acct--alone">
        <section className="panel">
          <form className="stack" noValidate method="post" onSubmit={submit}>
            <p>
              <Trans>You logged in with a temporary password. Choose a new one to continue.</Trans>
            </p>
            <div role="alert">{errors.root?.message && <FieldError>{errors.root.message}</FieldError>}</div>
            {asks && (
              <>
                <p>
                  <Trans>You logged in some time ago. Confirm that it’s you.</Trans>
                </p>
                <CurrentPassword
                  label={t`Temporary password`}
                  proven={proven}
                  onProven={onProven}
                  autoFocus
                  error={errors.current_password?.message}
                  {...form.register('current_password')}
                />
              </>
            )}
            <div className="acct__pair">
              <NewPasswordFields
                label={t`New password`}
                again={t`Repeat the new password`}
                password={form.register('password')}
                confirmation={form.register('password_confirmation')}
                errors={errors}
              />
            </div>
            <div className="acts">
              <Button type="submit" busy={isSubmitting}>
                <Trans>Save and continue</Trans>
              </Button>
              <Button look="line" onClick={() => void logOut()}>
                <Trans>Log out</Trans>
              </Button>
            </div>
          </form>
        </section>
      </div>
    </div>
  );
}
