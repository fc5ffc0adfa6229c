import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { MailedCode } from './mailed-code';

const server = useServer();
let requests = 0;
const entered: unknown[] = [];
let answer = () => ok({ until: '2026-03-01T12:05:00Z' });

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'mine');
  session.setState({ user: aProfile({ email_verified: false }) });
  requests = 0;
  answer = () => ok({ until: '2026-03-01T12:05:00Z' });
  server.use(
    http.post('*/api/auth/step-up-code-request', () => {
      requests++;
      return ok({ sent: true });
    }),
    http.post('*/api/auth/step-up-code', async ({ request }) => {
      entered.push(await request.json());
      return answer();
    }),
  );
});
afterEach(() => {
  session.setState({ user: null });
  entered.splice(0);
});

const show = async () => {
  const onProven = vi.fn<() => void>();
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  await renderScreen(
    <form onSubmit={onSubmit}>
      <MailedCode onProven={onProven} />
      <button type="submit">Save</button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Get a code by email' }));
  return { onProven, onSubmit };
};

it('has a code sent, and Enter confirms by it without sending the form around', async () => {
  const { onProven, onSubmit } = await show();
  const field = await screen.findByLabelText('Code from the email');
  expect(field).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent('We sent a code to fan@example.com.');
  await userEvent.type(field, '123456{Enter}');
  await waitFor(() => expect(onProven).toHaveBeenCalledOnce());
  expect(entered).toEqual([{ code: '123456', api_key: 'mine' }]);
  expect(onSubmit).not.toHaveBeenCalled();
  expect(session.getState().user?.email_verified).toBe(true);
});

it('says what is wrong with a code at its field, and sends another', async () => {
  answer = () => problem(422, 'wrong_login_code', { detail: 'This code is not right.' });
  const { onProven } = await show();
  const field = await screen.findByLabelText('Code from the email');
  await userEvent.type(field, '000000');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('This code is not right.')).toBeVisible();
  expect(field).toHaveAccessibleDescription(/This code is not right/);
  await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
  expect(await screen.findByText(/We sent a new code to/)).toBeVisible();
  expect(field).toHaveValue('');
  expect(requests).toBe(2);
  expect(onProven).not.toHaveBeenCalled();
});

it('says why no code was sent', async () => {
  server.use(
    http.post('*/api/auth/step-up-code-request', () =>
      problem(429, 'too_many_attempts', { detail: 'Too many attempts.' }),
    ),
  );
  await show();
  expect(await screen.findByText('Too many attempts.')).toBeVisible();
  expect(screen.queryByLabelText('Code from the email')).toBeNull();
});
