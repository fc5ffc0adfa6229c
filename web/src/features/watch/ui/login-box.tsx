import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { LogIn } from 'lucide-react';
import type { EventDetail } from '#/api/types';
import { status } from '#/entities/event';
import { buttonClass } from '#/ui/button';

/** A game for anyone with an account. Both ways lead back to this page, which then plays. */
export function LoginBox({ event }: { event: EventDetail }) {
  return (
    <div className="buybox">
      <h2 className="h-sec">
        <Trans>Free with an account</Trans>
      </h2>
      <p className="buybox__p">
        {status(event) === 'upcoming' ? (
          <Trans>Log in now and you are ready when the game begins. There is nothing to pay.</Trans>
        ) : (
          <Trans>Log in and the game begins right here. There is nothing to pay.</Trans>
        )}
      </p>
      <Link to="/login" className={buttonClass('primary', 'lg', true)}>
        <LogIn className="i" aria-hidden="true" />
        <Trans context="button">Log in to watch</Trans>
      </Link>
      <p className="buybox__foot">
        <Trans>
          No account yet?{' '}
          <Link to="/registration" className="link">
            Create one
          </Link>
          , it takes a minute.
        </Trans>
      </p>
    </div>
  );
}
