import { Trans, useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import type { OwnSubscription } from '#/api/types';
import { useSubscriptionTexts } from './labels';
import { type CardPicker, PayByCard } from './pay-by-card';

/** The last renewal was not paid for so long that access has stopped: the way to have it back. */
export function Stopped({ one, picker }: { one: OwnSubscription; picker: CardPicker }) {
  const { t } = useLingui();
  const card = useSubscriptionTexts().card(one.card);
  return (
    <div className="subscr__failed" role="note">
      <p>
        <TriangleAlert className="i" aria-hidden="true" />
        <span>
          <Trans>{card} was declined, and your access has stopped. It is back as soon as another card pays.</Trans>
        </span>
      </p>
      <div className="acts">
        <PayByCard one={one} picker={picker} label={t`Pay with another card`} primary />
      </div>
    </div>
  );
}
