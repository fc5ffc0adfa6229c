import { tellKeyErrors } from '#/api/analytics';
import { get } from '#/api/client';
import type { Settings } from '#/api/types';
import { keyErrors, missedKeys } from '#/lib/analytics';
import { bus } from '#/lib/bus';
import { pause } from '#/lib/pause';
import { tab } from '#/lib/storage';
import { isMeasured } from './is-measured';

const firstRestMs = 5_000;
const longestRestMs = 60_000;
/** More than one report may count. */
const mostTimes = 20;

/**
 * Reports from the page itself that it got no api key, as soon as the server answers. What it cannot report stays in the
 * memory of the tab for the next page.
 */
export function reportKeyErrors(known?: Settings): Promise<void> {
  running ??= report(known).finally(() => {
    running = null;
  });
  return running;
}

let running: Promise<void> | null = null;

/** On a static host the settings are not known yet; they need no api key. */
const askSettings = () => get<Settings>('/settings', undefined, { withoutKey: true }).catch(() => undefined);

async function report(known: Settings | undefined): Promise<void> {
  let settings = known;
  for (let rest = firstRestMs; missedKeys() > 0; rest = Math.min(rest * 2, longestRestMs)) {
    settings ??= await askSettings();
    if (settings && !isMeasured(settings)) return;
    const told = settings && (await tellKeyErrors(settings.analytics.base_url, Math.min(missedKeys(), mostTimes)));
    if (told?.status === 200) return tab.forget(keyErrors);
    // Refused for good: it would be refused again.
    if (told && told.status >= 400 && told.status < 500 && told.status !== 429) return;
    await pause(Math.max(told?.retryAfterMs ?? 0, rest));
  }
}

/** Tells of the pages of this tab that got no api key and could not report it. */
export function recordKeyErrors(): void {
  const times = missedKeys();
  tab.forget(keyErrors);
  if (times > 0) bus.emit('record', { event: 'api_key_error', extras: { times } });
}
