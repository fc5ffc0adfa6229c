// Wakes up when the channel has something to tell (Push API), shows it, and opens its page. Nothing else: it controls no
// page and answers no request.

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const note = event.data?.json() ?? {};
  event.waitUntil(
    self.registration.showNotification(String(note.title ?? ''), {
      body: note.body,
      icon: note.icon || undefined,
      tag: note.tag || undefined,
      renotify: Boolean(note.tag),
      data: { path: note.path },
    }),
  );
});

// The browser changed its address. It gets another one at once; the site tells the server when it is next opened, since only a page
// has the key of the session.
self.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options;
  if (event.newSubscription || !options) return;
  const { userVisibleOnly, applicationServerKey } = options;
  event.waitUntil(self.registration.pushManager.subscribe({ userVisibleOnly, applicationServerKey }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});

/** Shows the page of a note: in a window of the site that is open already, else in a new one. */
async function open(path) {
  const url = new URL(typeof path === 'string' ? path : '/', self.location.origin);
  if (url.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((client) => client.url === url.href);
  await (there ? there.focus() : self.clients.openWindow(url.href));
}
