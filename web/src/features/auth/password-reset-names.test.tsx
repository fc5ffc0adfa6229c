import { i18n } from '@lingui/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { activateLanguage, loadTexts } from '#/lib/i18n';
import { session } from '#/lib/session';
import { local, tab } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { PasswordResetScreen } from './password-reset-screen';

const server = useServer();
const link = { email: 'ada@example.com', expires: '1772370000', signature: 's3cret' };
const password = 'long-enough-1';
const sent: unknown[] = [];

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'anon');
  tab.save('mailed_link', { path: '/password-reset', ...link });
});
afterEach(() => {
  session.setState({ user: null });
  sent.splice(0);
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

/** Answers a call with each of the answers in turn. */
function answer(path: string, ...answers: (() => Response)[]) {
  let call = 0;
  server.use(
    route.post(`*/api/auth/${path}`, async ({ request }) => {
      sent.push(await request.json());
      return (answers[call++] ?? answers.at(-1))?.();
    }),
  );
}

const show = () => renderScreen(<PasswordResetScreen />, { at: '/password-reset' });

async function enter(fields: Record<string, string>): Promise<void> {
  const user = userEvent.setup({ delay: null });
  for (const [label, text] of Object.entries(fields)) {
    await user.click(await screen.findByLabelText(label, { selector: 'input' }));
    await user.paste(text);
  }
  await user.click(screen.getByRole('button', { name: 'Save the new password', busy: false }));
}

it.each([
  ['form_not_kept', /^You registered in another browser or on another device\. .* Please enter them again\.$/],
  ['removed', /^This email address was never confirmed, .* Please enter them again\.$/],
])('%s: says that the names are not kept, and asks for them', async (names, why) => {
  answer('password-reset-link', () => ok({ names }));
  answer(
    'password-reset',
    () =>
      problem(400, 'validation_failed', {
        errors: [{ field: 'first_name', code: 'malformed', message: 'The value is not valid.' }],
      }),
    () => ok({ api_key: 'rotated', user: aProfile() }),
  );
  const { router } = await show();
  expect(await screen.findByText(why)).toBeVisible();
  await enter({ 'New password': password, 'Repeat the password': password });
  expect(await screen.findByText('Enter your first name')).toBeVisible();
  expect(screen.getByText('Enter your last name')).toBeVisible();
  expect(sent).toEqual([{ ...link, api_key: 'anon' }]);
  await userEvent.setup({ delay: null }).click(screen.getByRole('checkbox', { name: /Send me news/ }));
  await enter({ 'First name': ' Ada ', 'Last name': 'Lovelace' });
  expect(await screen.findByText('The value is not valid.')).toBeVisible();
  await enter({});
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  const form = { first_name: 'Ada', last_name: 'Lovelace', mailing_consent: true, password };
  expect(sent[2]).toEqual({ ...link, ...form, password_confirmation: password, api_key: 'anon' });
});

it('asks in French, too', async () => {
  answer('password-reset-link', () => ok({ names: 'form_not_kept' }));
  await activateLanguage('fr');
  await loadTexts('account');
  await show();
  expect(await screen.findByText(/^L’inscription a été faite dans un autre navigateur/)).toBeVisible();
  expect(screen.getByLabelText('Prénom')).toBeVisible();
});

it.each([
  ['an error', () => problem(503, 'unavailable')],
  ['no connection', () => Response.error()],
])('asks for the password alone after %s', async (_, answered) => {
  answer('password-reset-link', answered);
  await show();
  expect(await screen.findByLabelText('New password')).toBeVisible();
  expect(screen.queryByLabelText('First name')).toBeNull();
});
