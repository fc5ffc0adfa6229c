/** A host-source of CSP (Content Security Policy Level 3, 2.3.1), as the server lists those who may frame a player. */
const SOURCE = /^(?:(https?):\/\/)?(\*\.)?([a-z0-9.-]+)(?::(\d+|\*))?$/;

/**
 * Whether pages of an origin may speak with an embedded player. The server lets nobody else frame it; this holds for whoever
 * gets a message to it in another way.
 */
export function isParent(origin: string, sources: readonly string[]): boolean {
  const from = readOrigin(origin);
  return from !== null && sources.some((source) => source === '*' || matches(from, source));
}

/** The origin of a page over the network; null for any other, such as that of a sandbox or a file. */
function readOrigin(origin: string): URL | null {
  if (!URL.canParse(origin)) return null;
  const url = new URL(origin);
  return url.origin === origin && /^https?:$/.test(url.protocol) ? url : null;
}

function matches(from: URL, source: string): boolean {
  const [, scheme, below, host = '', port] = SOURCE.exec(source) ?? [];
  if (!host || (scheme && from.protocol !== `${scheme}:`)) return false;
  const isHost = below ? from.hostname.endsWith(`.${host}`) : from.hostname === host;
  return isHost && (port === '*' || from.port === (port ?? ''));
}
