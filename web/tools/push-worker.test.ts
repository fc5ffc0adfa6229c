import { beforeEach, describe, expect, it, vi } from 'vitest';
import code from '../public/push-worker.js?raw';

/** The worker as a browser runs it: it knows `self` and nothing of the page. */
function runWorker(windows: { url: string; focus: () => void }[] = []) {
  const handlers = new Map<string, (event: unknown) => void>();
  const self = {
    location: { origin: 'https://sport.example' },
    addEventListener: (name: string, handler: (event: unknown) => void) => handlers.set(name, handler),
    skipWaiting: () => undefined,
    registration: {
      pushManager: { subscribe: vi.fn<(options: object) => Promise<object>>(() => Promise.resolve({})) },
      showNotification: vi.fn<(title: string, options: object) => Promise<void>>(() => Promise.resolve()),
    },
    clients: {
      matchAll: () => Promise.resolve(windows),
      openWindow: vi.fn<(url: string) => Promise<void>>(() => Promise.resolve()),
    },
  };
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func: the worker is a file of its own
  (new Function('self', code) as (scope: unknown) => void)(self);
  const fire = async (name: string, event: object) => {
    const work: Promise<unknown>[] = [];
    handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
    await Promise.all(work);
  };
  return { self, fire };
}

const note = { title: 'Northline', body: 'In 5 minutes', path: '/watch/7', tag: 'event-7' };
const close = vi.fn<() => void>();
const pressed = (path: unknown) => ({ notification: { close, data: { path } } });

beforeEach(() => close.mockClear());

describe('the push worker', () => {
  it('shows what it is told; a later note with the same tag says so again', async () => {
    const { self, fire } = runWorker();
    await fire('push', { data: { json: () => note } });
    expect(self.registration.showNotification).toHaveBeenCalledWith('Northline', {
      body: 'In 5 minutes',
      tag: 'event-7',
      renotify: true,
      data: { path: '/watch/7' },
    });
  });

  it('gets another address where the browser changed it', async () => {
    const { self, fire } = runWorker();
    const options = { userVisibleOnly: true, applicationServerKey: 'key' };
    const { subscribe } = self.registration.pushManager;
    await fire('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: {} });
    await fire('pushsubscriptionchange', { oldSubscription: null });
    expect(subscribe).not.toHaveBeenCalled();
    await fire('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: null });
    expect(subscribe).toHaveBeenCalledWith(options);
  });

  it('shows something even when it is told nothing, as browsers demand', async () => {
    const { self, fire } = runWorker();
    await fire('push', { data: null });
    expect(self.registration.showNotification).toHaveBeenCalledTimes(1);
  });

  it('opens the page, or shows the window that has it open', async () => {
    const { self, fire } = runWorker();
    await fire('notificationclick', pressed('/watch/7'));
    expect(close).toHaveBeenCalled();
    expect(self.clients.openWindow).toHaveBeenCalledWith('https://sport.example/watch/7');

    const focus = vi.fn<() => void>();
    const there = runWorker([{ url: 'https://sport.example/watch/7', focus }]);
    await there.fire('notificationclick', pressed('/watch/7'));
    expect(focus).toHaveBeenCalled();
    expect(there.self.clients.openWindow).not.toHaveBeenCalled();
  });

  it.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'never leads to %s',
    async (path) => {
      const { self, fire } = runWorker();
      await fire('notificationclick', pressed(path));
      expect(self.clients.openWindow).not.toHaveBeenCalled();
    },
  );
});
