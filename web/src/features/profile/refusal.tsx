import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { hasCode } from '#/api/failure';
import { leave } from '#/lib/session';
import { OtherProofs } from '#/ui/account/other-proofs';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';

interface RefusalProps {
  error: unknown;
  /** The user confirmed who they are: the form can be sent again. */
  onProven?: () => void;
}

/**
 * Says why the server refused a form; screen readers read it when it appears. A user without a password confirms who they
 * are by a passkey, by a code sent by mail, or by another login. Only users can open these pages, so the login leads back.
 */
export function Refusal({ error, onProven }: RefusalProps) {
  const failureText = useFailureText();
  const client = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  // The refusal that a proof answered. The next one is shown again.
  const [answered, setAnswered] = useState<unknown>(null);
  const proven = Boolean(error) && answered === error;
  const thanks = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (proven) thanks.current?.focus(); // the button that was pressed is gone
  }, [proven]);
  const logInAgain = () => {
    setLeaving(true);
    void leave(client);
  };
  const answer = () => {
    setAnswered(error);
    onProven?.();
  };
  return (
    <div className="stack">
      <div role="alert">
        {proven && (
          <p tabIndex={-1} ref={thanks}>
            <Trans>Thank you. You can continue now.</Trans>
          </p>
        )}
        {Boolean(error) && !proven && <FieldError>{failureText(error)}</FieldError>}
      </div>
      {hasCode(error, 'login_again') && !proven && (
        <>
          <OtherProofs onProven={answer} />
          <Button look="quiet" busy={leaving} onClick={logInAgain}>
            <Trans>Log out and log in again</Trans>
          </Button>
        </>
      )}
    </div>
  );
}
