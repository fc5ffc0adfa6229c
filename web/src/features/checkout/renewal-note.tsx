import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Language } from '#/api/types';
import { money } from '#/entities/price';
import { nextCharge } from '#/entities/subscription';
import { fullDateText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';
import { useRenewalText } from '#/ui/renewal-text';
import type { Item, SubscriptionTerms } from './item';

interface RenewalNoteProps {
  item: Item;
  terms: SubscriptionTerms;
}

/** What a subscriber agrees to: when the card is charged, how much, and how that ends. */
export function RenewalNote({ item, terms }: RenewalNoteProps) {
  const { i18n } = useLingui();
  const lang = i18n.locale as Language;
  const every = useRenewalText()(terms.renewal);
  const [now] = useState(Date.now);
  const date = fullDateText(nextCharge(terms.renewal, terms.trialDays, now) / 1000, lang, viewerZone());
  const amount = money(item.base_price + item.service_fee, item.currency, lang);
  return (
    <ul className="renews">
      {terms.trialDays > 0 && (
        <li>
          <b>
            <Plural value={terms.trialDays} one="Free for # day" other="Free for # days" />
          </b>
          ,{' '}
          <Trans>
            then {amount} on {date} unless you cancel before.
          </Trans>
        </li>
      )}
      {terms.trialUsed && (
        <li>
          <Trans>You have had your free trial on this site, so the first period is paid today.</Trans>
        </li>
      )}
      <li>
        {terms.trialDays > 0 ? (
          <Trans>Renews {every} after that until you cancel.</Trans>
        ) : (
          <Trans>
            Next charge: {amount} on {date}, then {every} until you cancel.
          </Trans>
        )}
      </li>
      <li>
        <Trans>Cancel at any time in your account: you watch on until the end of what is paid.</Trans>
      </li>
      <li>
        <Trans>Your card is saved with our payment provider, since the subscription renews by it.</Trans>
      </li>
    </ul>
  );
}
