import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#/ui/button';
import { FormError } from './form-error';
import { GuestForm, useGuestForm } from './guest-form';
import { LoginForm, useLoginForm } from './login-form';
import { RegistrationForm, useRegistrationForm } from './registration-form';
import './auth.css';

/**
 * Becoming a user inside another page, which stays as it is and then belongs to the user. A new visitor enters an email
 * address alone; users log in next to it. What was typed stays when the visitor looks at another form.
 */
export function AccountInPlace() {
  const { t } = useLingui();
  const [shown, setShown] = useState<'guest' | 'registration' | 'login'>('guest');
  const guest = useGuestForm();
  const registration = useRegistrationForm();
  const login = useLoginForm();
  const has = shown === 'login';
  return (
    <div className="inplace">
      <div className="tabs" role="group" aria-label={t`Your account`}>
        <button type="button" className="tab" aria-current={!has || undefined} onClick={() => setShown('guest')}>
          <Trans>I am new here</Trans>
        </button>
        <button type="button" className="tab" aria-current={has || undefined} onClick={() => setShown('login')}>
          <Trans>I have an account</Trans>
        </button>
      </div>
      <div className="stack">
        {shown === 'guest' && <GuestForm form={guest} onDone={stay} onPassword={() => setShown('registration')} />}
        {shown === 'registration' && (
          <>
            <FormError problem={registration.formState.errors.root} />
            <RegistrationForm form={registration} onDone={stay}>
              <Button look="quiet" onClick={() => setShown('guest')}>
                <Trans>Continue with my email only</Trans>
              </Button>
            </RegistrationForm>
          </>
        )}
        {has && (
          <>
            <FormError problem={login.formState.errors.root} />
            <LoginForm form={login} onDone={stay}>
              {null}
            </LoginForm>
          </>
        )}
      </div>
    </div>
  );
}

/** A visitor who has become a user stays on the page. */
function stay() {}
