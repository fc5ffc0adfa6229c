import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { Arrival } from '#/lib/arrival';
import { rememberPage } from '#/lib/return-to';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aBootstrap, aProfile, someSettings } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { countRecordedLogins } from '#/testing/reports';
import { ok, problem, useServer } from '#/testing/server';
import { ArrivalScreen } from './arrival-screen';
import { LoginScreen } from './login-screen';
import { membershipHref } from './other-ways';

const server = useServer();
const logins = countRecordedLogins();
const sent: Record<string, unknown>[] = [];

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'anon');
  rememberPage('/watch/7?t=12');
});
afterEach(() => {
  session.setState({ user: null });
  sent.splice(0);
});

/** Answers calls of a path one after the other; the last answer stays. */
function answers(path: string, ...responses: (() => Response)[]) {
  let next = 0;
  server.use(
    route.post(`*${path}`, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      const response = responses[Math.min(next++, responses.length - 1)];
      return response?.();
    }),
  );
}

const google: Arrival = { kind: 'social', provider: 'google', ticket: 'the-ticket' };
const welcome = () => ok({ api_key: 'rotated', user: aProfile() });
const notRegistered = (fields: string[] = []) =>
  problem(422, 'registration_required', {
    detail: 'You are not registered yet.',
    errors: fields.map((field) => ({ field, code: 'required', message: 'needed' })),
  });

describe('ArrivalScreen', () => {
  it('lets in who is known and takes them back to where they were', async () => {
    answers('/api/v2/auth/social/google', welcome);
    const { router } = await renderScreen(<ArrivalScreen arrival={google} />, { at: '/login' });
    await waitFor(() => expect(router.state.location.href).toBe('/watch/7?t=12'));
    expect(sent).toEqual([{ ticket: 'the-ticket', api_key: 'anon' }]);
    expect(keys.api()).toBe('rotated');
    expect(logins()).toBe(1);
  });

  it('registers who is new once the terms are accepted, asking only for what is not known', async () => {
    answers('/api/v2/auth/social/google', () => notRegistered(['email']), welcome);
    const { router } = await renderScreen(<ArrivalScreen arrival={google} />, { at: '/login' });
    const user = userEvent.setup({ delay: null });
    expect(await screen.findByText('You are not registered yet.')).toBeVisible();
    expect(screen.queryByLabelText('First name')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(await screen.findByText('Please accept terms & conditions')).toBeVisible();
    expect(screen.getByText('Enter your Email')).toBeVisible();
    expect(sent).toHaveLength(1);
    await user.type(screen.getByLabelText('Email'), 'bo@example.com');
    await user.click(screen.getByRole('checkbox', { name: /I accept/ }));
    await user.click(screen.getByRole('button', { name: 'Register' }));
    await waitFor(() => expect(router.state.location.href).toBe('/watch/7?t=12'));
    expect(sent[1]).toEqual({
      ticket: 'the-ticket',
      email: 'bo@example.com',
      first_name: '',
      last_name: '',
      terms: true,
      mailing_consent: false,
      api_key: 'anon',
    });
    expect(logins()).toBe(1);
  });

  it('connects with an account only after its password', async () => {
    answers(
      '/api/v2/auth/social/google',
      () => problem(409, 'password_login_needed', { detail: 'There is already an account.' }),
      welcome,
    );
    answers('/api/v2/auth/login', () => ok({ api_key: 'of-the-user', user: aProfile() }));
    const { router } = await renderScreen(<ArrivalScreen arrival={google} />, { at: '/login' });
    const user = userEvent.setup({ delay: null });
    expect(await screen.findByText('There is already an account.')).toBeVisible();
    await user.type(screen.getByLabelText('Email'), 'fan@example.com');
    await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'grandstand-demo');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(router.state.location.href).toBe('/watch/7?t=12'));
    expect(sent.at(-1)).toEqual({ ticket: 'the-ticket', link: true, api_key: 'of-the-user' });
    expect(sent).toHaveLength(3);
    expect(logins()).toBe(1);
  });

  it('says what went wrong and offers the other ways', async () => {
    await renderScreen(<ArrivalScreen arrival={{ kind: 'failed', reason: 'state_expired' }} />, { at: '/login' });
    expect(within(screen.getByRole('alert')).getByText(/That took too long/)).toBeVisible();
    expect(screen.getByLabelText('Email')).toBeVisible();
  });

  it('sends a member on to a path of the site', async () => {
    answers('/api/v2/auth/remote', () =>
      ok({ api_key: 'rotated', user: aProfile(), return_to: '/upcoming?sport=hockey' }),
    );
    const arrival: Arrival = { kind: 'remote', token: 'a.b.c', returnTo: '/upcoming?sport=hockey' };
    const { router } = await renderScreen(<ArrivalScreen arrival={arrival} />, { at: '/login' });
    await waitFor(() => expect(router.state.location.href).toBe('/upcoming?sport=hockey'));
    expect(sent).toEqual([{ token: 'a.b.c', return_to: '/upcoming?sport=hockey', api_key: 'anon' }]);
    expect(logins()).toBe(1);
  });
});

describe('OtherWays', () => {
  const offering = (over: Parameters<typeof someSettings>[0]) => aBootstrap({ settings: someSettings(over) });

  it('shows no service where the channel offers none', async () => {
    await renderScreen(<LoginScreen />, { at: '/login' });
    const ways = within(screen.getByRole('group', { name: 'Other ways to log in' })).getAllByRole('button');
    expect(ways.map((way) => way.textContent)).toEqual(['Log in with a code by email']);
  });

  it('offers what the channel has, and says when a provider is away', async () => {
    answers('/api/v2/auth/social/facebook', () =>
      problem(503, 'provider_unavailable', { detail: 'This login service is not responding.' }),
    );
    const bootstrap = offering({
      auth: { remote_auth: 1, social: ['facebook'] },
      remoteAuth: { url: 'https://members.example/login?team=1' },
    });
    await renderScreen(<LoginScreen />, { at: '/login', bootstrap });
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Log in with your Northline membership' })).toHaveAttribute(
      'href',
      'https://members.example/login?team=1&return_to=%2Fwatch%2F7%3Ft%3D12',
    );
    await userEvent.setup().click(screen.getByRole('button', { name: 'Continue with Facebook' }));
    expect(await screen.findByText('This login service is not responding.')).toBeVisible();
  });
});

describe('membershipHref', () => {
  it.each([
    ['https://m.example', '/', 'https://m.example?return_to=%2F'],
    ['/members?a=1#top', '/a&b', '/members?a=1&return_to=%2Fa%26b#top'],
  ])('%s %s', (url, page, href) => {
    expect(membershipHref(url, page)).toBe(href);
  });
});
