/** Loads hls.js, the largest file of a player. Safari plays HLS without it. */
export function loadEngine(): void {
  if (!navigator.vendor.startsWith('Apple')) import('#/features/player/engine/hls-engine').catch(() => undefined);
}

/** Loads hls.js before the event is requested, if the server's page says that the event is open to all viewers. */
export function loadEngineEarly(): void {
  const { dataset } = document.documentElement;
  if (!('plays' in dataset)) return;
  // The mark holds for the first page only.
  delete dataset.plays;
  loadEngine();
}
