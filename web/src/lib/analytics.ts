import { bus } from './bus';
import { consent, isGranted } from './consent';
import { Facts } from './facts';
import { local, tab } from './storage';

/** Life of the outer tracking value: 3 hours. */
const trkTtlMs = 10_800_000;

/**
 * A value that names a campaign and no person. Without consent no other value is kept: a partner may put an address or a
 * number of a customer into it.
 */
const namesCampaign = /^[A-Za-z][A-Za-z_-]{0,39}$/;

/** What this page was opened with. */
let ofPage: { trk: string; until: number } | null = null;

/** Notes the `trk` of an address, by which a partner recognises the visits it sent. */
export function captureTrk(search: string): void {
  const trk = new URLSearchParams(search).get('trk')?.slice(0, 200);
  ofPage = trk ? { trk, until: Date.now() + trkTtlMs } : null;
  keepTrk();
  consent.subscribe((now, before) => now.answer !== before.answer && keepTrk());
}

/** Keeps the value for later pages: in the browser with consent, else in the memory of the tab if it names no person. */
function keepTrk(): void {
  const kept = isGranted() ? local : tab;
  if (!isGranted()) local.forget('trk');
  if (ofPage && (isGranted() || namesCampaign.test(ofPage.trk)))
    kept.save('trk', ofPage.trk, ofPage.until - Date.now());
}

/** The outer tracking value, while it lives. */
export function outerTrk(): string | null {
  return ofPage && ofPage.until > Date.now() ? ofPage.trk : (local.loadText('trk') ?? tab.loadText('trk'));
}

export function recordPageView(path: string): void {
  bus.emit('record', { event: 'visit_page', extras: { path, trk: outerTrk() } });
}

export const keyErrors = 'key_errors';

/** Life of a note about missing api keys: that of a session of analytics. */
const keyErrorsTtlMs = 86_400_000;

/**
 * Notes in the memory of the tab that no api key was to be had: a number, which names no person. The page reports it
 * itself; where it cannot, the first page of the tab that gets a key does.
 */
export function noteKeyError(): void {
  tab.save(keyErrors, missedKeys() + 1, keyErrorsTtlMs);
}

export function missedKeys(): number {
  return Number(tab.load(keyErrors)) || 0;
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
