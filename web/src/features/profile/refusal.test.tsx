import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '#/api/failure';
import { keys } from '#/api/keys';
import { session } from '#/lib/session';
import { aProfile } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { Refusal } from './refusal';

vi.mock('#/lib/passkey', () => ({
  passkeysWork: () => true,
  getPasskey: () => Promise.resolve({ id: 'x' }),
}));

const server = useServer();
const laptop = { id: 1, name: 'Laptop', added_at: '2026-01-01T00:00:00Z', last_used_at: null };

const refused = (code: string, detail: string) =>
  new CallError({ kind: 'problem', status: 403, code, detail, fields: [], requestId: '', retryAfterMs: null });

const onProven = vi.fn<() => void>();

/** A form that the server refuses once more. */
function Form() {
  const [error, setError] = useState<unknown>(refused('login_again', 'Log in again first.'));
  return (
    <>
      <Refusal error={error} onProven={onProven} />
      <button type="button" onClick={() => setError(refused('too_many_attempts', 'Too many attempts.'))}>
        Send
      </button>
    </>
  );
}

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  session.setState({ user: aProfile({ has_password: false }) });
  server.use(
    http.get('*/api/auth/passkeys', () => ok([{ ...laptop, domain: location.hostname }])),
    http.post('*/api/auth/passkeys/step-up/begin', () => ok({ options: { challenge: 'c' } })),
    http.post('*/api/auth/passkeys/step-up', () => ok({ until: '2026-03-01T12:05:00Z' })),
    http.post('*/api/auth/step-up-code-request', () => ok({ sent: true })),
    http.post('*/api/auth/step-up-code', () => ok({ until: '2026-03-01T12:05:00Z' })),
  );
});
afterEach(() => {
  session.setState({ user: null });
  onProven.mockClear();
});

it('shows the next refusal after a passkey answered the first', async () => {
  await renderScreen(<Form />);
  expect(screen.getByText('Log in again first.')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey instead' }));
  expect(await screen.findByText('Thank you. You can continue now.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Too many attempts.')).toBeVisible();
});

it('goes on after a code by email', async () => {
  await renderScreen(<Form />);
  await userEvent.click(screen.getByRole('button', { name: 'Get a code by email' }));
  await userEvent.type(await screen.findByLabelText('Code from the email'), '123456{Enter}');
  expect(await screen.findByText('Thank you. You can continue now.')).toHaveFocus();
  expect(onProven).toHaveBeenCalledOnce();
});
