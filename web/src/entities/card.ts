/** Payment cards as people type them: brand, spacing, checks. Nothing here keeps or sends a number. */

export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown';

interface Kind {
  brand: CardBrand;
  starts: RegExp;
  /** How many digits a whole number has. */
  lengths: readonly number[];
  groups: readonly number[];
  cvc: number;
}

const fours = [4, 4, 4, 4, 3] as const;
const other: Kind = { brand: 'unknown', starts: /^/, lengths: [12, 13, 14, 15, 16, 17, 18, 19], groups: fours, cvc: 3 };
const kinds: readonly Kind[] = [
  { brand: 'visa', starts: /^4/, lengths: [13, 16, 19], groups: fours, cvc: 3 },
  { brand: 'mastercard', starts: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16], groups: fours, cvc: 3 },
  { brand: 'amex', starts: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
  { brand: 'discover', starts: /^6(011|4[4-9]|5)/, lengths: [16, 19], groups: fours, cvc: 3 },
  { brand: 'diners', starts: /^3(0[0-5]|[68])/, lengths: [14, 16], groups: [4, 6, 4, 2], cvc: 3 },
  { brand: 'jcb', starts: /^35(2[89]|[3-8])/, lengths: [16, 19], groups: fours, cvc: 3 },
  { brand: 'unionpay', starts: /^62/, lengths: [16, 17, 18, 19], groups: fours, cvc: 3 },
];

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

function kindOf(number: string): Kind {
  const digits = digitsOf(number);
  return kinds.find(({ starts }) => starts.test(digits)) ?? other;
}

export function brandOf(number: string): CardBrand {
  return kindOf(number).brand;
}

/** The number in the groups that stand on the card; what is too long for its brand is cut. */
export function spaced(number: string): string {
  const { groups, lengths } = kindOf(number);
  let rest = digitsOf(number).slice(0, Math.max(...lengths));
  const parts: string[] = [];
  for (const size of groups) {
    if (!rest) break;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(' ');
}

/** Whether the number can be one: its length, and its last digit by Luhn (ISO/IEC 7812-1). */
export function isCardNumber(number: string): boolean {
  const digits = digitsOf(number);
  if (!kindOf(number).lengths.includes(digits.length)) return false;
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, sign, index) => total + luhn(Number(sign), index % 2 === 1), 0);
  return sum % 10 === 0;
}

function luhn(digit: number, doubled: boolean): number {
  const value = doubled ? digit * 2 : digit;
  return value > 9 ? value - 9 : value;
}

/** `1228` as `12 / 28` while it is typed; a month above 1 gets its zero. What is being deleted stays as it is. */
export function expiryText(text: string, before: string): string {
  if (text.length < before.length) return text;
  const typed = digitsOf(text);
  const digits = /^[2-9]/.test(typed) ? `0${typed}` : typed;
  const year = digits.slice(2, 6);
  if (digits.length < 2) return digits;
  // A browser that fills the field in may give the century too.
  return `${digits.slice(0, 2)} / ${/^20\d\d$/.test(year) ? year.slice(2) : year.slice(0, 4)}`;
}

export interface Expiry {
  month: number;
  year: number;
}

/** Month and full year; null when the text names none. */
export function expiryOf(text: string): Expiry | null {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(text) ?? [];
  const at = Number(month);
  return month && at >= 1 && at <= 12 ? { month: at, year: 2000 + Number(year) } : null;
}

/** Whether the card's last month is over. */
export function isExpired({ month, year }: Expiry, now: number): boolean {
  return new Date(year, month, 1).getTime() <= now;
}

export function isSecurityCode(code: string, number: string): boolean {
  const wanted = kindOf(number);
  const length = digitsOf(code).length;
  return wanted.brand === 'unknown' ? length === 3 || length === 4 : length === wanted.cvc;
}

/** Digits of a security code, for the field's length and its hint. */
export function securityCodeLength(number: string): number {
  const { brand, cvc } = kindOf(number);
  return brand === 'unknown' ? 4 : cvc;
}

const names: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: '',
};

/** The brand as its holders write it; what the provider names otherwise keeps its name. */
export function brandName(brand: string): string {
  return (names as Record<string, string | undefined>)[brand] ?? brand;
}
