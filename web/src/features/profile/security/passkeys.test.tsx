import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { Passkey } from '#/api/types';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { Passkeys } from './passkeys';

const server = useServer();
const laptop: Passkey = {
  id: 7,
  name: 'Laptop',
  domain: 'localhost',
  added_at: '2026-11-02T15:00:00Z',
  last_used_at: null,
};

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'mine');
});
afterEach(() => {
  session.setState({ user: null });
  vi.unstubAllGlobals();
});

async function show(passkeys: () => Passkey[]) {
  server.use(
    route.get('*/api/auth/passkeys', () => ok(passkeys())),
    route.get('*/api/auth/second-factor', () => ok({ enabled: false, since: null, recovery_codes: 0 })),
  );
  session.setState({ user: aProfile() });
  await renderScreen(<Passkeys />, { at: '/profile/security' });
  return userEvent.setup({ delay: null });
}

/** A browser with passkeys, whose dialog does this. */
function aBrowser(create: () => Promise<unknown>) {
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

describe('Passkeys', () => {
  it('lists and removes', async () => {
    let all = [laptop];
    server.use(
      route.delete('*/api/auth/passkeys/7', () => {
        all = [];
        return ok({ ended: 1 });
      }),
    );
    const user = await show(() => all);
    expect(await screen.findByText('Laptop')).toBeVisible();
    expect(screen.getByText(/Not used yet/)).toBeVisible();
    expect(screen.getByText('This browser can’t use passkeys here.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove Laptop' }));
    await waitFor(() => expect(screen.queryByText('Laptop')).toBeNull());
  });

  it('adds one after the password', async () => {
    const sent: unknown[] = [];
    let asked: unknown;
    aBrowser(async () => ({
      id: 'AQI',
      rawId: bytes('\u0001\u0002'),
      type: 'public-key',
      response: {
        clientDataJSON: bytes('client'),
        attestationObject: bytes('made'),
        getTransports: () => ['internal'],
      },
    }));
    server.use(
      route.post('*/api/auth/passkeys/begin', async ({ request }) => {
        asked = await request.json();
        return ok({ options: { challenge: 'AQID', user: { id: 'AQID', name: 'fan', displayName: 'fan' } } });
      }),
      route.post('*/api/auth/passkeys', async ({ request }) => {
        sent.push(await request.json());
        return ok(laptop);
      }),
    );
    const user = await show(() => []);
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.type(await screen.findByLabelText('Your password', { selector: 'input' }), 'grandstand-demo');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(asked).toEqual({ password: 'grandstand-demo', api_key: 'mine' });
    expect(sent).toEqual([
      {
        api_key: 'mine',
        credential: {
          id: 'AQI',
          rawId: 'AQI',
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON: 'Y2xpZW50', attestationObject: 'bWFkZQ', transports: ['internal'] },
        },
      },
    ]);
  });

  it.each([
    ['NotAllowedError', 'The passkey wasn’t created. Try again.'],
    ['InvalidStateError', 'This device already has a passkey for your account.'],
  ])('says what a %s means', async (name, text) => {
    aBrowser(() => Promise.reject(new DOMException('x', name)));
    server.use(
      route.post('*/api/auth/passkeys/begin', () =>
        ok({ options: { challenge: 'AQID', user: { id: 'AQID', name: 'fan', displayName: 'fan' } } }),
      ),
    );
    const user = await show(() => []);
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.type(await screen.findByLabelText('Your password', { selector: 'input' }), 'grandstand-demo');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('shows a wrong password at its field', async () => {
    aBrowser(() => Promise.reject(new Error('not asked')));
    server.use(
      route.post('*/api/auth/passkeys/begin', () =>
        problem(422, 'incorrect_password', {
          errors: [{ field: 'password', code: 'x', message: 'Incorrect password' }],
        }),
      ),
    );
    const user = await show(() => []);
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.type(await screen.findByLabelText('Your password', { selector: 'input' }), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Incorrect password')).toBeVisible();
  });
});
