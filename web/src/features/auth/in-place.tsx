import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FormError } from './form-error';
import { LoginForm, useLoginForm } from './login-form';
import { RegistrationForm, useRegistrationForm } from './registration-form';
import './auth.css';

/** Registering or logging in inside another page, which stays as it is and then belongs to the user. */
export function AccountInPlace() {
  const { t } = useLingui();
  const [has, setHas] = useState(false);
  const registration = useRegistrationForm();
  const login = useLoginForm();
  return (
    <div className="inplace">
      <div className="tabs" role="group" aria-label={t`Your account`}>
        <button type="button" className="tab" aria-current={!has || undefined} onClick={() => setHas(false)}>
          <Trans>I am new here</Trans>
        </button>
        <button type="button" className="tab" aria-current={has || undefined} onClick={() => setHas(true)}>
          <Trans>I have an account</Trans>
        </button>
      </div>
      <div className="stack">
        <FormError problem={(has ? login : registration).formState.errors.root} />
        {has ? (
          <LoginForm form={login} onDone={stay}>
            {null}
          </LoginForm>
        ) : (
          <RegistrationForm form={registration} onDone={stay}>
            {null}
          </RegistrationForm>
        )}
      </div>
    </div>
  );
}

/** Whoever is logged in is where they want to be. */
function stay() {}
