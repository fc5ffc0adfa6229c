import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '#/api/failure';
import { leave } from '#/lib/session';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { FieldError } from '#/ui/field';

/**
 * Why something was refused, read out when it appears. Who has no password shows who they are by logging in again: the
 * page is one for users, so that it is where they come back to.
 */
export function Refusal({ error }: { error: unknown }) {
  const failureText = useFailureText();
  const client = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const logInAgain = () => {
    setLeaving(true);
    void leave(client);
  };
  return (
    <div className="stack" role="alert">
      {Boolean(error) && <FieldError>{failureText(error)}</FieldError>}
      {hasCode(error, 'login_again') && (
        <div className="acts">
          <Button look="line" busy={leaving} onClick={logInAgain}>
            <Trans>Log out and log in again</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
