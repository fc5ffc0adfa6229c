/**
 * A signed media address is `/media/<signature>/<stream>/<file>`: the signature is a path element, so relative addresses in
 * playlists inherit it, and one signature can stand for another of the same stream.
 */
const SIGNED = /^(.*\/media\/)([^/]+)(\/([^/]+)\/.+)$/;

/** Whether two addresses name the same media under different (or equal) signatures. */
export function sameMedia(a: string, b: string): boolean {
  if (a === b) return true;
  const [x, y] = [SIGNED.exec(a), SIGNED.exec(b)];
  return !!x && !!y && x[1] === y[1] && x[3] === y[3];
}

/** `url` under the signature of `current`; unchanged when they are not signed addresses of one stream. */
export function resign(url: string, current: string): string {
  const [x, y] = [SIGNED.exec(url), SIGNED.exec(current)];
  if (!x || !y || x[1] !== y[1] || x[4] !== y[4]) return url;
  return `${x[1]}${y[2]}${x[3]}`;
}

/**
 * Whether an address is of a recording whose length must not be told: its playlists grow with what has been watched. See
 * docs/adr/0019.
 */
export function isVeiled(url: string): boolean {
  return /\/(audio-)?veiled\.m3u8(\?|$)/.test(url);
}

/** A veiled playlist as somebody asks for it who has watched so far, in seconds; other addresses stay as they are. */
export function watchedTo(url: string, seconds: number): string {
  if (!/\/(video-|audio-)?veiled\.m3u8(\?|$)/.test(url)) return url;
  return `${url.replace(/\?.*$/s, '')}?from=${Math.max(0, Math.floor(seconds))}`;
}

/** A live playlist as a player asks for it that merges delta updates: the server offers them to such players only (docs/adr/0071). */
export function mergingUpdates(url: string): string {
  if (!/\/(video|audio)\.m3u8(\?|$)/.test(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}updates=delta`;
}
