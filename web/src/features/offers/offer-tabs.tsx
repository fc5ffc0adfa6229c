import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useHasContent } from '#/lib/has-content';

/** The two views of what is sold. */
export function OfferTabs() {
  const { t } = useLingui();
  if (!useHasContent('/packages/passes')) return null;
  return (
    <nav className="tabs" aria-label={t`Passes and subscriptions`}>
      <Link className="tab" to="/packages" activeOptions={{ exact: true, includeSearch: false }}>
        <Trans>Everything</Trans>
      </Link>
      <Link className="tab" to="/packages/passes" activeOptions={{ exact: true, includeSearch: false }}>
        <Trans>Passes by sport and school</Trans>
      </Link>
    </nav>
  );
}
