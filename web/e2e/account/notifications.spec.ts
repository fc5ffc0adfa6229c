import { expect, freshEmail, test } from '../fixtures.ts';

/** Notifications on a device. No push service is at hand: what one does is done by the browser's own tools. */

const password = 'a long enough password';

test('a person turns them on, gets one, and turns them off', async ({ page, context, request, baseURL }) => {
  await context.grantPermissions(['notifications']);
  await page.addInitScript(() => {
    // The browser's own would ask a push service of its maker.
    let subscription: PushSubscription | null = null;
    PushManager.prototype.getSubscription = () => Promise.resolve(subscription);
    PushManager.prototype.subscribe = async () => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
      const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
      const p256dh = btoa(String.fromCharCode(...point));
      const json = { endpoint: `https://push.example/${p256dh.slice(-20)}`, keys: { p256dh, auth: 'A'.repeat(22) } };
      const unsubscribe = () => {
        subscription = null;
        return Promise.resolve(true);
      };
      subscription = { toJSON: () => json, unsubscribe } as unknown as PushSubscription;
      return subscription;
    };
  });
  const { data } = await (await request.post('/api/get_api_key', { data: { channel_key: 'demo' } })).json();
  const email = freshEmail();
  const joined = await request.post('/api/v2/auth/register', {
    data: {
      api_key: data.api_key,
      email,
      password,
      password_confirmation: password,
      first_name: 'Zoé',
      last_name: 'Roy',
      terms: true,
    },
  });
  expect(joined.ok()).toBe(true);
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();

  await page.goto('/profile/notifications');
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(page.getByText('They come to this browser')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Send me one now' }).click();
  await expect(page.getByText('It is on its way.')).toBeVisible();

  // What the push service would bring.
  const browser = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/push/'));
      if (own) resolve(own.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const note = { title: 'Northline', body: 'The game begins in 5 minutes', path: '/schedule', tag: 'event-1' };
  await browser.send('ServiceWorker.deliverPushMessage', {
    origin: baseURL ?? '',
    registrationId: await registered,
    data: JSON.stringify(note),
  });
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration('/push/');
        const [shown] = (await registration?.getNotifications()) ?? [];
        return shown && { title: shown.title, body: shown.body, tag: shown.tag };
      }),
    )
    .toEqual({ title: note.title, body: note.body, tag: note.tag });

  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
});
