/** The page's cookies as `name=value`. None in a frame whose origin is opaque, where the browser refuses to read them. */
export function readCookies(): string[] {
  try {
    return document.cookie.split('; ');
  } catch {
    return [];
  }
}

/** Writes one cookie with its attributes. A browser that refuses cookies keeps nothing. */
export function writeCookie(cookie: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous cookie store is not in every supported browser
    document.cookie = cookie;
  } catch {
    // The origin of a sandboxed frame is opaque and has no cookies.
  }
}
