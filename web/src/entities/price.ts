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

/** `$9.99` or `9,99 $`; both dollars are shown as `$`, and whole amounts lose their cents when `short`. */
export function money(minor: number, currency: string, lang: Language, short = false): string {
  const whole = short && minor % 100 === 0;
  const digits = whole ? 0 : 2;
  return new Intl.NumberFormat(LOCALE[lang], {
    style: 'currency',
    currency: currency || 'CAD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minor / 100);
}

/**
 * The price as every screen states it: currency code, symbol and base price, then `/period offer` when there is an offer.
 * A price that is charged again tells its period also without an offer. French puts the code after the amount: `9,99 $ CAD`.
 */
export function priceText(of: Priced, lang: Language): string {
  const { amount, terms } = priceParts(of, lang);
  return `${lang === 'en' ? `${of.currency} ${amount}` : `${amount} ${of.currency}`}${terms}`;
}

/** The same in pieces, for a price in large type. */
export function priceParts(of: Priced, lang: Language): { code: string; amount: string; terms: string } {
  const stated = of.offer ? [of.period, of.offer] : of.renewal ? [of.period] : [];
  const terms = [...new Set(stated)].filter((term): term is string => !!term && term !== 'other');
  return {
    code: of.currency,
    amount: money(of.base_price, of.currency, lang),
    terms: terms.length > 0 ? `/${terms.map((term) => termText(term, lang)).join(' ')}` : '',
  };
}

function termText(term: string, lang: Language): string {
  return lang === 'fr' ? (TERMS_FR[term] ?? term) : term;
}

/** What is paid in the end: base price with taxes. */
export function total(of: Priced): number {
  return of.price ?? of.base_price + (of.service_fee ?? 0);
}
