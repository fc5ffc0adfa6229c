import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Language } from '#/api/types';
import { amountText } from '#/entities/price';
import { useRenewalText } from '#/ui/renewal-text';
import { useChannelDay } from '#/ui/use-channel-day';
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
  const date = useChargeDate(item, terms);
  const amount = amountText(item.base_price + item.service_fee, item.currency, lang);
  return (
    <ul className="renews">
      {terms.trialDays > 0 && (
        <li>
          <b>
            <Plural value={terms.trialDays} one="Free for # day" other="Free for # days" />
          </b>
          ,{' '}
          {date ? (
            <Trans>
              then {amount} on {date} unless you cancel first.
            </Trans>
          ) : (
            <Trans>then {amount} unless you cancel first.</Trans>
          )}
        </li>
      )}
      {terms.trialUsed && (
        <li>
          <Trans>You’ve already used your free trial on this site, so you pay for the first period today.</Trans>
        </li>
      )}
      <li>
        {terms.trialDays > 0 ? (
          <Trans>Renews {every} after that until you cancel.</Trans>
        ) : date === null ? (
          <Trans>
            {amount} {every} until you cancel.
          </Trans>
        ) : (
          <Trans>
            Next charge: {amount} on {date}, then {every} until you cancel.
          </Trans>
        )}
      </li>
      <li>
        <Trans>
          Cancel at any time in your account. You can keep watching until the end of the period you paid for.
        </Trans>
      </li>
      <li>
        <Trans>Your card is saved with our payment provider because the subscription renews with it.</Trans>
      </li>
    </ul>
  );
}

/** The day of the next charge: the server's to say. Null while it is not known, or is that of other terms than these. */
function useChargeDate({ renewal }: Item, terms: SubscriptionTerms): string | null {
  const day = useChannelDay();
  return renewal?.trial_days === terms.trialDays ? day(renewal.next_charge_at) : null;
}
