import type { Language } from '#/api/types';
import { dateText, dayKey } from './time';

/** The day key `days` later. */
export function addDays(key: string, days: number): string {
  return new Date(Date.parse(`${key}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Days from `from` to `to`, both included, as YYYY-MM-DD. */
export interface DayRange {
  from: string;
  to: string;
}

export type DatePreset = 'today' | 'tomorrow' | 'weekend' | 'week' | 'last_week' | 'last_month';

/** The days a preset means now. The weekend is the coming one, or what is left of it. */
export function presetDays(preset: DatePreset, zone: string, now: number): DayRange {
  const today = dayKey(now / 1000, zone);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'tomorrow':
      return { from: addDays(today, 1), to: addDays(today, 1) };
    case 'weekend':
      return weekday === 0
        ? { from: today, to: today }
        : { from: addDays(today, 6 - weekday), to: addDays(today, 7 - weekday) };
    case 'week':
      return { from: today, to: addDays(today, 6) };
    case 'last_week':
      return { from: addDays(today, -6), to: today };
    case 'last_month':
      return { from: addDays(today, -29), to: today };
  }
}

/** `Nov. 21`, from a day key; a day has no zone of its own. */
export function dayText(key: string, lang: Language, now: number): string {
  return dateText(Date.parse(`${key}T12:00:00Z`) / 1000, lang, 'UTC', now);
}
