import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { EventDetail, EventPackage, Language } from '#/api/types';
import { money, priceText, total } from '#/entities/price';
import { useUser } from '#/lib/session';

/** What it takes to watch a game that costs something: its price with taxes, and what already includes it. */
export function OfferBox({ event }: { event: EventDetail }) {
  const { i18n } = useLingui();
  const lang: Language = i18n.locale === 'fr' ? 'fr' : 'en';
  const user = useUser();
  const passes = event.packages.filter((offer) => offer.id !== event.single_event_package_id);
  return (
    <div className="buybox">
      <h2 className="h-sec">{event.type === 'ppv' ? <Trans>Pay-per-view</Trans> : <Trans>This game</Trans>}</h2>
      <Price event={event} lang={lang} />
      {passes.length > 0 && <Passes passes={passes} lang={lang} />}
      <p className="buybox__foot">
        <Trans>Buying is not open on this site yet.</Trans>{' '}
        {!user && (
          <Trans>
            Already paid?{' '}
            <Link to="/login" className="link">
              Log in
            </Link>
          </Trans>
        )}
      </p>
    </div>
  );
}

function Price({ event, lang }: { event: EventDetail; lang: Language }) {
  const { currency, base_price, service_fee } = event;
  if (total(event) <= 0) return <p className="buybox__p">{event.access.message}</p>;
  const [sum, base, taxes] = [total(event), base_price, service_fee].map((n) => money(n, currency, lang));
  return (
    <>
      <p className="buybox__price">
        <span className="big">{sum}</span>
        <span className="muted">
          <Trans>{currency}, taxes included</Trans>
        </span>
      </p>
      <p className="muted buybox__p">
        <Trans>
          {base} + {taxes} taxes.
        </Trans>{' '}
        {event.access.message}
      </p>
    </>
  );
}

function Passes({ passes, lang }: { passes: EventPackage[]; lang: Language }) {
  return (
    <>
      <h3 className="buybox__h">
        <Trans>Already included in</Trans>
      </h3>
      <ul className="incl">
        {passes.map((offer) => (
          <li key={offer.id}>
            <span>
              <b>{offer.name}</b>
              <PassKind offer={offer} />
            </span>
            <span className="pr">{priceText({ ...offer, offer: offer.period }, lang)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function PassKind({ offer }: { offer: EventPackage }) {
  const { t } = useLingui();
  const monthly = offer.type === 'month' || offer.type === 'monthly';
  const kind = offer.is_team_pass
    ? t`Every game of the team`
    : monthly
      ? t`Renewed every month`
      : offer.type === 'annual'
        ? t`A whole year`
        : offer.type === 'season'
          ? t`The whole season`
          : '';
  return kind ? <span>{kind}</span> : null;
}
