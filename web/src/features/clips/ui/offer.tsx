import { Trans, useLingui } from '@lingui/react/macro';
import type { Product } from '#/api/types';
import { useUser } from '#/lib/session';
import { buttonClass } from '#/ui/button';
import { Dialog } from '#/ui/dialog';
import { AppLink } from '#/ui/link';

interface OfferProps {
  what: 'clipping' | 'download';
  products: readonly Product[];
  onClose: () => void;
}

/** What somebody would have to have to make clips or to download, and the way to it. */
export function FeatureOffer({ what, products, onClose }: OfferProps) {
  const { t } = useLingui();
  const user = useUser();
  const clips = what === 'clipping';
  return (
    <Dialog title={clips ? t`Make clips` : t`Download games`} onClose={onClose}>
      <p>
        {clips ? (
          <Trans>Clips aren’t in your plan. Get them with:</Trans>
        ) : (
          <Trans>Downloads aren’t in your plan. Get them with:</Trans>
        )}
      </p>
      <ul className="clip-offer">
        {products.map(({ id, name }) => (
          <li key={id}>
            <AppLink className={buttonClass('line', 'md', true)} href={`/select-package/${id}`} onClick={onClose}>
              {name}
            </AppLink>
          </li>
        ))}
      </ul>
      {!user && (
        <p className="muted">
          <Trans>
            Already paid?{' '}
            <AppLink className="link" href="/login">
              Log in
            </AppLink>
          </Trans>
        </p>
      )}
    </Dialog>
  );
}
