import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { countRecordedLogins } from '#/testing/reports';
import { ok, problem, useServer } from '#/testing/server';
import { AccountInPlace } from './in-place';

const server = useServer();
const logins = countRecordedLogins();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'anon');
});
afterEach(() => session.setState({ user: null }));

const answers = (path: string, answer: () => Response) => {
  const sent: unknown[] = [];
  server.use(
    route.post(`*/api/${path}`, async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  return sent;
};

const sentCode = () => problem(403, 'login_code_sent', { detail: 'We sent a code.' });

/** Fills in what a visitor sees first, and sends it. */
async function buy() {
  await renderScreen(<AccountInPlace />, { at: '/buy' });
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByLabelText('Email'), 'guest@example.com');
  await user.click(screen.getByRole('button', { name: 'Continue to payment' }));
  return user;
}

describe('GuestForm', () => {
  it('is what a visitor sees first, and asks for an address alone', async () => {
    const sent = answers('v2/auth/guest', () => ok({ api_key: 'rotated', user: aProfile() }));
    await buy();
    await waitFor(() => expect(keys.api()).toBe('rotated'));
    expect(sent).toEqual([{ email: 'guest@example.com', terms: true, mailing_consent: false, api_key: 'anon' }]);
    expect(session.getState().user).toEqual(aProfile());
    expect(logins()).toBe(1);
  });

  it('links the terms and the privacy policy that a guest accepts', async () => {
    await renderScreen(<AccountInPlace />, { at: '/buy' });
    const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect([address('terms and conditions'), address('privacy policy')]).toEqual([
      '/terms_conditions',
      '/privacy_policy',
    ]);
  });

  it('goes on with a code where an account may have the address', async () => {
    answers('v2/auth/guest', sentCode);
    answers('v2/auth/login-code', () => ok({ api_key: 'rotated', user: aProfile() }));
    const user = await buy();
    expect(await screen.findByLabelText('Code')).toHaveFocus();
    expect(screen.getByRole('status')).toHaveTextContent('We sent a code to guest@example.com.');
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(keys.api()).toBe('rotated'));
  });

  it('sends another code, or says why not, and goes back to another address', async () => {
    let answer = sentCode;
    const sent = answers('v2/auth/guest', () => answer());
    const user = await buy();
    await user.click(await screen.findByRole('button', { name: 'Send a new code' }));
    expect(await screen.findByText(/We sent a new code to/)).toBeVisible();
    expect(sent).toHaveLength(2);
    answer = () => problem(429, 'too_many_attempts', { detail: 'Too many attempts.' });
    await user.click(screen.getByRole('button', { name: 'Send a new code' }));
    expect(await screen.findByText('Too many attempts.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use another email address' }));
    expect(screen.getByLabelText('Email')).toHaveValue('guest@example.com');
    expect(screen.queryByText('Too many attempts.')).toBeNull();
  });

  it('has the log in next to it, and keeps what was typed', async () => {
    await renderScreen(<AccountInPlace />, { at: '/buy' });
    const user = userEvent.setup({ delay: null });
    await user.type(screen.getByLabelText('Email'), 'guest@example.com');
    await user.click(screen.getByRole('button', { name: 'I have an account' }));
    expect(screen.getByLabelText('Password', { selector: 'input' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'I am new here' }));
    expect(screen.getByLabelText('Email')).toHaveValue('guest@example.com');
    await user.click(screen.getByRole('button', { name: 'Create an account with a password' }));
    expect(screen.getByLabelText('First name')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue with my email only' }));
    expect(screen.getByRole('button', { name: 'Continue to payment' })).toBeVisible();
  });
});
