import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

/** The two views of what is sold. */
export function OfferTabs() {
  const { t } = useLingui();
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
