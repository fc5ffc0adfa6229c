import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { mailedLink } from '#/lib/mailed-link';
import { rememberPage } from '#/lib/return-to';
import { session } from '#/lib/session';
import { local, tab } from '#/lib/storage';
import { aBootstrap, aProfile, someSettings } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { countRecordedLogins } from '#/testing/reports';
import { ok, problem, useServer } from '#/testing/server';
import { ConfirmDeletionScreen } from './confirm-deletion-screen';
import { PasswordResetRequestScreen } from './password-reset-request-screen';
import { PasswordResetScreen } from './password-reset-screen';
import { RegistrationScreen } from './registration-screen';
import { VerifyEmailScreen } from './verify-email-screen';
import { VerifyNoticeScreen } from './verify-notice-screen';

const server = useServer();
const logins = countRecordedLogins();
const link = { email: 'ada@example.com', expires: '1772370000', signature: 's3cret' };
const sent: Record<string, unknown>[] = [];

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'anon');
});
afterEach(() => {
  session.setState({ user: null });
  sent.splice(0);
});

/** Answers a call with each of the answers in turn. */
function answer(path: string, ...answers: (() => Response)[]) {
  server.use(
    route.post(`*${path}`, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return (answers[sent.length - 1] ?? answers.at(-1))?.();
    }),
  );
}

const proofRequired = () =>
  problem(403, 'account_proof_required', {
    errors: [{ field: 'password', code: 'required', message: 'Field is required' }],
  });

const press = async (name: string) =>
  userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name, busy: false }));

async function enter(label: string, text: string): Promise<void> {
  const user = userEvent.setup({ delay: null });
  await screen.findByLabelText(label, { selector: 'input' });
  await user.clear(screen.getByLabelText(label, { selector: 'input' }));
  await user.click(screen.getByLabelText(label, { selector: 'input' }));
  await user.paste(text);
}

