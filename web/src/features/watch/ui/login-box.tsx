import { Trans } from '@lingui/react/macro';
import type { EventDetail } from '#/api/types';
import { status } from '#/entities/event';
import { LoginBox } from '#/ui/access-box';

/** A game for anyone with an account. */
export function GameLoginBox({ event }: { event: EventDetail }) {
  return (
    <LoginBox>
      {status(event) === 'upcoming' ? (
        <Trans>Log in now to be ready when the game begins. There is nothing to pay.</Trans>
      ) : (
        <Trans>Log in and the game begins right here. There is nothing to pay.</Trans>
      )}
    </LoginBox>
  );
}
