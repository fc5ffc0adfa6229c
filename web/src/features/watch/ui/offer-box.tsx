import { Trans, useLingui } from '@lingui/react/macro';
import type { EventDetail, Language } from '#/api/types';
import { buyEventHref } from '#/entities/cart';
import { selectForEvent } from '#/entities/choice';
import { amountText, priceText, total } from '#/entities/price';
import { PurchaseBox } from '#/ui/access-box';

/** What it takes to watch a game that costs something: its price with taxes, and what already includes it. */
export function OfferBox({ event }: { event: EventDetail }) {
  const { i18n } = useLingui();
  const lang: Language = i18n.locale === 'fr' ? 'fr' : 'en';
  const sold = event.single_event_package_id !== null && total(event) > 0;
  return (
    <PurchaseBox
      title={event.type === 'ppv' ? <Trans>Pay-per-view</Trans> : <Trans>This game</Trans>}
      buy={sold ? { href: buyEventHref(event), price: amountText(total(event), event.currency, lang) } : undefined}
      passesTitle={<Trans>Also included with</Trans>}
      hrefOf={(pass) => selectForEvent(pass, event)}
      passes={event.packages.filter((offer) => offer.id !== event.single_event_package_id)}
    >
      <Price event={event} lang={lang} />
    </PurchaseBox>
  );
}

function Price({ event, lang }: { event: EventDetail; lang: Language }) {
  const { currency, service_fee } = event;
  if (total(event) <= 0) return <p className="buybox__p">{event.access.message}</p>;
  const [sum, taxes] = [total(event), service_fee].map((n) => amountText(n, currency, lang));
  return (
    <>
      <p className="buybox__price">
        <span className="big">{priceText(event, lang)}</span>
        {service_fee > 0 && (
          <span className="muted">
            <Trans>plus taxes</Trans>
          </span>
        )}
      </p>
      <p className="muted buybox__p">
        {service_fee > 0 && (
          <Trans>
            {sum} with {taxes} taxes.
          </Trans>
        )}{' '}
        {event.access.message}
      </p>
    </>
  );
}
