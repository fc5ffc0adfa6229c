import { afterEach, describe, expect, it, vi } from 'vitest';
import { channelZone, eventZone, isSameZone, isZone, viewerZone } from './zones';

const venue = { time_tba: false, time_zone: 'America/Edmonton', utc_offset: -21_600 };

describe('the zone in which an event is told', () => {
  it('is the viewer’s', () => {
    expect(eventZone(venue, 'America/Toronto')).toBe('America/Toronto');
  });

  it('is the venue’s by the server’s offset where both are one', () => {
    expect(eventZone(venue, 'America/Edmonton')).toBe(-21_600);
  });

  it('is the venue’s also under another name of its zone', () => {
    const winnipeg = { ...venue, time_zone: 'Canada/Central' };
    expect(eventZone(winnipeg, 'America/Winnipeg')).toBe(-21_600);
    expect(eventZone(winnipeg, 'America/Chicago')).toBe('America/Chicago');
  });

  it('is the venue’s while only the day is known', () => {
    expect(eventZone({ ...venue, time_tba: true }, 'America/Toronto')).toBe(-21_600);
  });

  it('is the viewer’s where this device does not know the venue’s', () => {
    expect(eventZone({ ...venue, time_zone: 'America/New_City' }, 'America/Toronto')).toBe('America/Toronto');
  });
});

it('knows the zone of this machine', () => {
  expect(isZone(viewerZone())).toBe(true);
  expect(isZone('Mars/Olympus')).toBe(false);
});

describe('two names of a zone', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are compared as this browser resolves them', () => {
    expect(isSameZone('US/Eastern', 'America/New_York')).toBe(true);
    expect(isSameZone('America/Toronto', 'America/New_York')).toBe(false);
    expect(isSameZone('Mars/Olympus', 'America/New_York')).toBe(false);
    expect(isSameZone('Mars/Olympus', 'Mars/Olympus')).toBe(true);
  });

  it('are compared by Temporal where the browser has it, since names are then kept as they are', () => {
    const equals = vi.fn<(other: unknown) => boolean>((other) => other === 'America/Halifax');
    const toZonedDateTimeISO = (zone: string) => (zone === 'Canada/Atlantic' ? { equals } : zone);
    vi.stubGlobal('Temporal', { Instant: { fromEpochMilliseconds: () => ({ toZonedDateTimeISO }) } });
    expect(isSameZone('Canada/Atlantic', 'America/Halifax')).toBe(true);
    expect(isSameZone('Canada/Atlantic', 'America/Glace_Bay')).toBe(false);
    expect(equals).toHaveBeenCalledTimes(2);
  });
});

describe('the clocks of a channel', () => {
  const at = (iso: string) => Date.parse(iso) / 1000;
  const channel = {
    time_zone: 'America/Toronto',
    utc_offsets: [
      { from_utc_ts: at('2026-01-01T00:00:00Z'), utc_offset: -18_000 },
      { from_utc_ts: at('2026-03-08T07:00:00Z'), utc_offset: -14_400 },
    ],
  };

  it('are those of the server, the latest also later', () => {
    expect(channelZone(channel, at('2026-03-08T06:59:59Z'))).toBe(-18_000);
    expect(channelZone(channel, at('2026-03-08T07:00:00Z'))).toBe(-14_400);
    expect(channelZone(channel, at('2040-01-01T00:00:00Z'))).toBe(-14_400);
  });

  it('are those of this device long ago, where it knows the zone', () => {
    expect(channelZone(channel, at('2020-01-01T00:00:00Z'))).toBe('America/Toronto');
    expect(channelZone({ ...channel, time_zone: 'America/New_City' }, at('2020-01-01T00:00:00Z'))).toBe(-18_000);
    expect(channelZone({ time_zone: 'America/New_City', utc_offsets: [] }, 0)).toBe(viewerZone());
  });
});
