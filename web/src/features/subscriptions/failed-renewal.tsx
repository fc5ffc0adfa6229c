import { Trans, useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import type { OwnSubscription } from '#/api/types';
import { useSubscriptionTexts } from './labels';
import type { CardParts } from './parts';
import { PayByCard } from './pay-by-card';
import { blamesNoCard, Refusal } from './refusal';

/** The last renewal was not paid: why it matters, and the way out. */
export function FailedRenewal({ one, parts }: { one: OwnSubscription; parts: CardParts }) {
  const { t } = useLingui();
  const texts = useSubscriptionTexts();
  const until = one.access_ends_at && texts.lastDay(one.access_ends_at);
  return (
    <div className="subscr__failed" role="note">
      <p>
        <TriangleAlert className="i" aria-hidden="true" />
        <span>
          <b>
            <Trans>The last renewal was not paid.</Trans>
          </b>{' '}
          <Refusal one={one} />{' '}
          {until ? (
            <Trans>We’ll try again, and you can watch until {until}. Then your access ends.</Trans>
          ) : (
            <Trans>We’ll try again.</Trans>
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
