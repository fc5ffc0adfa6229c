import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTitle } from '#/lib/channel';
import { useLogOut } from '#/lib/log-out';
import { returnHref } from '#/lib/return-to';
import { NewPasswordFields } from '#/ui/account/new-password-fields';
import { Button } from '#/ui/button';
import { FieldError, PasswordField } from '#/ui/field';
import { type Replacement, replacementSchema } from './schemas';
import { useSave } from './use-save';
import './profile.css';

/** The only page of a user whose password was set by somebody else. */
export function TemporaryPasswordScreen() {
  const { t, i18n } = useLingui();
  useTitle(t`Choose your password`);
  const logOut = useLogOut();
  const router = useRouter();
  const form = useForm<Replacement>({
    resolver: valibotResolver(replacementSchema(i18n)),
    criteriaMode: 'all',
    defaultValues: { password: '', password_confirmation: '', current_password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = useSave(
    form,
    (values) => values,
    () => void router.navigate({ href: returnHref(), replace: true }),
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
              <Trans>The password you logged in with is temporary. Replace it, and everything else is yours.</Trans>
            </p>
            <div role="alert">{errors.root?.message && <FieldError>{errors.root.message}</FieldError>}</div>
            <PasswordField
              label={t`Temporary password`}
              autoComplete="current-password"
              error={errors.current_password?.message}
              {...form.register('current_password')}
            />
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
