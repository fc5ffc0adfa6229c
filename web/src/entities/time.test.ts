import { describe, expect, it } from 'vitest';
import { countdown } from './countdown';
import { addDays, dayText, presetDays } from './day-range';
import {
  dateText,
  dayKey,
  dayName,
  daysBetween,
  fullDateText,
  lengthText,
  longDateText,
  shortDateText,
  soonText,
  timeText,
  weekdayText,
  zoneText,
} from './time';

const TORONTO = 'America/Toronto';
/** Saturday 21 November 2026, 7:30 PM in Toronto. */
const EVENING = Date.UTC(2026, 10, 22, 0, 30) / 1000;
const at = (iso: string) => Date.parse(iso);

describe('clock times', () => {
  it('are written as each language does', () => {
    expect(timeText(EVENING, 'en', TORONTO)).toBe('7:30\u00a0PM');
    expect(timeText(EVENING, 'fr', TORONTO)).toBe('19\u00a0h\u00a030');
    expect(timeText(EVENING - 1800, 'fr', TORONTO)).toBe('19\u00a0h');
    expect(timeText(EVENING - 1800, 'en', TORONTO)).toBe('7:00\u00a0PM');
  });

  it('at the venue use the offset that the server sends', () => {
    expect(timeText(EVENING, 'en', -8 * 3600)).toBe('4:30\u00a0PM');
    expect(timeText(EVENING, 'fr', -3.5 * 3600)).toBe('21\u00a0h');
    expect(dayKey(EVENING, 3600)).toBe('2026-11-22');
    expect(longDateText(EVENING, 'fr', 14 * 3600)).toBe('dimanche 22 novembre');
    expect(dayName(EVENING, -8 * 3600, at('2026-11-22T07:59:00Z'))).toBe('today');
  });
});

describe('dates', () => {
  it('are written as each language does', () => {
    expect(shortDateText(EVENING, 'en', TORONTO)).toBe('Sat., Nov. 21');
    expect(shortDateText(EVENING, 'fr', TORONTO)).toBe('sam. 21 nov.');
    expect(weekdayText(EVENING, 'en', TORONTO)).toBe('Sat. 21');
    expect(weekdayText(EVENING, 'fr', TORONTO)).toBe('sam. 21');
    expect(longDateText(EVENING, 'en', TORONTO)).toBe('Saturday, November 21');
    expect(longDateText(EVENING, 'fr', TORONTO)).toBe('samedi 21 novembre');
  });

  it('carry the year only when it is another one', () => {
    expect(dateText(EVENING, 'en', TORONTO, at('2026-01-05T12:00:00Z'))).toBe('Nov. 21');
    expect(dateText(EVENING, 'en', TORONTO, at('2027-01-05T12:00:00Z'))).toBe('Nov. 21, 2026');
    expect(dateText(EVENING, 'fr', TORONTO, at('2027-01-05T12:00:00Z'))).toBe('21 nov. 2026');
  });

  it('do not put a full stop after May', () => {
    expect(dateText(at('2026-05-02T16:00:00Z') / 1000, 'en', TORONTO, at('2026-05-01T00:00:00Z'))).toBe('May 2');
  });

  it('write the first of a month as an ordinal in French alone', () => {
    const first = at('2026-06-01T16:00:00Z') / 1000;
    expect(dateText(first, 'fr', TORONTO, at('2026-05-01T00:00:00Z'))).toBe('1er juin');
    expect(shortDateText(first, 'fr', TORONTO)).toBe('lun. 1er juin');
    expect(weekdayText(first, 'fr', TORONTO)).toBe('lun. 1er');
    expect(longDateText(first, 'fr', TORONTO)).toBe('lundi 1er juin');
    expect(fullDateText(first, 'fr', TORONTO)).toBe('1er juin 2026');
    expect(fullDateText(first + 20 * 86_400, 'fr', TORONTO)).toBe('21 juin 2026');
    expect(longDateText(first, 'en', TORONTO)).toBe('Monday, June 1');
    expect(weekdayText(first, 'en', TORONTO)).toBe('Mon. 1');
  });

  it('name the zone in words', () => {
    expect(zoneText(EVENING, 'en', TORONTO)).toBe('Eastern Time');
    expect(zoneText(EVENING, 'fr', TORONTO)).toBe('heure de l’Est');
  });
});

