import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { Identity, Profile } from '#/api/types';
import { connectionOf, takeConnection } from '#/lib/connection';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aBootstrap, aProfile, someSettings } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { ConnectedLogins } from './connected-logins';

const server = useServer();
const sent: unknown[] = [];

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'mine');
});
afterEach(() => {
  session.setState({ user: null });
  sent.splice(0);
});

const google: Identity = { provider: 'google', email: 'alex@example.com', since: '2026-11-02T15:00:00Z' };

/** Shows the logins of a user, on a channel that offers both. */
async function show(user: Profile, enabled: boolean, identities: () => Identity[] = () => [google]) {
  server.use(
    route.get('*/api/auth/identities', () => ok(identities())),
    route.get('*/api/auth/second-factor', () => ok({ enabled, since: null, recovery_codes: 0 })),
  );
  session.setState({ user });
  const bootstrap = aBootstrap({
    settings: someSettings({ auth: { remote_auth: 0, social: ['google', 'facebook'] } }),
  });
  await renderScreen(<ConnectedLogins />, { at: '/profile/security', bootstrap });
  return userEvent.setup({ delay: null });
}

function answers(path: string, response: () => Response) {
  server.use(
    route.post(`*/api${path}`, async ({ request }) => {
      sent.push(await request.json());
      return response();
    }),
  );
}

describe('ConnectedLogins', () => {
  it('offers what is not connected, and asks for what a log in would', async () => {
    answers('/auth/identities/facebook', () =>
      problem(422, 'wrong_second_factor', {
        errors: [{ field: 'code', code: 'x', message: 'This code is incorrect.' }],
      }),
    );
    const user = await show(aProfile(), true);
    expect(await screen.findByRole('button', { name: 'Disconnect Google' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Connect Google' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Connect Facebook' }));
    await user.click(await screen.findByRole('button', { name: 'Continue to Facebook' }));
    expect(await screen.findAllByText('Field is required')).toHaveLength(2);
    expect(sent).toEqual([]);
    await user.type(screen.getByLabelText('Your password'), 'grandstand-demo');
    await user.type(screen.getByLabelText('Code from the app'), '123456');
    await user.click(screen.getByRole('button', { name: 'Continue to Facebook' }));
    expect(await screen.findByText('This code is incorrect.')).toBeVisible();
    expect(sent).toEqual([{ password: 'grandstand-demo', code: '123456', api_key: 'mine' }]);
  });

  it('has who shows no password log in again', async () => {
    answers('/auth/identities/facebook', () => problem(403, 'login_again', { detail: 'Please log in again.' }));
    answers('/auth/logout', () => ok({ api_key: 'fresh' }));
    const user = await show(aProfile({ has_password: false }), false);
    await user.click(await screen.findByRole('button', { name: 'Connect Facebook' }));
    const next = await screen.findByRole('button', { name: 'Continue to Facebook' });
    expect(screen.queryByLabelText('Your password')).toBeNull();
    await user.click(next);
    expect(await screen.findByText('Please log in again.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Log out and log in again' }));
    await waitFor(() => expect(session.getState().user).toBeNull());
    expect(sent[0]).toEqual({ api_key: 'mine' });
  });

  it('finishes what the user comes back with, under the key that they have', async () => {
    const list = [google];
    answers('/v2/auth/social/facebook', () => {
      list.push({ ...google, provider: 'facebook', email: '' });
      return ok({ user: aProfile() });
    });
    takeConnection({ connect: 'the-ticket', provider: 'facebook' });
    await show(aProfile(), false, () => list);
    expect(await screen.findByRole('button', { name: 'Disconnect Facebook' })).toBeVisible();
    expect(sent).toEqual([{ ticket: 'the-ticket', link: true, api_key: 'mine' }]);
    expect(keys.api()).toBe('mine');
  });

  it('shows what is connected now, though the list was asked for before', async () => {
    const done = Promise.withResolvers<void>();
    answers('/v2/auth/social/facebook', () => {
      done.resolve();
      return ok({ user: aProfile() });
    });
    let asked = 0;
    takeConnection({ connect: 'the-ticket', provider: 'facebook' });
    const shown = show(aProfile(), false);
    server.use(
      route.get('*/api/auth/identities', async () => {
        asked += 1;
        if (asked > 1) return ok([google, { ...google, provider: 'facebook' }]);
        await done.promise;
        await delay(50); // the answer to the other call comes first
        return ok([google]);
      }),
    );
    await shown;
    expect(await screen.findByRole('button', { name: 'Disconnect Facebook' })).toBeVisible();
  });

  it.each([
    ['cancelled', /You did not finish logging in there/],
    ['state_expired', /That took too long/],
    ['state_missing', /started in this browser/],
    ['not_proven', /That service could not confirm who you are/],
  ])('says why nothing was connected: %s', async (reason, text) => {
    takeConnection({ connect: 'failed', reason });
    await show(aProfile(), false);
    expect(await screen.findByText(text)).toBeVisible();
    expect(sent).toEqual([]);
  });
});

describe('connectionOf', () => {
  it.each([
    [{}, null],
    [{ connect: 7 }, null],
    [{ connect: 'failed' }, { reason: '' }],
    [{ connect: 'ticket', provider: 'evil' }, { reason: '' }],
    [
      { connect: 'ticket', provider: 'google' },
      { provider: 'google', ticket: 'ticket' },
    ],
  ])('%o', (search, connection) => {
    expect(connectionOf(search)).toEqual(connection);
  });
});
