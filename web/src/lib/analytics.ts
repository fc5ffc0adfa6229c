import { bus } from './bus';
import { local } from './storage';

/** Life of the outer tracking value: 3 hours. */
export const trkTtlMs = 10_800_000;

/** Keeps the `trk` of an address, by which a partner recognises the visits it sent. */
export function captureTrk(search: string): void {
  const trk = new URLSearchParams(search).get('trk');
  if (trk) local.save('trk', trk.slice(0, 200), trkTtlMs);
}

/** The outer tracking value, while it lives. */
export function outerTrk(): string | null {
  return local.loadText('trk');
}

export function recordPageView(path: string): void {
  bus.emit('record', { event: 'visit_page', extras: { path, trk: outerTrk() } });
}
