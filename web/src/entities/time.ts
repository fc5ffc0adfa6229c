import type { Language } from '#/api/types';
import type { Zone } from './zones';

/** Times and dates as the product writes them: `7:30 PM`, `Sat., Nov. 21`; `19 h 30`, `sam. 21 nov.`. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From five in the afternoon a fan says "tonight". */
const EVENING = 17;

/** English writes clock times in the American form and dates in the Canadian one; French is Canadian throughout. */
const CLOCK: Record<Language, string> = { en: 'en-US', fr: 'fr-CA' };
const DATE: Record<Language, string> = { en: 'en-CA', fr: 'fr-CA' };

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Building a formatter costs more than using it a thousand times, and a list shows hundreds of times. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, made);
  return made;
}

/** Seconds since the epoch, as `event_utc_ts`, to a Date. */
export function fromSeconds(ts: number): Date {
  return new Date(ts * SECOND);
}

/** What a formatter takes for a moment in a zone. An offset is added to the moment, which is then written as UTC. */
function local(ms: number, zone: Zone): [date: Date, timeZone: string] {
  return typeof zone === 'number' ? [new Date(ms + zone * SECOND), 'UTC'] : [new Date(ms), zone];
}

/** `7:30 PM` or `19 h 30` (a full hour is `19 h`), with spaces that do not break. */
export function timeText(ts: number, lang: Language, zone: Zone): string {
  const [date, timeZone] = local(ts * SECOND, zone);
  const text = formatter(CLOCK[lang], { hour: 'numeric', minute: '2-digit', timeZone }).format(date);
  const solid = text.replace(/\s/g, '\u00a0');
  return lang === 'fr' ? solid.replace(/\u00a000$/, '') : solid;
}

type Part = Intl.DateTimeFormatPart;

/** The first day of a month is an ordinal in French ("1er"), and the only one that is. */
function ordinal(part: Part): string {
  return part.type === 'day' && part.value === '1' ? '1er' : part.value;
}

/** English short names take their full stop ("Nov.", not "May."); French data brings its own. */
function dotted(part: Part): string {
  const short = (part.type === 'month' || part.type === 'weekday') && /^(?!May)\p{L}{3,4}$/u.test(part.value);
  return short ? `${part.value}.` : part.value;
}

const plain = (part: Part) => part.value;

/** A date as its language writes it, by short names or by whole ones. */
function spelt(options: Intl.DateTimeFormatOptions, ts: number, lang: Language, zone: Zone): string {
  const write = lang === 'fr' ? ordinal : options.month === 'short' ? dotted : plain;
  const [date, timeZone] = local(ts * SECOND, zone);
  return formatter(DATE[lang], { ...options, timeZone })
    .formatToParts(date)
    .map(write)
    .join('');
}

/** `Nov. 21` or `21 nov.`; with the year when it is not this year. */
export function dateText(ts: number, lang: Language, zone: Zone, now: number): string {
  const year = yearIn(ts * SECOND, zone) === yearIn(now, zone) ? undefined : ('numeric' as const);
  return spelt({ month: 'short', day: 'numeric', year }, ts, lang, zone);
}

/** `Sun. 22` or `dim. 22`. */
export function weekdayText(ts: number, lang: Language, zone: Zone): string {
  const [date, timeZone] = local(ts * SECOND, zone);
  const parts = formatter(DATE[lang], { weekday: 'short', day: 'numeric', timeZone }).formatToParts(date);
  const of = (type: Part['type']): Part => parts.find((p) => p.type === type) ?? { type, value: '' };
  const day = lang === 'fr' ? ordinal(of('day')) : of('day').value;
  return `${of('weekday').value.replace(/\.$/, '')}. ${day}`;
}

/** `Sat., Nov. 21` or `sam. 21 nov.`. */
export function shortDateText(ts: number, lang: Language, zone: Zone): string {
  return spelt({ weekday: 'short', month: 'short', day: 'numeric' }, ts, lang, zone);
}

