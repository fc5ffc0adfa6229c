/** Milliseconds between two looks whether the server can be reached again: a browser knows only of its own connection. */
const everyMs = 10_000;

/** Loads the page again once it can be had. What it shows meanwhile the server has painted. */
export function comeBack(reload: () => void = () => location.reload()): () => void {
  const stop = new AbortController();
  const look = () => {
    if (!navigator.onLine) return;
    fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(reload, () => undefined);
  };
  addEventListener('online', reload, { signal: stop.signal });
  const timer = setInterval(look, everyMs);
  return () => {
    stop.abort();
    clearInterval(timer);
  };
}
