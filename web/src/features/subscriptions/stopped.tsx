import { Trans, useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import type { OwnSubscription } from '#/api/types';
import { useSubscriptionTexts } from './labels';
import type { CardParts } from './parts';
import { PayByCard } from './pay-by-card';

/** The last renewal was not paid for so long that access has stopped: the way to have it back. */
export function Stopped({ one, parts }: { one: OwnSubscription; parts: CardParts }) {
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
        <PayByCard one={one} parts={parts} label={t`Pay with another card`} primary />
      </div>
    </div>
  );
}
