import type { MessageDescriptor } from '@lingui/core';
import { msg, select } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import type { Category, EventSummary, Gender, Language, Participant } from '#/api/types';
import { type AccessLabel, accessLabel } from '#/entities/access';
import { flat } from '#/entities/category';
import { isOff, isRecorded, sides, status } from '#/entities/event';
import { type DayName, dateText, dayKey, dayName, daysBetween, soonText, timeText, weekdayText } from '#/entities/time';
import { eventZone, viewerZone } from '#/entities/zones';
import { useNow } from './use-now';

/** Within a week a day is told by its weekday, further away by its date. */
const weekdayDays = 6;
/** No game is over sooner; what is shorter shows parts of one. */
const shortSeconds = 15 * 60;

export interface EventLabels {
  lang: Language;
  zone: string;
  now: number;
  /** `Men’s hockey`. */
  sport(event: Pick<EventSummary, 'gender' | 'event_category'>): string;
  /** The same for a team, whose sport is an id of the category tree. */
  teamSport(team: Pick<Participant, 'properties'>, tree: readonly Category[]): string;
  /** `Cancelled`, `Postponed`, `Time TBA`; empty for an event that takes place as scheduled. */
  schedule(event: Pick<EventSummary, 'schedule_status'>): string;
  /** `7:30 PM` for the viewer; `Time TBA` while only the day is known, and empty once no time will be announced. */
  time(event: Timed): string;
  /** `6:00 PM (EST) at the venue`, with the venue's day where it is another than the viewer's; empty without a time. */
  venueTime(event: Timed): string;
  /** When an upcoming event starts, as shortly as it can be said: `in 12 min.`, `Tonight 8:00 PM`, `Sun. 22, 1:00 PM`. */
  starts(event: Timed, withDay: boolean): string;
  /** `Tonight`, `Tomorrow`, or the fallback. */
  day(name: DayName, other: string): string;
  /** `Nov. 21` for the viewer; at the venue where only the day is known. */
  date(event: Timed): string;
  /** The same, said as people say a near day: `Tonight`, `Sun. 22`, `Nov. 21`. */
  nearDay(event: Timed): string;
  /** What a finished event has to offer: its recording, or no more than the result. */
  recording(event: EventSummary): string;
  access(event: EventSummary): { label: AccessLabel; text: string; note: string };
  /** What a click does: watch, replay, details. */
  action(event: EventSummary): string;
}

type Timed = Pick<
  EventSummary,
  'event_utc_ts' | 'time_zone' | 'utc_offset' | 'zone_name' | 'schedule_status' | 'time_tba'
>;

/** The sentences about events that more than one screen needs, in the visitor's language, zone and present. */
export function useEventLabels(): EventLabels {
  const { i18n } = useLingui();
  const now = useNow();
  const lang: Language = i18n.locale === 'fr' ? 'fr' : 'en';
  return useMemo(() => makeLabels((message) => i18n._(message), lang, now, viewerZone()), [i18n, lang, now]);
}

/** The macro's `t` works only where the hook is called; helpers get descriptors translated by this. */
type Say = (message: MessageDescriptor) => string;

