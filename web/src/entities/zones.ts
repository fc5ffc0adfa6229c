/**
 * Where a time is told: an IANA name, of whose clocks this device's zone data decides, or an offset in seconds east of
 * UTC, which the server sends with each event for its venue.
 */
export type Zone = string | number;

interface AtVenue {
  time_tba: boolean;
  time_zone: string;
  utc_offset: number;
}

/**
 * Where the time of an event is told to a viewer: in the zone of their device. A day without a time is one at the venue,
 * and in the venue's own zone both times are one, also where this device has older zone data.
 */
export function eventZone(event: AtVenue, viewer: string): Zone {
  return event.time_tba || isSameZone(event.time_zone, viewer) ? event.utc_offset : viewer;
}

interface ChannelClock {
  time_zone: string;
  utc_offsets: readonly { from_utc_ts: number; utc_offset: number }[];
}

/** Where a moment is told by the clocks of a channel: its offset by the server, or for long ago its zone. */
export function channelZone({ time_zone, utc_offsets }: ChannelClock, ts: number): Zone {
  const known = utc_offsets.findLast(({ from_utc_ts }) => from_utc_ts <= ts);
  if (known) return known.utc_offset;
  return isZone(time_zone) ? time_zone : (utc_offsets[0]?.utc_offset ?? viewerZone());
}

/** What of Temporal compares zones. A browser that has it does not resolve other names of a zone elsewhere. */
interface WithTemporal {
  Temporal?: {
    Instant: {
      fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(zone: string): { equals(other: unknown): boolean } };
    };
  };
}

const compared = new Map<string, boolean>();

/** Whether two names mean one zone, as Canada/Central and America/Winnipeg do. */
export function isSameZone(one: string, other: string): boolean {
  if (one === other) return true;
  const key = `${one} ${other}`;
  const same = compared.get(key) ?? compareZones(one, other);
  compared.set(key, same);
  return same;
}

function compareZones(one: string, other: string): boolean {
  if (!isZone(one) || !isZone(other)) return false;
  const epoch = (globalThis as WithTemporal).Temporal?.Instant.fromEpochMilliseconds(0);
  if (epoch) return epoch.toZonedDateTimeISO(one).equals(epoch.toZonedDateTimeISO(other));
  return resolved(one) === resolved(other);
}

function resolved(name: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
}

/** Whether this device knows a zone of this name. */
export function isZone(name: string): boolean {
  try {
    return resolved(name) !== '';
  } catch {
    return false;
  }
}

/** The zone this browser lives in. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
