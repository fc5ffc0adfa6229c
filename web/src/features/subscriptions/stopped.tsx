import { Trans, useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import type { OwnSubscription } from '#/api/types';
import type { CardParts } from './parts';
import { PayByCard } from './pay-by-card';
import { blamesNoCard, Refusal } from './refusal';

/** The last renewal was not paid for so long that access has stopped: the way to have it back. */
export function Stopped({ one, parts }: { one: OwnSubscription; parts: CardParts }) {
  const { t } = useLingui();
  return (
    <div className="subscr__failed" role="note">
      <p>
        <TriangleAlert className="i" aria-hidden="true" />
        <span>
          <Refusal one={one} />{' '}
          {blamesNoCard(one) ? (
            <Trans>Your access has stopped. You’ll get it back as soon as we can take payments again.</Trans>
          ) : (
            <Trans>Your access has stopped. Pay with another card to get it back.</Trans>
          )}
        </span>
      </p>
      {!blamesNoCard(one) && (
        <div className="acts">
          <PayByCard one={one} parts={parts} label={t`Pay with another card`} primary />
        </div>
      )}
    </div>
  );
}
