import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { rememberPage } from '#/lib/return-to';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { countRecordedLogins } from '#/testing/reports';
import { ok, problem, useServer } from '#/testing/server';
import { LoginScreen } from './login-screen';
import { RegistrationScreen } from './registration-screen';

const server = useServer();
const logins = countRecordedLogins();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'anon');
});
afterEach(() => session.setState({ user: null }));

const sent: unknown[] = [];
afterEach(() => void sent.splice(0));

function answer(path: string, response: () => Response) {
  server.use(
    route.post(`*${path}`, async ({ request }) => {
      sent.push(await request.json());
      return response();
    }),
  );
}

describe('LoginScreen', () => {
  async function fill(login: string, password: string) {
    const user = userEvent.setup({ delay: null });
    if (login) await user.type(screen.getByLabelText('Email'), login);
    if (password) await user.type(screen.getByLabelText('Password', { selector: 'input' }), password);
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    return user;
  }

  it('asks for what is missing and sends nothing', async () => {
    await renderScreen(<LoginScreen />, { at: '/login' });
    await fill('', '');
    expect(await screen.findByText('Enter your Email')).toBeVisible();
    expect(screen.getByText('Field is required')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it.each(['fan', 'fan@', '12 34', '12-34', '12.34', '+12345', '12a34'])('says that %s is no login', async (login) => {
    await renderScreen(<LoginScreen />, { at: '/login' });
    await fill(login, 'secret88');
    expect(await screen.findByText('A valid email address is required')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it.each(['fan@example.com', '5145550123', '(514)5550123'])('sends %s', async (login) => {
    answer('/api/v2/auth/login', () => problem(401, 'wrong_auth_data', { detail: 'Wrong auth data' }));
    await renderScreen(<LoginScreen />, { at: '/login' });
    await fill(login, 'secret88');
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('shows the sentence of the server and keeps what was typed', async () => {
    answer('/api/v2/auth/login', () => problem(401, 'wrong_auth_data', { detail: 'Wrong auth data' }));
    await renderScreen(<LoginScreen />, { at: '/login' });
    await fill('fan@example.com', 'wrong-one');
    expect(await screen.findByText('Wrong auth data')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Wrong auth data');
    expect(screen.getByLabelText('Email')).toHaveValue('fan@example.com');
  });

  it('stands in line while too many log in', async () => {
    let asked = 0;
    answer('/api/v2/auth/login', () =>
      ++asked === 1
        ? problem(503, 'overloaded', { headers: { 'Retry-After': '0' } })
        : problem(503, 'overloaded', { headers: { 'Retry-After': '40' } }),
    );
    await renderScreen(<LoginScreen />, { at: '/login' });
    await fill('fan@example.com', 'grandstand-demo');
    expect(await screen.findByText(/you will be logged in within about 40 s/)).toHaveRole('status');
    expect(screen.getByRole('button', { name: 'Log in' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sent).toHaveLength(2);
  });

  it('takes the new key, makes the user known and returns to where they were', async () => {
    rememberPage('/watch/7?t=12');
    answer('/api/v2/auth/login', () => ok({ api_key: 'rotated', user: aProfile() }));
    const { router } = await renderScreen(<LoginScreen />, { at: '/login' });
    await fill('fan@example.com', 'grandstand-demo');
    await waitFor(() => expect(router.state.location.href).toBe('/watch/7?t=12'));
    expect(sent[0]).toEqual({ login: 'fan@example.com', password: 'grandstand-demo', api_key: 'anon' });
    expect(keys.api()).toBe('rotated');
    expect(session.getState().user).toEqual(aProfile());
    expect(local.load('signed_in')).toBe(true);
    expect(logins()).toBe(1);
  });

  it('recovers when the server already knows the user', async () => {
    answer('/api/v2/auth/login', () => problem(409, 'already_logged_in', { detail: 'You are already logged in' }));
    server.use(route.get('*/api/profile', () => ok(aProfile())));
    const { router } = await renderScreen(<LoginScreen />, { at: '/login' });
    await fill('fan@example.com', 'grandstand-demo');
    await waitFor(() => expect(session.getState().user).toEqual(aProfile()));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(logins()).toBe(0);
  });

  it('tells that the connection is broken', async () => {
    answer('/api/v2/auth/login', () => Response.error());
    await renderScreen(<LoginScreen />, { at: '/login' });
    await fill('fan@example.com', 'grandstand-demo');
    expect(await screen.findByText('You have no connection. Check your network and try again.')).toBeVisible();
  });

  it('shows the password on request and warns of caps lock', async () => {
    await renderScreen(<LoginScreen />, { at: '/login' });
    const user = userEvent.setup({ delay: null });
    const field = screen.getByLabelText('Password', { selector: 'input' });
    expect(field).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveAttribute('type', 'text');
    await user.type(field, '{CapsLock}A');
    expect(screen.getByText('Caps lock is on')).toBeVisible();
  });

  it('lets password managers recognise the fields', async () => {
    await renderScreen(<LoginScreen />, { at: '/login' });
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username webauthn');
    expect(screen.getByLabelText('Password', { selector: 'input' })).toHaveAttribute(
      'autocomplete',
      'current-password',
    );
  });
});

describe('RegistrationScreen', () => {
  const good = {
    'First name': 'Alex',
    'Last name': 'Tremblay',
    Email: 'new@example.com',
    Password: 'long-enough-1',
    'Repeat the password': 'long-enough-1',
  };

  async function fill(over: Partial<Record<keyof typeof good, string>> = {}, terms = true) {
    const user = userEvent.setup({ delay: null });
    for (const [label, text] of Object.entries({ ...good, ...over })) {
      await user.click(screen.getByLabelText(label, { selector: 'input' }));
      await user.paste(text);
    }
    if (terms) await user.click(screen.getByRole('checkbox', { name: /I accept/ }));
    await user.click(screen.getByRole('button', { name: 'Create an account' }));
  }

  it('has the texts of the specification for everything that is missing', async () => {
    await renderScreen(<RegistrationScreen />, { at: '/registration' });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Create an account' }));
    for (const text of [
      'Enter your first name',
      'Enter your last name',
      'Enter your Email',
      'Please accept terms & conditions',
    ]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(screen.getAllByText('Field is required')).toHaveLength(2);
  });

  it('links the terms and the privacy policy that a person accepts', async () => {
    await renderScreen(<RegistrationScreen />, { at: '/registration' });
    const label = screen.getByRole('checkbox', { name: /I accept/ }).closest('label') as HTMLElement;
    const address = (name: string) => within(label).getByRole('link', { name }).getAttribute('href');
    expect([address('terms and conditions'), address('privacy policy')]).toEqual([
      '/terms_conditions',
      '/privacy_policy',
    ]);
  });

  it.each([
    ['Email', 'nobody', 'A valid email address is required'],
    ['Password', 'short', 'The password is too short'],
    ['Password', 'x'.repeat(129), 'Field length must be less than 129'],
    ['Repeat the password', 'another-one-2', 'The password and password confirmation do not match'],
  ])('%s %s: %s', async (label, text, message) => {
    await renderScreen(<RegistrationScreen />, { at: '/registration' });
    await fill({ [label]: text });
    expect(await screen.findByText(message)).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('sends no consent that was not given, and logs in', async () => {
    answer('/api/v2/auth/register', () => ok({ api_key: 'rotated', user: aProfile() }));
    const { router } = await renderScreen(<RegistrationScreen />, { at: '/registration' });
    await fill();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent[0]).toEqual({
      first_name: 'Alex',
      last_name: 'Tremblay',
      email: 'new@example.com',
      phone: '',
      password: 'long-enough-1',
      password_confirmation: 'long-enough-1',
      terms: true,
      mailing_consent: false,
      api_key: 'anon',
    });
    expect(logins()).toBe(1);
  });

  it('puts an error of the server at its field', async () => {
    const message = 'The email address you have entered is already registered';
    answer('/api/v2/auth/register', () =>
      problem(409, 'email_taken', { detail: message, errors: [{ field: 'email', code: 'email_taken', message }] }),
    );
    await renderScreen(<RegistrationScreen />, { at: '/registration' });
    await fill();
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(message);
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });
});
