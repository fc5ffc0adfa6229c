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
import { ToastHost } from '#/ui/toast';
import { LoginScreen } from './login-screen';

const server = useServer();
const logins = countRecordedLogins();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'anon');
});
afterEach(() => session.setState({ user: null }));

/** Asks for a code; returns what was sent. */
async function askForCode() {
  let sent: unknown;
  server.use(
    route.post('*/api/auth/login-code-request', async ({ request }) => {
      sent = await request.json();
      return ok({ sent: true });
    }),
  );
  const page = (
    <>
      <LoginScreen />
      <ToastHost />
    </>
  );
  await renderScreen(page, { at: '/login' });
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByLabelText('Email'), 'fan@example.com');
  await user.click(screen.getByRole('button', { name: 'Log in with a code by email' }));
  expect(screen.getByLabelText('Email')).toHaveValue('fan@example.com');
  await user.click(screen.getByRole('button', { name: 'Send me a code' }));
  expect(await screen.findByLabelText('Code')).toHaveFocus();
  expect(sent).toEqual({ email: 'fan@example.com', api_key: 'anon' });
  return user;
}

describe('CodeLogin', () => {
  it('has a code sent and logs in by it', async () => {
    let entered: unknown;
    server.use(
      route.post('*/api/v2/auth/login-code', async ({ request }) => {
        entered = await request.json();
        return ok({ api_key: 'rotated', user: aProfile() });
      }),
    );
    const user = await askForCode();
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Field is required')).toBeVisible();
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(keys.api()).toBe('rotated'));
    expect(entered).toEqual({ code: '123456', api_key: 'anon' });
    expect(session.getState().user).toEqual(aProfile());
    expect(logins()).toBe(1);
  });

  it('says that the names of an account were removed', async () => {
    server.use(
      route.post('*/api/v2/auth/login-code', () =>
        ok({ api_key: 'rotated', user: aProfile({ first_name: '', last_name: '' }), names_removed: true }),
      ),
    );
    const user = await askForCode();
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    const toast = await screen.findByText(/we removed it, .* enter them again in your profile\.$/);
    await waitFor(() => expect(toast).toBeVisible()); // it fades in
  });

  it('shows a wrong code at its field, and sends another', async () => {
    server.use(
      route.post('*/api/v2/auth/login-code', () =>
        problem(422, 'wrong_login_code', {
          errors: [{ field: 'code', code: 'wrong_login_code', message: 'Not right.' }],
        }),
      ),
    );
    const user = await askForCode();
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Not right.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send a new code' }));
    expect(screen.getByRole('button', { name: 'Send me a code' })).toBeVisible();
  });

  it('goes on with the second step', async () => {
    const body = {
      type: '',
      title: '',
      status: 403,
      code: 'second_factor_required',
      detail: 'x',
      errors: [],
      request_id: 'r',
    };
    server.use(
      route.post('*/api/v2/auth/login-code', () => HttpResponse.json({ ...body, ticket: 'a-ticket' }, { status: 403 })),
    );
    const user = await askForCode();
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText(/authenticator app shows/)).toBeVisible();
  });
});
