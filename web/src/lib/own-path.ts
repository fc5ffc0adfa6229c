/** Whether the address is a path of this site and nothing that a browser would take for another one. */
export function isOwnPath(href: unknown): href is string {
  // A browser reads a backslash as a slash and drops control characters, so both could hide a second slash.
  return typeof href === 'string' && /^\/(?![/\\])/.test(href) && ![...href].some((c) => c < ' ' || c === '\\');
}
