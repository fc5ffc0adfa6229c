import { Trans, useLingui } from '@lingui/react/macro';
import { useTitle } from '#/lib/channel';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';

export function NotFound() {
  const { t } = useLingui();
  useTitle(t`Page not found`);
  return (
    <div className="wrap lost">
      <p className="lost__code" aria-hidden="true">
        404
      </p>
      <h1>
        <Trans>Looks like we lose this page</Trans>
      </h1>
      <p className="muted">
        <Trans>The link may be old, or the page has moved.</Trans>
      </p>
      <div className="acts">
        <AppLink className={buttonClass('primary', 'lg')} href="/">
          <Trans>Go to Home page</Trans>
        </AppLink>
        <AppLink className={buttonClass('line', 'lg')} href="/schedule">
          <Trans>See the schedule</Trans>
        </AppLink>
      </div>
    </div>
  );
}
