/** Whether the address is a path of this site and nothing that a browser would take for another one. */
export function isOwnPath(href: unknown): href is string {
  // A browser reads a backslash as a slash and drops control characters, so both could hide a second slash.
  // oxlint-disable-next-line no-control-regex
  return typeof href === 'string' && /^\/(?!\/)[^\\\u0000-\u001f]*$/.test(href);
}
