// Keeps the shell of the app for a browser without a connection: the files of this release and one page that says so. It
// keeps neither answers of the API nor media: requests for those never pass through it. The server writes `release` and
// `shellFiles` before this line.

self.importScripts('/push-worker.js');

const cacheName = `shell-${self.release}`;
const offlinePath = '/offline';
/** Milliseconds after which the kept page is asked for again: the channel may look otherwise by then. */
const pageAge = 86_400_000;
/** Milliseconds until a page must begin to arrive: on a line that carries nothing a browser waits for minutes. */
const pageWait = 10_000;

self.addEventListener('install', (event) => event.waitUntil(keepShell()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('message', (event) => {
  const { language } = event.data ?? {};
  if (language === 'en' || language === 'fr') event.waitUntil(keepPage(language));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(answerFile(request));
  else if (request.mode === 'navigate' && !/^\/(api|media|keys)\//.test(pathname)) event.respondWith(answerPage(event));
});

async function keepShell() {
  const cache = await self.caches.open(cacheName);
  await cache.addAll(self.shellFiles);
  await cache.put(offlinePath, await fetchPage(offlinePath));
}

/** Files of older releases go, and pages that are open already are answered too. */
async function takeOver() {
  const names = await self.caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => self.caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Keeps the page in the language of the visitor. */
async function keepPage(language) {
  const cache = await self.caches.open(cacheName);
  const path = `${offlinePath}?lang=${language}`;
  const kept = await cache.match(path);
  if (kept && Date.now() - Date.parse(kept.headers.get('date') ?? '') < pageAge) return;
  const page = await fetchPage(path);
  for (const old of await cache.keys()) {
    if (new URL(old.url).pathname === offlinePath) await cache.delete(old);
  }
  await cache.put(path, page);
}

/** Cookies stay at home: the page is one that everybody is shown. */
async function fetchPage(path) {
  const page = await self.fetch(path, { credentials: 'omit', cache: 'no-cache' });
  if (!page.ok) throw new Error(`the page of the shell was answered with ${page.status}`);
  return page;
}

/** A file's name carries a hash of its content: what is kept is never old. */
async function answerFile(request) {
  const cache = await self.caches.open(cacheName);
  const kept = await cache.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const answer = await self.fetch(request);
  if (answer.status === 200 && answer.type === 'basic') await cache.put(request.url, answer.clone()).catch(() => undefined);
  return answer;
}

/** Answers from the network. Without an answer in time it gives the kept page, which loads the address again by itself. */
async function answerPage(event) {
  const answer = loadPage(event);
  try {
    return await Promise.race([answer, rejectAfter(pageWait)]);
  } catch {
    const cache = await self.caches.open(cacheName);
    return (await cache.match(offlinePath, { ignoreSearch: true, ignoreVary: true })) ?? answer;
  }
}

async function loadPage(event) {
  return (await event.preloadResponse) ?? self.fetch(event.request);
}

function rejectAfter(ms) {
  return new Promise((_, reject) => {
    self.setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
}
