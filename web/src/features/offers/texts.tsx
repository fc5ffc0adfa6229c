import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { Language, Product } from '#/api/types';
import { type Coverage, isAddOn, renewalOf } from '#/entities/offer';
import { amountText, priceParts, total } from '#/entities/price';
import { useUser } from '#/lib/session';
import { useLastDay } from '#/ui/use-last-day';

export function useLanguage(): Language {
  const { i18n } = useLingui();
  return i18n.locale === 'fr' ? 'fr' : 'en';
}

/** The price as the product states it, large, with what the taxes make of it. */
export function Price({ product }: { product: Product }) {
  const { t } = useLingui();
  const lang = useLanguage();
  const { code, amount, terms } = priceParts(product, lang);
  const sum = amountText(total(product), product.currency, lang);
  return (
    <div className="price">
      <p className="price__p">
        {lang === 'en' && <span className="price__c">{code} </span>}
        <span className="price__n">{amount}</span>
        {lang === 'fr' && <span className="price__c"> {code}</span>}
        {terms && <span className="price__t">{terms}</span>}
      </p>
      <p className="price__x">{product.service_fee > 0 ? t`plus taxes, ${sum} in total` : t`No taxes added`}</p>
    </div>
  );
}

/** What a product is good for, one fact a line. */
export function Facts({ product, coverage }: { product: Product; coverage: Coverage }) {
  const facts = useFacts(product, coverage);
  return (
    <ul className="facts">
      {facts.map((fact) => (
        <li key={fact}>
          <Check className="i" aria-hidden="true" />
          <span>{fact}</span>
        </li>
      ))}
    </ul>
  );
}

/** The same in one line. */
export function FactsLine({ product, coverage }: { product: Product; coverage: Coverage }) {
  return useFacts(product, coverage).join(' · ');
}

export function useFacts(product: Product, coverage: Coverage): string[] {
  const covered = useCoverageText()(product, coverage);
  const terms = useTermsText(product);
  const { t } = useLingui();
  const can = new Set(product.capabilities);
  const downloads = [can.has('download') && 'game', can.has('download_clip') && 'clip'].filter(Boolean).join(' ');
  const facts = [
    !isAddOn(product) && covered,
    can.has('watch') && t`Games live and on demand`,
    can.has('vod_media') && t`Everything in the video library`,
    can.has('clipping') && t`Make clips and share them`,
    downloads === 'game clip' && t`Download games and clips`,
    downloads === 'game' && t`Download games`,
    downloads === 'clip' && t`Download clips`,
    can.has('no_ads') && t`No ads before games`,
    ...terms,
  ];
  return facts.filter((fact): fact is string => typeof fact === 'string');
}

/** What a product opens, in a few words. */
export function useCoverageText(): (product: Product, coverage: Coverage) => string {
  const { t } = useLingui();
  const lang = useLanguage();
  const list = (names: string[]) => new Intl.ListFormat(`${lang}-CA`, { type: 'conjunction' }).format(names);
  return (product, coverage) => {
    if (product.choice === 'participant' && product.participants.length > 1)
      return t`All games of one team of your choice`;
    if (product.choice === 'category' && product.event_categories.length > 1)
      return t`All games of one sport of your choice`;
    if (coverage.kind === 'everything') return t`Every sport and every school`;
    if (coverage.kind === 'sports') {
      const names = list(coverage.sports.map((sport) => sport.title));
      return t`${names}, every school`;
    }
    const count = product.participants.length;
    const [only] = coverage.teams;
    if (only && count === 1) return t`All games of ${only.name}`;
    const school = coverage.school?.name;
    if (school) return t`${plural(count, { one: 'The team', other: 'All # teams' })} of ${school}`;
    if (coverage.teams.length > 0 && count <= 3) return list(coverage.teams.map((team) => team.name));
    return t`${plural(count, { one: '# team', other: '# teams' })}`;
  };
}

/** How it is paid over time: its trial, its renewal. */
function useTermsText(product: Product): string[] {
  const { t } = useLingui();
  const lastDay = useLastDay();
  const days = useTrialDays(product);
  const end = product.ends_at && lastDay(product.ends_at);
  const renewal = renewalOf(product);
  const trial = t`${plural(days, { one: '# day', other: '# days' })} free, then your card is charged automatically unless you cancel`;
  const renews = {
    monthly: t`Renews every 30 days until you cancel`,
    annual: t`Renews every 12 months until you cancel`,
    none: t`One-time payment`,
  };
  return [...(days > 0 ? [trial] : []), ...(end ? [t`Valid until ${end}`] : []), renews[renewal]];
}

/** Days of a free trial that this person may still have. */
export function useTrialDays(product: Product): number {
  const used = useUser()?.trial_period_used ?? false;
  return used ? 0 : product.trial_period;
}