/** `Saturday, November 21` or `samedi 21 novembre`. */
export function longDateText(ts: number, lang: Language, zone: Zone): string {
  return spelt({ weekday: 'long', month: 'long', day: 'numeric' }, ts, lang, zone);
}

/** `March 2026` or `mars 2026`. */
export function monthText(ts: number, lang: Language, zone: Zone): string {
  const [date, timeZone] = local(ts * SECOND, zone);
  return formatter(DATE[lang], { month: 'long', year: 'numeric', timeZone }).format(date);
}

/** `November 21, 2026` or `21 novembre 2026`. */
export function fullDateText(ts: number, lang: Language, zone: Zone): string {
  return spelt({ month: 'long', day: 'numeric', year: 'numeric' }, ts, lang, zone);
}

/** How long ago, in full hours or days: `3 hours ago`, `yesterday`; `il y a 3 heures`, `hier`. */
export function agoText(ts: number, lang: Language, now: number): string {
  const format = new Intl.RelativeTimeFormat(CLOCK[lang], { numeric: 'auto' });
  const gone = Math.max(0, now - ts * SECOND);
  return gone < DAY ? format.format(-Math.floor(gone / HOUR), 'hour') : format.format(-Math.floor(gone / DAY), 'day');
}

/** `Eastern Time` or `heure de l’Est`. */
export function zoneText(ts: number, lang: Language, zone: string): string {
  const parts = formatter(DATE[lang], { timeZoneName: 'longGeneric', timeZone: zone }).formatToParts(fromSeconds(ts));
  return parts.find((p) => p.type === 'timeZoneName')?.value ?? zone;
}

function yearIn(ms: number, zone: Zone): string {
  return dayKeyOfMs(ms, zone).slice(0, 4);
}

function dayKeyOfMs(ms: number, zone: Zone): string {
  const [date, timeZone] = local(ms, zone);
  return formatter('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(date);
}

/** The calendar day of a moment in a zone, as YYYY-MM-DD. */
export function dayKey(ts: number, zone: Zone): string {
  return dayKeyOfMs(ts * SECOND, zone);
}

function hourIn(ms: number, zone: Zone): number {
  const [date, timeZone] = local(ms, zone);
  return Number(formatter('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(date));
}

/** Whole calendar days between two YYYY-MM-DD keys; clock changes do not count because both are read as UTC. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);
}

export type DayName = 'yesterday' | 'today' | 'tonight' | 'tomorrow' | 'other';

/** What a fan calls the day of `ts`: "tonight" when it is today and the game starts in the evening. */
export function dayName(ts: number, zone: Zone, now: number): DayName {
  const distance = daysBetween(dayKeyOfMs(now, zone), dayKey(ts, zone));
  if (distance === 0) return hourIn(ts * SECOND, zone) >= EVENING ? 'tonight' : 'today';
  if (distance === 1) return 'tomorrow';
  return distance === -1 ? 'yesterday' : 'other';
}

/** Length as a clock: `2:14:09`, `6:21`; French writes `1 h 52`, `3 min 40`. */
export function lengthText(seconds: number, lang: Language): string {
  const total = Math.max(0, Math.round(seconds));
  const [h, m, s] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  if (lang === 'en') return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  if (h > 0) return m > 0 ? `${h}\u00a0h\u00a0${two(m)}` : `${h}\u00a0h`;
  return s > 0 && m > 0 ? `${m}\u00a0min\u00a0${two(s)}` : m > 0 ? `${m}\u00a0min` : `${s}\u00a0s`;
}

/** `in 12 min.` or `dans 12 min` while the start is at most an hour away; null otherwise. */
export function soonText(ts: number, lang: Language, now: number): string | null {
  const left = ts * SECOND - now;
  if (left <= 0 || left > HOUR) return null;
  return new Intl.RelativeTimeFormat(CLOCK[lang], { style: 'short' }).format(Math.ceil(left / MINUTE), 'minute');
}
