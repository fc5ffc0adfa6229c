import type { Language } from '#/api/types';

/** Anything with a price: an event, a package, a subscription. Amounts in minor units. */
export interface Priced {
  currency: string;
  base_price: number;
  price?: number;
  service_fee?: number;
  /** `month`, `year`, `season`, …; only what recurs or lasts has one. */
  period?: string;
  /** Text of the offer: `annual`, or `other` for one without a text. */
  offer?: string;
  /** It is charged again each period. */
  renewal?: boolean;
}

const LOCALE: Record<Language, string> = { en: 'en-CA', fr: 'fr-CA' };
const TERMS_FR: Record<string, string> = {
  annual: 'annuel',
  year: 'an',
  yearly: 'an',
  month: 'mois',
  monthly: 'mois',
  week: 'semaine',
  day: 'jour',
  season: 'saison',
  event: 'match',
};

/** `$9.99` or `9,99 $`: both dollars are shown as `$`, so the currency code always stands next to it. */
function symbolText(minor: number, currency: string, lang: Language): string {
  return new Intl.NumberFormat(LOCALE[lang], {
    style: 'currency',
    currency: currency || 'CAD',
    currencyDisplay: 'narrowSymbol',
  }).format(minor / 100);
}

/**
 * An amount as every screen states it, in sentences and sums too: `CAD $9.99`. French puts the code after the amount:
 * `9,99 $ CAD`. It does not break at the end of a line.
 */
export function amountText(minor: number, currency: string, lang: Language): string {
  const amount = symbolText(minor, currency, lang);
  return lang === 'en' ? `${currency}\u00a0${amount}` : `${amount}\u00a0${currency}`;
}

/**
 * The price as every screen states it: currency code, symbol and base price, then `/period offer` when there is an offer.
 * A price that is charged again tells its period also without an offer.
 */
export function priceText(of: Priced, lang: Language): string {
  return amountText(of.base_price, of.currency, lang) + termsText(of, lang);
}

/** The same in pieces, for a price in large type. */
export function priceParts(of: Priced, lang: Language): { code: string; amount: string; terms: string } {
  return {
    code: of.currency,
    amount: symbolText(of.base_price, of.currency, lang),
    terms: termsText(of, lang),
  };
}

/** `/period offer`, empty where nothing is said of either. */
function termsText(of: Priced, lang: Language): string {
  const stated = of.offer ? [of.period, of.offer] : of.renewal ? [of.period] : [];
  const terms = [...new Set(stated)].filter((term): term is string => !!term && term !== 'other');
  return terms.length > 0 ? `/${terms.map((term) => termText(term, lang)).join(' ')}` : '';
}

function termText(term: string, lang: Language): string {
  return lang === 'fr' ? (TERMS_FR[term] ?? term) : term;
}

/** What is paid in the end: base price with taxes. */
export function total(of: Priced): number {
  return of.price ?? of.base_price + (of.service_fee ?? 0);
}
