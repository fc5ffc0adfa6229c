import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { countRecordedLogins } from '#/testing/reports';
import { ok, problem, useServer } from '#/testing/server';
import { LoginScreen } from './login-screen';

const server = useServer();
const logins = countRecordedLogins();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'anon');
});
afterEach(() => session.setState({ user: null }));

const body = {
  type: '',
  title: '',
  status: 403,
  code: 'second_factor_required',
  detail: 'x',
  errors: [],
  request_id: 'r',
};

/** Logs in with a password, where the server asks for more. */
async function firstStep() {
  server.use(
    route.post('*/api/v2/auth/login', () => HttpResponse.json({ ...body, ticket: 'a-ticket' }, { status: 403 })),
  );
  const view = await renderScreen(<LoginScreen />, { at: '/login' });
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByLabelText('Email'), 'fan@example.com');
  await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'grandstand-demo');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  return { user, ...view };
}

describe('SecondStep', () => {
  it('sends the ticket with the code and lets the user in', async () => {
    let sent: unknown;
    server.use(
      route.post('*/api/v2/auth/second-factor', async ({ request }) => {
        sent = await request.json();
        return ok({ api_key: 'rotated', user: aProfile() });
      }),
    );
    const { user } = await firstStep();
    expect(await screen.findByLabelText('Code')).toHaveFocus();
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(keys.api()).toBe('rotated'));
    expect(sent).toEqual({ ticket: 'a-ticket', code: '123456', api_key: 'anon' });
    expect(session.getState().user).toEqual(aProfile());
    expect(logins()).toBe(1);
  });

  it('goes back to the first step when the ticket is spent', async () => {
    server.use(
      route.post('*/api/v2/auth/second-factor', () => problem(422, 'second_factor_expired', { detail: 'Too late.' })),
    );
    const { user } = await firstStep();
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), 'BCDF-GHJK-LMNP');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Too late.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Log in again' }));
    expect(screen.getByLabelText('Email')).toBeVisible();
  });
});