describe('days', () => {
  it('are those of the viewer’s zone, not of UTC', () => {
    expect(dayKey(EVENING, TORONTO)).toBe('2026-11-21');
    expect(dayKey(EVENING, 'UTC')).toBe('2026-11-22');
  });

  it.each([
    ['2026-11-21T15:00:00Z', EVENING, 'tonight'],
    ['2026-11-21T15:00:00Z', EVENING - 6 * 3600, 'today'],
    ['2026-11-20T15:00:00Z', EVENING, 'tomorrow'],
    ['2026-11-22T15:00:00Z', EVENING, 'yesterday'],
    ['2026-11-10T15:00:00Z', EVENING, 'other'],
    ['2026-11-22T04:59:00Z', EVENING, 'tonight'],
  ])('from %s are called right', (now, ts, name) => {
    expect(dayName(ts, TORONTO, at(now))).toBe(name);
  });

  it('count across clock changes and months', () => {
    expect(daysBetween('2026-10-31', '2026-11-02')).toBe(2);
    expect(daysBetween('2026-03-09', '2026-03-07')).toBe(-2);
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-11-01', -1)).toBe('2026-10-31');
  });
});

describe('lengths', () => {
  it.each([
    [8049, '2:14:09', '2\u00a0h\u00a014'],
    [381, '6:21', '6\u00a0min\u00a021'],
    [3600, '1:00:00', '1\u00a0h'],
    [45, '0:45', '45\u00a0s'],
    [120, '2:00', '2\u00a0min'],
    [-5, '0:00', '0\u00a0s'],
  ])('of %d s are %s and %s', (seconds, en, fr) => {
    expect(lengthText(seconds, 'en')).toBe(en);
    expect(lengthText(seconds, 'fr')).toBe(fr);
  });
});

describe('countdown', () => {
  const start = EVENING * 1000;

  it('splits what remains and ends at the start', () => {
    expect(countdown(EVENING, start - ((26 * 60 + 3) * 60 + 9) * 1000)).toEqual({
      days: 1,
      hours: 2,
      minutes: 3,
      seconds: 9,
    });
    expect(countdown(EVENING, start - 1000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 });
    expect(countdown(EVENING, start)).toBeNull();
  });

  it('says "in 12 min." within the last hour only', () => {
    expect(soonText(EVENING, 'en', start - 12 * 60_000)).toMatch(/^in 12\smin/);
    expect(soonText(EVENING, 'fr', start - 12 * 60_000)).toMatch(/^dans 12\smin/);
    expect(soonText(EVENING, 'en', start - 61 * 60_000)).toBeNull();
    expect(soonText(EVENING, 'en', start + 1)).toBeNull();
  });
});

describe('date presets', () => {
  it.each([
    ['2026-11-18T15:00:00Z', '2026-11-21', '2026-11-22'],
    ['2026-11-21T15:00:00Z', '2026-11-21', '2026-11-22'],
    ['2026-11-22T15:00:00Z', '2026-11-22', '2026-11-22'],
    ['2026-11-23T03:00:00Z', '2026-11-22', '2026-11-22'],
  ])('on %s the weekend is %s to %s', (now, from, to) => {
    expect(presetDays('weekend', TORONTO, at(now))).toEqual({ from, to });
  });

  it('count the days of the viewer', () => {
    const now = at('2026-11-22T02:00:00Z');
    expect(presetDays('today', TORONTO, now)).toEqual({ from: '2026-11-21', to: '2026-11-21' });
    expect(presetDays('tomorrow', TORONTO, now)).toEqual({ from: '2026-11-22', to: '2026-11-22' });
    expect(presetDays('week', TORONTO, now)).toEqual({ from: '2026-11-21', to: '2026-11-27' });
    expect(presetDays('last_week', TORONTO, now)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(presetDays('last_month', TORONTO, now)).toEqual({ from: '2026-10-23', to: '2026-11-21' });
  });

  it('are written as dates', () => {
    expect(dayText('2026-11-21', 'fr', at('2026-11-01T00:00:00Z'))).toBe('21 nov.');
  });
});
