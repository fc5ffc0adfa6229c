import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { EditScreen } from './edit-screen';
import { ConnectForm } from './security/connect-form';

vi.mock('#/lib/passkey', () => ({
  passkeysWork: () => true,
  getPasskey: () => Promise.resolve({ id: 'x' }),
}));

const server = useServer();
const sent: unknown[] = [];
const laptop = { id: 1, name: 'Laptop', added_at: '2026-01-01T00:00:00Z', last_used_at: null };

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'mine');
  session.setState({ user: aProfile() });
  server.use(
    http.get('*/api/auth/passkeys', () => ok([{ ...laptop, domain: location.hostname }])),
    http.post('*/api/auth/passkeys/step-up/begin', () => ok({ options: { challenge: 'c' } })),
    http.post('*/api/auth/passkeys/step-up', () => ok({ until: '2026-03-01T12:05:00Z' })),
  );
});
afterEach(() => {
  session.setState({ user: null });
  sent.splice(0);
});

const answer = (path: string, response: () => Response) =>
  server.use(
    http.post(`*/api/${path}`, async ({ request }) => {
      sent.push(await request.json());
      return response();
    }),
  );

const provePresence = async () => {
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Use a passkey instead' })).at(-1) as HTMLElement,
  );
  expect(await screen.findByText('Confirmed with a passkey')).toBeVisible();
};

it('changes the address without a password', async () => {
  answer('profile', () => ok(aProfile({ pending_email: 'new@example.com' })));
  await renderScreen(<EditScreen />, { at: '/profile/edit' });
  await userEvent.clear(screen.getByLabelText('Email', { selector: 'input' }));
  await userEvent.type(screen.getByLabelText('Email', { selector: 'input' }), 'new@example.com');
  await provePresence();
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[1] as HTMLElement);
  await waitFor(() => expect(sent).toEqual([{ _method: 'patch', api_key: 'mine', email: 'new@example.com' }]));
});

it('asks for the link that deletes the account without a password', async () => {
  answer('delete-account', () => ok({ email: 'fan@example.com' }));
  await renderScreen(<EditScreen />, { at: '/profile/edit' });
  await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
  await provePresence();
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText(/We sent a link to/)).toBeVisible();
});

it('asks for the password again when the passkey is no longer enough', async () => {
  const message = 'The password is incorrect.';
  answer('delete-account', () =>
    problem(422, 'incorrect_password', {
      detail: message,
      errors: [{ field: 'current_password', code: 'incorrect_password', message }],
    }),
  );
  await renderScreen(<EditScreen />, { at: '/profile/edit' });
  await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
  await provePresence();
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(sent).toHaveLength(1);
});

it('keeps counting when the server refuses something else', async () => {
  const message = 'This email is taken.';
  const taken = { field: 'email', code: 'taken', message };
  answer('profile', () => problem(422, 'validation_failed', { detail: message, errors: [taken] }));
  await renderScreen(<EditScreen />, { at: '/profile/edit' });
  await userEvent.type(screen.getByLabelText('Email', { selector: 'input' }), '.ca');
  await provePresence();
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[1] as HTMLElement);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText('Confirmed with a passkey')).toBeVisible();
});

it('asks again in the forms of the security page, too', async () => {
  const message = 'Enter your password.';
  const missing = { field: 'password', code: 'required', message };
  answer('auth/identities/google', () => problem(422, 'validation_failed', { detail: message, errors: [missing] }));
  const asks = { password: true, code: false };
  await renderScreen(<ConnectForm provider="google" name="Google" asks={asks} onCancel={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey instead' }));
  await waitFor(() => expect(screen.queryByLabelText('Your password', { selector: 'input' })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Continue to Google' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Your password', { selector: 'input' })).toBeVisible();
});
