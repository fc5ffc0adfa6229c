import type { Language } from '#/api/types';

/** `November 18 – 23` or `18–23 novembre`: from one day to another, each as YYYY-MM-DD, in whichever order. */
export function daysText(one: string, other: string, lang: Language): string {
  const days = new Intl.DateTimeFormat(`${lang}-CA`, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  const [first, last] = [one, other].map((day) => Date.parse(day)).toSorted((a, b) => a - b);
  return days.formatRange(first ?? 0, last ?? 0);
}