describe('VerifyEmailScreen', () => {
  const arrive = () => tab.save('mailed_link', { path: '/verify-email', ...link });
  const show = () => renderScreen(<VerifyEmailScreen />, { at: '/verify-email' });

  it('follows the link by a press', async () => {
    arrive();
    answer('/api/auth/email-verify', () => ok({ verified: true }));
    await show();
    expect(sent).toEqual([]);
    await press('Confirm my address');
    expect(await screen.findByText('Thank you. Your email address is verified.')).toBeVisible();
    expect(sent).toEqual([{ ...link, api_key: 'anon' }]);
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  });

  it('lets a user know at once, and go on', async () => {
    arrive();
    rememberPage('/watch/7');
    local.save('signed_in', true);
    session.setState({ user: aProfile({ email_verified: false }) });
    answer('/api/auth/email-verify', () => ok({ verified: true }));
    server.use(route.get('*/api/profile', () => ok(aProfile())));
    await show();
    await press('Confirm my address');
    await waitFor(() => expect(session.getState().user?.email_verified).toBe(true));
    expect(await screen.findByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/watch/7');
  });

  it.each([
    [422, 'verification_failed', 'Verification your email address failed.'],
    [404, 'user_not_found', 'Verification your email address failed.'],
    [409, 'email_already_verified', 'Your email already verified.'],
  ])('%i %s: %s', async (status, code, text) => {
    arrive();
    answer('/api/auth/email-verify', () => problem(status, code));
    await show();
    await press('Confirm my address');
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('has no link to follow: it failed, and nothing is sent', async () => {
    tab.forget('mailed_link');
    await show();
    expect(screen.getByText('Verification your email address failed.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log in to get a new link' })).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('tries again when nobody knows what became of it', async () => {
    arrive();
    answer(
      '/api/auth/email-verify',
      () => Response.error(),
      () => ok({ verified: true }),
    );
    await show();
    await press('Confirm my address');
    expect(await screen.findByText('You have no connection. Check your network and try again.')).toBeVisible();
    await press('Confirm my address');
    expect(await screen.findByText('Thank you. Your email address is verified.')).toBeVisible();
  });

  it('asks for the password in a browser that is not logged in', async () => {
    arrive();
    answer(
      '/api/auth/email-verify',
      proofRequired,
      () => problem(422, 'incorrect_password', { detail: 'Incorrect password' }),
      () => ok({ verified: true }),
    );
    await show();
    await press('Confirm my address');
    await enter('Password of your account', 'wrong');
    await press('Confirm my address');
    expect(await screen.findByText('Incorrect password')).toBeVisible();
    await enter('Password of your account', 'right-one');
    await press('Confirm my address');
    expect(await screen.findByText('Thank you. Your email address is verified.')).toBeVisible();
    expect(sent[2]).toEqual({ ...link, password: 'right-one', api_key: 'anon' });
  });

  it.each([
    ['This was not me', true],
    ['I do not know this password', false],
  ])('takes the account over: %s', async (choice, stranger) => {
    arrive();
    answer('/api/auth/email-verify', proofRequired);
    await show();
    await press('Confirm my address');
    await press(choice);
    const taken: unknown[] = [];
    server.use(
      route.post('*/api/auth/account-takeover', async ({ request }) => {
        taken.push(await request.json());
        return ok({ api_key: 'mine', user: aProfile() });
      }),
    );
    await enter('New password', 'Tip-off at 8');
    await enter('Repeat the password', 'Tip-off at 8');
    await press('Save the new password');
    expect(await screen.findByText('Thank you. Your email address is verified.')).toBeVisible();
    const passwords = { password: 'Tip-off at 8', password_confirmation: 'Tip-off at 8' };
    expect(taken).toEqual([{ ...link, ...passwords, stranger, api_key: 'anon' }]);
    expect(keys.api()).toBe('mine');
    expect(logins()).toBe(1);
  });

  it('offers a log in where the account has no password', async () => {
    arrive();
    answer('/api/auth/email-verify', () => problem(403, 'account_proof_required'));
    await show();
    await press('Confirm my address');
    expect(await screen.findByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('button', { name: 'This was not me' })).toBeVisible();
  });
});

describe('VerifyNoticeScreen', () => {
  it('says where the letter went and sends it again', async () => {
    session.setState({ user: aProfile({ email_verified: false }) });
    answer(
      '/api/auth/email-verify-resend',
      () => ok({ sent: true }),
      () => problem(429, 'too_many_attempts', { detail: 'Too many attempts. Please try again later.' }),
    );
    await renderScreen(<VerifyNoticeScreen />, { at: '/verify-notice' });
    expect(screen.getByText('fan@example.com')).toBeVisible();
    await press('Send it again');
    expect(await screen.findByText('Sent. It can take a minute to arrive.')).toBeVisible();
    await press('Send it again');
    expect(await screen.findByText('Too many attempts. Please try again later.')).toBeVisible();
  });

  it('knows when the address was verified elsewhere', async () => {
    local.save('signed_in', true);
    session.setState({ user: aProfile({ email_verified: false }) });
    answer('/api/auth/email-verify-resend', () => problem(409, 'email_already_verified'));
    server.use(route.get('*/api/profile', () => ok(aProfile())));
    await renderScreen(<VerifyNoticeScreen />, { at: '/verify-notice' });
    await press('Send it again');
    expect(await screen.findByText('Your email already verified.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send it again' })).toBeNull();
  });
});

describe('PasswordResetRequestScreen', () => {
  it('says the same whoever has the address', async () => {
    answer('/api/auth/password-reset-request', () => ok({ sent: true }));
    await renderScreen(<PasswordResetRequestScreen />, { at: '/password-reset-request' });
    await press('Send me a link');
    expect(await screen.findByText('Enter your Email')).toBeVisible();
    await enter('Email', 'ada@example.com');
    await press('Send me a link');
    expect(await screen.findByText(/has an account here/)).toBeVisible();
    expect(sent).toEqual([{ email: 'ada@example.com', api_key: 'anon' }]);
    await press('Try another address');
    expect(screen.getByLabelText('Email')).toBeVisible();
  });

  it('brings a proof where the channel asks for one', async () => {
    vi.stubGlobal('grecaptcha', { ready: (run: () => void) => run(), execute: async () => 'token' });
    const services = {
      ...someSettings().services,
      recaptcha_site_key: 'key',
      recaptcha_script: 'https://c.example/a.js',
    };
    const bootstrap = aBootstrap({ settings: someSettings({ services }) });
    answer('/api/auth/password-reset-request', () => ok({ sent: true }));
    await renderScreen(<PasswordResetRequestScreen />, { at: '/password-reset-request', bootstrap });
    expect(screen.getByText(/protected by reCAPTCHA/)).toBeVisible();
    document.head.querySelector('script[src^="https://c.example"]')?.dispatchEvent(new Event('load'));
    await enter('Email', 'ada@example.com');
    await press('Send me a link');
    await waitFor(() => expect(sent[0]).toMatchObject({ recaptcha_token: 'token' }));
    vi.unstubAllGlobals();
  });

  it('sends whoever logs in elsewhere back to where they were', async () => {
    const { router } = await renderScreen(<PasswordResetRequestScreen />, { at: '/password-reset-request' });
    session.setState({ user: aProfile() });
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

describe('PasswordResetScreen', () => {
  const arrive = () => tab.save('mailed_link', { path: '/password-reset', ...link });
  const show = () => renderScreen(<PasswordResetScreen />, { at: '/password-reset' });
  beforeEach(() => server.use(route.post('*/api/auth/password-reset-link', () => ok({ names: 'kept' }))));

  async function choose(password: string, repeated = password): Promise<void> {
    await enter('New password', password);
    await enter('Repeat the password', repeated);
    await press('Save the new password');
  }

  it('sets the password, logs in, and forgets the link', async () => {
    arrive();
    answer('/api/auth/password-reset', () => ok({ api_key: 'rotated', user: aProfile() }));
    const { router } = await show();
    await choose('long-enough-1');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent[0]).toEqual({
      ...link,
      password: 'long-enough-1',
      password_confirmation: 'long-enough-1',
      api_key: 'anon',
    });
    expect(keys.api()).toBe('rotated');
    expect(mailedLink('/password-reset')).toBeNull();
    expect(logins()).toBe(1);
  });

  it('keeps the link while the password is refused', async () => {
    arrive();
    answer('/api/auth/password-reset', () =>
      problem(400, 'validation_failed', {
        errors: [{ field: 'password', code: 'password_too_common', message: 'This password is too common.' }],
      }),
    );
    await show();
    await choose('short');
    expect(await screen.findByText('The password is too short')).toBeVisible();
    await choose('long-enough-1', 'another-one-2');
    expect(await screen.findByText('The password and password confirmation do not match')).toBeVisible();
    expect(sent).toEqual([]);
    await choose('password1234');
    expect(await screen.findByText('This password is too common.')).toBeVisible();
    expect(mailedLink('/password-reset')).toEqual(link);
  });

  it.each([
    ['reset_key_expired', 'Reset password key expired.'],
    ['reset_failed', 'Reset password failed.'],
  ])('%s: says so and offers a new link to the same address', async (code, detail) => {
    arrive();
    answer('/api/auth/password-reset', () => problem(422, code, { detail }));
    await show();
    await choose('long-enough-1');
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(screen.getByRole('button', { name: 'Send me a link' })).toBeVisible();
  });

  it.each([
    ['reset_key_expired', 'Reset password key expired.'],
    ['reset_failed', 'Reset password failed.'],
    ['user_not_found', 'User not found.'],
  ])('%s: asks for no password before it says so', async (code, detail) => {
    arrive();
    answer('/api/auth/password-reset-link', () => problem(422, code, { detail }));
    await show();
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(screen.getByRole('button', { name: 'Send me a link' })).toBeVisible();
  });

  it('offers a link to somebody who comes without one', async () => {
    tab.forget('mailed_link');
    await show();
    expect(screen.getByText('This page needs the link from our email.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send me a link' })).toBeVisible();
  });
});

describe('RegistrationScreen', () => {
  it('brings a proof where the channel asks for one', async () => {
    vi.stubGlobal('grecaptcha', { ready: (run: () => void) => run(), execute: async () => 'token' });
    const services = {
      ...someSettings().services,
      recaptcha_site_key: 'key',
      recaptcha_script: 'https://d.example/a.js',
    };
    answer('/api/v2/auth/register', () =>
      problem(422, 'captcha_failed', {
        detail: 'Google recaptcha token is invalid or you look like a robot',
      }),
    );
    await renderScreen(<RegistrationScreen />, {
      at: '/registration',
      bootstrap: aBootstrap({ settings: someSettings({ services }) }),
    });
    document.head.querySelector('script[src^="https://d.example"]')?.dispatchEvent(new Event('load'));
    const fields = { 'First name': 'A', 'Last name': 'B', Email: 'a@b.ca', Password: 'long-enough-1' };
    for (const [label, text] of Object.entries(fields)) await enter(label, text);
    await enter('Repeat the password', 'long-enough-1');
    await userEvent.setup({ delay: null }).click(screen.getByRole('checkbox', { name: /I accept/ }));
    await press('Create an account');
    expect(await screen.findByText(/you look like a robot/)).toBeVisible();
    expect(sent[0]).toMatchObject({ recaptcha_token: 'token' });
    vi.unstubAllGlobals();
  });
});

describe('ConfirmDeletionScreen', () => {
  it('says before and after what renews no more', async () => {
    tab.save('mailed_link', { path: '/confirm-account-deletion', ...link });
    answer('/api/delete-account-confirm', () =>
      ok({
        erased_at: '2026-04-01T12:00:00Z',
        stopped_subscriptions: [
          { name: 'All games', until: '2026-03-20T12:00:00Z', trial: false, over: false },
          { name: 'Library', until: '2026-03-10T12:00:00Z', trial: true, over: false },
          { name: 'Hockey', until: '2026-02-01T12:00:00Z', trial: false, over: true },
        ],
      }),
    );
    await renderScreen(<ConfirmDeletionScreen />, { at: '/confirm-account-deletion' });
    expect(screen.getByText(/Your subscriptions and free trials will no longer renew/)).toBeVisible();
    await press('Delete my account');
    expect(await screen.findByText(/It ends on .*20.*, and your card won’t be charged again/)).toBeVisible();
    expect(screen.getByText(/ends on .*10.* You won’t be charged/)).toBeVisible();
    expect(screen.getByText(/ends now, because its new period is not paid/)).toBeVisible();
  });

  it('promises nothing for a link that has expired', async () => {
    tab.save('mailed_link', { path: '/confirm-account-deletion', ...link });
    answer('/api/delete-account-confirm', () => problem(409, 'link_expired'));
    await renderScreen(<ConfirmDeletionScreen />, { at: '/confirm-account-deletion' });
    expect(screen.getByText('The door stays open.')).toBeVisible();
    await press('Delete my account');
    expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeVisible();
    expect(screen.getByText(/Your account has not changed/)).toBeVisible();
    expect(screen.queryByText('The door stays open.')).toBeNull();
  });
});
