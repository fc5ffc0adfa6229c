import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { local } from '#/lib/storage';
import { pressWhenReady } from '#/testing/press';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { DeviceNotes } from './device-notes';

vi.mock('#/ui/toast', () => ({ showToast: vi.fn<() => Promise<void>>(() => Promise.resolve()) }));
const { showToast } = await import('#/ui/toast');

const server = useServer();

/** A browser that has Web Push, and whose owner answers its question so. */
function aBrowser(answer: NotificationPermission, before: NotificationPermission = 'default') {
  let subscription: object | null = null;
  const unsubscribe = vi.fn<() => Promise<boolean>>(() => {
    subscription = null;
    return Promise.resolve(true);
  });
  const pushManager = {
    getSubscription: () => Promise.resolve(subscription),
    subscribe: vi.fn<(options: object) => Promise<unknown>>(() => {
      subscription = {
        unsubscribe,
        toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
      };
      return Promise.resolve(subscription);
    }),
  };
  const registration = { active: {}, installing: null, waiting: null, pushManager };
  const register = vi.fn<(file: string, options: object) => Promise<unknown>>(() => Promise.resolve(registration));
  vi.stubGlobal('PushManager', {});
  const permission = { now: before };
  vi.stubGlobal('Notification', {
    get permission() {
      return permission.now;
    },
    requestPermission: vi.fn<() => Promise<NotificationPermission>>(() => {
      permission.now = answer;
      return Promise.resolve(answer);
    }),
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register, getRegistration: () => Promise.resolve(registration) },
  });
  return { register, pushManager, unsubscribe };
}

afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'key');
});

describe('DeviceNotes', () => {
  it('says where a browser has no notifications', async () => {
    await renderScreen(<DeviceNotes />);
    expect(await screen.findByText(/This browser doesn’t support notifications/)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says how to undo a refusal, and asks no more', async () => {
    aBrowser('denied', 'denied');
    await renderScreen(<DeviceNotes />);
    expect(await screen.findByText(/This browser blocks them/)).toBeVisible();
    expect(Notification.requestPermission).not.toHaveBeenCalled();
  });

  it('asks by a press only, subscribes, tries it and ends it', async () => {
    const { register, pushManager, unsubscribe } = aBrowser('granted');
    const calls: string[] = [];
    server.use(
      route.get('*/api/push/key', () => ok({ public_key: 'server-key' })),
      route.post('*/api/push/subscription', async ({ request }) => {
        calls.push(`subscribe ${((await request.json()) as { endpoint: string }).endpoint}`);
        return ok({ id: 7 });
      }),
      route.post('*/api/push/subscription/7/try', () => {
        calls.push('try');
        return ok({ id: 7 });
      }),
      route.delete('*/api/push/subscription/7', () => {
        calls.push('end');
        return ok({ id: 7 });
      }),
    );
    await renderScreen(<DeviceNotes />);
    const user = userEvent.setup({ delay: null });
    const press = (name: string) => pressWhenReady(user, name);
    expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeVisible();
    expect(Notification.requestPermission).not.toHaveBeenCalled();
    await press('Turn on notifications');
    await press('Send me one now');
    expect(register).toHaveBeenCalledWith('/service-worker.js', { scope: '/' });
    expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'server-key' });
    await press('Turn off');
    expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeVisible();
    const same = 'subscribe https://push.example/1'; // compared before the try
    await waitFor(() => expect(calls).toEqual([same, same, 'try', 'end']));
    await waitFor(() => expect(unsubscribe).toHaveBeenCalled());
  });

  it('subscribes anew where the server dropped the address', async () => {
    const { pushManager, unsubscribe } = aBrowser('granted', 'granted');
    await pushManager.subscribe({});
    local.save('push_subscription', 7);
    local.save('push_endpoint', 'https://push.example/1');
    let id = 7;
    server.use(
      route.get('*/api/push/key', () => ok({ public_key: 'server-key' })),
      route.post('*/api/push/subscription', () => ok({ id: ++id })),
      route.delete('*/api/push/subscription/8', () => ok({ id: 8 })),
    );
    await renderScreen(<DeviceNotes />);
    expect(await screen.findByRole('button', { name: 'Send me one now' })).toBeVisible();
    expect(unsubscribe).toHaveBeenCalledOnce();
    expect(local.load('push_subscription')).toBe(9);
  });

  it('subscribes anew where the browser dropped the address', async () => {
    const { pushManager } = aBrowser('granted', 'granted');
    local.save('push_subscription', 7);
    server.use(
      route.get('*/api/push/key', () => ok({ public_key: 'server-key' })),
      route.post('*/api/push/subscription', () => ok({ id: 8 })),
      route.delete('*/api/push/subscription/7', () => ok({ id: 7 })),
    );
    await renderScreen(<DeviceNotes />);
    expect(await screen.findByRole('button', { name: 'Send me one now' })).toBeVisible();
    expect(pushManager.subscribe).toHaveBeenCalledOnce();
    expect(local.load('push_subscription')).toBe(8);
  });

  it('keeps the address that the browser changed to, and removes the former one at the server', async () => {
    const { pushManager, unsubscribe } = aBrowser('granted', 'granted');
    await pushManager.subscribe({});
    local.save('push_subscription', 7);
    local.save('push_endpoint', 'https://push.example/0');
    const removed: unknown[] = [];
    server.use(
      route.post('*/api/push/subscription', () => ok({ id: 8 })),
      route.delete('*/api/push/subscription/:id', ({ params }) => {
        removed.push(params.id);
        return ok({ id: Number(params.id) });
      }),
    );
    await renderScreen(<DeviceNotes />);
    expect(await screen.findByRole('button', { name: 'Send me one now' })).toBeVisible();
    expect(unsubscribe).not.toHaveBeenCalled();
    expect(pushManager.subscribe).toHaveBeenCalledOnce(); // above
    expect(removed).toEqual(['7']);
    expect(local.load('push_subscription')).toBe(8);
    expect(local.load('push_endpoint')).toBe('https://push.example/1');
  });

  it('is off where the server does not agree, and says that none could be sent', async () => {
    const { pushManager } = aBrowser('granted', 'granted');
    await pushManager.subscribe({});
    local.save('push_subscription', 7);
    let knows = true;
    server.use(route.post('*/api/push/subscription', () => (knows ? ok({ id: 7 }) : problem(503, 'unavailable'))));
    await renderScreen(<DeviceNotes />);
    await screen.findByRole('button', { name: 'Send me one now' });
    knows = false;
    await pressWhenReady(userEvent.setup({ delay: null }), 'Send me one now');
    expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeVisible();
    expect(showToast).toHaveBeenCalledWith(expect.stringMatching(/could not be sent/), { type: 'error' });
  });

  it('takes no for an answer', async () => {
    const { pushManager } = aBrowser('denied');
    await renderScreen(<DeviceNotes />);
    await userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name: 'Turn on notifications' }));
    expect(await screen.findByText(/This browser blocks them/)).toBeVisible();
    expect(pushManager.subscribe).not.toHaveBeenCalled();
  });
});
