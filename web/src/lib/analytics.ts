import type { Settings } from '#/api/types';
import { bus } from './bus';
import { consent, isGranted } from './consent';
import { Facts } from './facts';
import { local, tab } from './storage';

/** Life of the outer tracking value: 3 hours. */
export const trkTtlMs = 10_800_000;

/** What this page was opened with: without consent it lives no longer than the page. */
let ofPage: { trk: string; until: number } | null = null;

/** Notes the `trk` of an address, by which a partner recognises the visits it sent. */
export function captureTrk(search: string): void {
  const trk = new URLSearchParams(search).get('trk')?.slice(0, 200);
  ofPage = trk ? { trk, until: Date.now() + trkTtlMs } : null;
  keepTrk();
  consent.subscribe((now, before) => now.answer !== before.answer && keepTrk());
}

/** Keeps the value for later pages, or no longer, as the visitor wants it. */
function keepTrk(): void {
  if (!isGranted()) local.forget('trk');
  else if (ofPage) local.save('trk', ofPage.trk, ofPage.until - Date.now());
}

/** The outer tracking value, while it lives. */
export function outerTrk(): string | null {
  return ofPage && ofPage.until > Date.now() ? ofPage.trk : local.loadText('trk');
}

export function recordPageView(path: string): void {
  bus.emit('record', { event: 'visit_page', extras: { path, trk: outerTrk() } });
}

const keyErrors = 'key_errors';

/**
 * Notes that no api key was to be had. Without one nobody can be told: the next page of this tab that has one tells it, for
 * who agreed that something is kept.
 */
export function noteKeyError(): void {
  if (isGranted()) tab.save(keyErrors, missedKeys() + 1);
}

/** Tells of the pages of this tab that got no api key. */
export function recordKeyErrors(): void {
  const times = missedKeys();
  tab.forget(keyErrors);
  if (times > 0) bus.emit('record', { event: 'api_key_error', extras: { times } });
}

function missedKeys(): number {
  const kept = tab.load(keyErrors);
  return typeof kept === 'number' ? kept : 0;
}

/** Whether visits of a channel are measured at this host: not on the machine that it is worked on, unless it says so. */
export function isMeasured(settings: Settings, hostname = location.hostname): boolean {
  const isTold = settings['yare-analytics'] !== '' || settings['google-analytics']['google-tag'] !== '';
  return isTold && (settings.analytics.local || !isThisMachine(hostname));
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/.test(hostname);
}

/** How much is kept before the sender is there. */
const mostFacts = 60;

/** Keeps what is told from now on; the sender takes it over. */
export function holdFacts(): Facts {
  const facts = new Facts(mostFacts);
  bus.on('record', (record) => facts.add({ record }));
  bus.on('viewing', (viewing) => facts.add({ viewing }));
  return facts;
}
