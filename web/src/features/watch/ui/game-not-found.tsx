import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useTitle } from '#/lib/channel';
import { buttonClass } from '#/ui/button';

/** No such game on this channel. The server answered 404 too. */
export function GameNotFound() {
  const { t } = useLingui();
  useTitle(t`Game not found`);
  return (
    <div className="wrap lost">
      <p className="lost__code" aria-hidden="true">
        404
      </p>
      <h1>
        <Trans>Sorry! - Game Not Found</Trans>
      </h1>
      <p className="muted">
        <Trans>The link may be old, or the game was taken off the schedule.</Trans>
      </p>
      <div className="acts">
        <Link to="/schedule" className={buttonClass('primary', 'lg')}>
          <Trans>See the schedule</Trans>
        </Link>
        <Link to="/vod" className={buttonClass('line', 'lg')}>
          <Trans>Browse on demand</Trans>
        </Link>
      </div>
    </div>
  );
}
