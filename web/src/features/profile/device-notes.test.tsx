import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { local } from '#/lib/storage';
import { pressWhenReady } from '#/testing/press';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { DeviceNotes } from './device-notes';

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
    await waitFor(() => expect(calls).toEqual(['subscribe https://push.example/1', 'try', 'end']));
    await waitFor(() => expect(unsubscribe).toHaveBeenCalled());
  });

  it('takes no for an answer', async () => {
    const { pushManager } = aBrowser('denied');
    await renderScreen(<DeviceNotes />);
    await userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name: 'Turn on notifications' }));
    expect(await screen.findByText(/This browser blocks them/)).toBeVisible();
    expect(pushManager.subscribe).not.toHaveBeenCalled();
  });
});
