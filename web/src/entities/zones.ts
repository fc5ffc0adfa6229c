/**
 * Abbreviations of North American time zones (and UTC) as operators type them. A standard and a daylight name mean the
 * same regional zone: the season decides the offset, not the abbreviation.
 */
const ALIASES: Record<string, string> = {
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  PT: 'America/Los_Angeles',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  MT: 'America/Denver',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  CT: 'America/Chicago',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  ET: 'America/New_York',
  AST: 'America/Halifax',
  ADT: 'America/Halifax',
  AT: 'America/Halifax',
  NST: 'America/St_Johns',
  NDT: 'America/St_Johns',
  NT: 'America/St_Johns',
  AKST: 'America/Anchorage',
  AKDT: 'America/Anchorage',
  HST: 'Pacific/Honolulu',
  HNE: 'America/Toronto',
  HAE: 'America/Toronto',
  HNC: 'America/Winnipeg',
  HAC: 'America/Winnipeg',
  HNR: 'America/Edmonton',
  HAR: 'America/Edmonton',
  HNP: 'America/Vancouver',
  HAP: 'America/Vancouver',
  HNA: 'America/Halifax',
  HAA: 'America/Halifax',
  HNT: 'America/St_Johns',
  HAT: 'America/St_Johns',
  GMT: 'UTC',
  UTC: 'UTC',
  Z: 'UTC',
};

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The regional zone for an abbreviation or IANA name; null when it is neither, so that the caller falls back visibly. */
export function resolveZone(name: string): string | null {
  const alias = ALIASES[name.trim().toUpperCase()];
  if (alias) return alias;
  return name.trim() !== '' && isZone(name.trim()) ? name.trim() : null;
}

/** The zone in which the day of an event is told: a day without a time is one at the venue. */
export function dayZone(event: { time_tba: boolean; time_zone: string }, zone: string): string {
  return (event.time_tba && resolveZone(event.time_zone)) || zone;
}

/** The zone this browser lives in. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