function makeLabels(say: Say, lang: Language, now: number, zone: string): EventLabels {
  const day = (name: DayName, other: string) => dayText(say, name) || other;
  const schedule = ({ schedule_status: of }: Pick<EventSummary, 'schedule_status'>) => scheduleText(say, of);
  const zoneOf = (event: Timed) => eventZone(event, zone);
  const time = (event: Timed) => {
    if (!event.time_tba) return timeText(event.event_utc_ts, lang, zoneOf(event));
    return event.schedule_status === 'tba' ? schedule(event) : '';
  };
  const date = (event: Timed) => dateText(event.event_utc_ts, lang, zoneOf(event), now);

  const nearDay = (event: Timed) => {
    const [ts, at] = [event.event_utc_ts, zoneOf(event)];
    const away = daysBetween(dayKey(now / 1000, at), dayKey(ts, at));
    return day(dayName(ts, at, now), away > 0 && away <= weekdayDays ? weekdayText(ts, lang, at) : date(event));
  };

  return {
    lang,
    zone,
    now,
    schedule,
    time,
    day,
    date,
    nearDay,
    sport: (event) => sportText(say, event.gender, event.event_category?.title ?? '', lang),
    teamSport: ({ properties: { gender, sport } }, tree) =>
      sportText(say, gender, flat(tree).find((node) => node.id === sport)?.title ?? '', lang),
    venueTime: (event) => {
      if (event.time_tba) return '';
      const [ts, at] = [event.event_utc_ts, event.utc_offset];
      const clock = `${timeText(ts, lang, at)} (${event.zone_name})`;
      const venue = dayKey(ts, at) === dayKey(ts, zoneOf(event)) ? clock : `${weekdayText(ts, lang, at)}, ${clock}`;
      return say(msg`${venue} at the venue`);
    },
    starts: (event, withDay) => {
      const said = schedule(event);
      if (said && event.schedule_status !== 'tba') return said;
      if (!event.time_tba) {
        const soon = soonText(event.event_utc_ts, lang, now);
        if (soon) return soon;
        if (event.event_utc_ts * 1000 <= now) return say(msg`Starting soon`);
      }
      const [on, at] = [nearDay(event), time(event)];
      return withDay ? say(msg`${on}, ${at}`) : at;
    },
    recording: (event) => {
      if (isOff(event)) return schedule(event);
      if (!isRecorded(event)) return say(msg`Final`);
      if (event.score_hidden) return say(msg`Recording`);
      if (event.duration && event.duration < shortSeconds) return say(msg`Highlights`);
      return sides(event) ? say(msg`Full game`) : say(msg`Recording`);
    },
    access: (event) => accessText(say, accessLabel(event, lang), event),
    action: (event) =>
      ({
        live: say(msg`Watch`),
        upcoming: say(msg`Details`),
        finished: isRecorded(event) ? say(msg`Replay`) : say(msg`Details`),
      })[status(event)],
  };
}

function scheduleText(say: Say, of: EventSummary['schedule_status']): string {
  return {
    on: '',
    cancelled: say(msg`Cancelled`),
    postponed: say(msg`Postponed`),
    tba: say(msg`Time TBA`),
  }[of];
}

function dayText(say: Say, name: DayName): string {
  if (name === 'other') return '';
  return {
    yesterday: say(msg`Yesterday`),
    today: say(msg`Today`),
    tonight: say(msg`Tonight`),
    tomorrow: say(msg`Tomorrow`),
  }[name];
}

/** French names of sports that are feminine, so that the adjective beside them agrees. */
const feminine = /^(natation|crosse|lutte|gymnastique|boxe|course|escrime|ringuette|balle|danse|voile|planche)/i;

/** Those that are plural. */
const plural = /^(arts|sports) /i;

/** English puts a sport inside a phrase in lower case, unless it is an abbreviation as MMA. */
function sportText(say: Say, gender: Gender, title: string, lang: Language): string {
  if (!gender || !title) return title;
  const sport = lang === 'en' && title !== title.toUpperCase() ? title.toLowerCase() : title;
  const noun = feminine.test(sport) ? 'f' : plural.test(sport) ? 'p' : 'm';
  return gender === 'W'
    ? say(msg`${select(noun, { f: `Women’s ${sport}`, other: `Women’s ${sport}` })}`)
    : say(msg`${select(noun, { f: `Men’s ${sport}`, other: `Men’s ${sport}` })}`);
}

function accessText(say: Say, label: AccessLabel, event: EventSummary) {
  switch (label.kind) {
    case 'own':
      return { label, text: say(msg`Included`), note: label.name };
    case 'included':
      return { label, text: say(msg`Included`), note: '' };
    case 'free':
      return { label, text: say(msg`Free`), note: event.type === 'free' ? say(msg`no account needed`) : '' };
    case 'login':
      return { label, text: say(msg`Log in to watch`), note: say(msg`a free account`) };
    case 'blocked':
      return { label, text: say(msg`Not in your region`), note: '' };
    case 'on_hold':
      return { label, text: say(msg`On hold`), note: '' };
    case 'price':
      return { label, text: label.text, note: label.taxed ? say(msg`plus taxes`) : '' };
  }
}
