import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useTitle } from '#/lib/channel';
import { buttonClass } from '#/ui/button';

/** No such video on this channel. The server answered 404 too. */
export function NoVideo() {
  const { t } = useLingui();
  useTitle(t`Video not found`);
  return (
    <div className="wrap lost">
      <p className="lost__code" aria-hidden="true">
        404
      </p>
      <h1>
        <Trans>This video is not in the library</Trans>
      </h1>
      <p className="muted">
        <Trans>The link may be old, or the video was taken out.</Trans>
      </p>
      <div className="acts">
        <Link to="/vod_library" className={buttonClass('primary', 'lg')}>
          <Trans>Browse the library</Trans>
        </Link>
      </div>
    </div>
  );
}
