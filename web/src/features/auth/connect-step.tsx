import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useRef } from 'react';
import { useTitle } from '#/lib/channel';
import { useFailureText } from '#/ui/failure-text';
import { AuthFrame } from './auth-frame';
import { LoginForm, useLoginForm } from './login-form';

interface ConnectStepProps {
  message: string;
  /** Connects the user who then is logged in. */
  connect: () => Promise<void>;
  onFailure: (message: string) => void;
}

/** The address that somebody came with has an account: whoever logs in to that connects the two. */
export function ConnectStep({ message, connect, onFailure }: ConnectStepProps) {
  const { t } = useLingui();
  useTitle(t`Connect your account`);
  const form = useLoginForm();
  const failureText = useFailureText();
  const done = useRef(false);
  const finish = useCallback(() => {
    if (done.current) return;
    done.current = true;
    connect().catch((error: unknown) => onFailure(failureText(error)));
  }, [connect, onFailure, failureText]);
  return (
    <AuthFrame
      title={t`Connect your account`}
      error={form.formState.errors.root}
      slogan={<Trans>One account. Every game.</Trans>}
      pitch={<Trans>Log in with your password this time. After that, both ways lead to the same account.</Trans>}
    >
      <p role="status">{message}</p>
      <LoginForm form={form} onDone={finish} />
    </AuthFrame>
  );
}
