import { identifier } from './address';

/** The longest number with its separators. */
const longest = 32;

/** Whether the server accepts a text as a phone number: the rule of `text.IsPhone`, tested with the same table. */
export function isPhone(typed: string): boolean {
  const number = identifier(typed);
  const digits = number.replace(/\D/g, '').length;
  return /^\+?[\d ().\-/]+$/.test(number) && digits >= 10 && digits <= 14 && number.length <= longest;
}
