import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activateLanguage } from '#/lib/i18n';
import { event } from '#/testing/events';
import { useEventLabels } from './event-labels';

function labels() {
  const { result } = renderHook(useEventLabels, {
    wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  });
  return result.current;
}

beforeEach(() => activateLanguage('fr'));
afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

it.each([
  ['Hockey', 'Hockey masculin', 'Hockey féminin'],
  ['Boxe', 'Boxe masculine', 'Boxe féminine'],
  ['Arts martiaux mixtes', 'Arts martiaux mixtes masculins', 'Arts martiaux mixtes féminins'],
])('the adjective beside %s agrees with it', (title, men, women) => {
  const { sport } = labels();
  const said = (gender: 'M' | 'W') => sport(event({ gender, event_category: { id: 1, title, alias: 'a' } }));
  expect([said('M'), said('W')]).toEqual([men, women]);
});

/** Saturday, 5 December 2026 at venues in Auckland; the day before in America. */
const day = {
  time_tba: true,
  time_zone: 'Pacific/Auckland',
  utc_offset: 46_800,
  event_utc_ts: Date.UTC(2026, 11, 4, 23) / 1000,
} as const;
const clock = /\d\s?h|\d:\d\d/;

describe('a game of which only the day was announced', () => {
  it.each([
    ['tba', { schedule_status: 'tba' }, 'Heure à confirmer', /^5 déc\.( 2026)?, Heure à confirmer$/],
    ['cancelled', { schedule_status: 'cancelled' }, '', /^Annulé$/],
    ['postponed', { schedule_status: 'postponed' }, '', /^Reporté$/],
    ['live', { status: 'live', stream_status: 'live' }, '', /./],
    ['over', { status: 'finished', stream_status: 'finished', stream_state: 'ended' }, '', /./],
  ] as const)('has no time while it is %s', (_, over, time, starts) => {
    const of = event({ ...day, ...over });
    const said = labels();
    expect(said.time(of)).toBe(time);
    expect(said.venueTime(of)).toBe('');
    expect(said.date(of)).toMatch(/^5 déc\./);
    expect(said.starts(of, true)).not.toMatch(clock);
    expect(said.starts(of, true)).toMatch(starts);
  });
});

describe('the time at the venue', () => {
  const start = Date.UTC(2026, 11, 5, 20, 30) / 1000;

  it('is told by the offset of the server, also where this device has other zone data', () => {
    const of = event({ time_zone: 'America/Edmonton', utc_offset: -21_600, zone_name: 'HNC', event_utc_ts: start });
    expect(labels().venueTime(of)).toBe('14\u00a0h\u00a030 (HNC) sur place');
  });

  it('names the venue’s day where it is another than the viewer’s', () => {
    const of = event({ time_zone: 'Pacific/Auckland', utc_offset: 46_800, zone_name: 'UTC+13', event_utc_ts: start });
    expect(labels().venueTime(of)).toMatch(/^dim\. 6, 9\sh\s30 \(UTC\+13\) sur place$/);
  });
});
