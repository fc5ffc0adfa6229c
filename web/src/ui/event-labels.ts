import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { EventSummary, Language } from '#/api/types';
import { type AccessLabel, accessLabel } from '#/entities/access';
import { sides, status } from '#/entities/event';
import { priceText } from '#/entities/price';
import {
  type DayName,
  dateText,
  dayKey,
  dayName,
  daysBetween,
  soonText,
  timeText,
  venueTimeText,
  weekdayText,
} from '#/entities/time';
import { viewerZone } from '#/entities/zones';
import { useNow } from './use-now';

/** Within a week a day is told by its weekday, further away by its date. */
const weekdayDays = 6;

export interface EventLabels {
  lang: Language;
  zone: string;
  now: number;
  /** `Men’s hockey`. */
  sport(event: Pick<EventSummary, 'gender' | 'event_category'>): string;
  /** `7:30 PM` for the viewer. */
  time(event: Timed): string;
  /** `6:00 PM at the venue`, empty without a known zone. */
  venueTime(event: Timed): string;
  /** When an upcoming event starts, as shortly as it can be said: `in 12 min.`, `Tonight 8:00 PM`, `Sun. 22, 1:00 PM`. */
  starts(event: Timed, withDay: boolean): string;
  /** `Tonight`, `Tomorrow`, or the fallback. */
  day(name: DayName, other: string): string;
  date(event: Timed): string;
  /** What a recording shows. */
  recording(event: EventSummary): string;
  access(event: EventSummary): { label: AccessLabel; text: string; note: string };
  /** What a click does: watch, replay, details. */
  action(event: EventSummary): string;
}

type Timed = Pick<EventSummary, 'event_utc_ts' | 'time_zone' | 'location'>;

/** The sentences about events that more than one screen needs, in the visitor's language, zone and present. */
export function useEventLabels(): EventLabels {
  const { t, i18n } = useLingui();
  const now = useNow();
  const lang: Language = i18n.locale === 'fr' ? 'fr' : 'en';
  return useMemo(() => makeLabels(t, lang, now, viewerZone()), [t, lang, now]);
}

type Translate = ReturnType<typeof useLingui>['t'];

function makeLabels(t: Translate, lang: Language, now: number, zone: string): EventLabels {
  const day = (name: DayName, other: string) => dayText(t, name) || other;
  const time = (event: Timed) => timeText(event.event_utc_ts, lang, zone);
  const date = (event: Timed) => dateText(event.event_utc_ts, lang, zone, now);

  const dayOf = (event: Timed) => {
    const ts = event.event_utc_ts;
    const away = daysBetween(dayKey(now / 1000, zone), dayKey(ts, zone));
    return day(dayName(ts, zone, now), away > 0 && away <= weekdayDays ? weekdayText(ts, lang, zone) : date(event));
  };

  return {
    lang,
    zone,
    now,
    time,
    day,
    date,
    sport: (event) => sportText(t, event, lang),
    venueTime: (event) => {
      const venue = venueTimeText(event.event_utc_ts, lang, event.location?.time_zone || event.time_zone);
      return venue ? t`${venue} at the venue` : '';
    },
    starts: (event, withDay) => {
      const soon = soonText(event.event_utc_ts, lang, now);
      if (soon) return soon;
      if (event.event_utc_ts * 1000 <= now) return t`Starting soon`;
      const [on, at] = [dayOf(event), time(event)];
      return withDay ? t`${on}, ${at}` : at;
    },
    recording: (event) => (sides(event) ? t`Full game` : t`Recording`),
    access: (event) => accessText(t, accessLabel(event, lang), event, lang),
    action: (event) => ({ live: t`Watch`, upcoming: t`Details`, finished: t`Replay` })[status(event)],
  };
}

function dayText(t: Translate, name: DayName): string {
  if (name === 'other') return '';
  return { yesterday: t`Yesterday`, today: t`Today`, tonight: t`Tonight`, tomorrow: t`Tomorrow` }[name];
}

/** English puts a sport inside a phrase in lower case, unless it is an abbreviation as MMA. */
function sportText(t: Translate, event: Pick<EventSummary, 'gender' | 'event_category'>, lang: Language): string {
  const title = event.event_category?.title ?? '';
  if (!event.gender || !title) return title;
  const sport = lang === 'en' && title !== title.toUpperCase() ? title.toLowerCase() : title;
  return event.gender === 'W' ? t`Women’s ${sport}` : t`Men’s ${sport}`;
}

function accessText(t: Translate, label: AccessLabel, event: EventSummary, lang: Language) {
  switch (label.kind) {
    case 'own':
      return { label, text: t`Included`, note: label.name };
    case 'included':
      return { label, text: t`Included`, note: '' };
    case 'free':
      return { label, text: t`Free`, note: event.type === 'free' ? t`no account needed` : '' };
    case 'login':
      return { label, text: t`Log in to watch`, note: t`a free account` };
    case 'blocked':
      return { label, text: t`Not in your region`, note: '' };
    case 'price': {
      const sum = label.total;
      return { label, text: label.payPerView ? t`Pay-per-view` : priceText(event, lang), note: t`${sum} with taxes` };
    }
  }
}
