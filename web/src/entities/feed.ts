import type { Language } from '#/api/types';

/** What a feed is about; each names one alias. */
export interface FeedScope {
  sport?: string | undefined;
  school?: string | undefined;
  team?: string | undefined;
}

export interface FeedLinks {
  /** For a click: opens the device's calendar. */
  webcal: string;
  /** For pasting into a calendar on the web. */
  calendar: string;
  rss: string;
}

/**
 * The feeds of a scope, on the host that answers the API. A filter that feeds do not know is left out: a calendar of more
 * games is still of use.
 */
export function feedLinks(scope: FeedScope, lang: Language, host: string): FeedLinks {
  const query = new URLSearchParams();
  for (const name of ['sport', 'school', 'team'] as const) {
    const value = scope[name];
    if (value && !value.includes(',')) query.set(name, value);
  }
  query.set('lang', lang);
  const calendar = new URL(`/calendar.ics?${query}`, host);
  return {
    webcal: calendar.href.replace(/^https?:/, 'webcal:'),
    calendar: calendar.href,
    rss: new URL(`/feed.xml?${query}`, host).href,
  };
}
