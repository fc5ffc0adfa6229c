import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { EditScreen } from './edit-screen';

const server = useServer();
const sent: unknown[] = [];

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'mine');
});
afterEach(() => {
  session.setState({ user: null });
  sent.splice(0);
});

async function show(enabled: boolean, response: () => Response) {
  server.use(
    route.get('*/api/auth/second-factor', () => ok({ enabled, since: null, recovery_codes: 0 })),
    route.post('*/api/profile', async ({ request }) => {
      sent.push(await request.json());
      return response();
    }),
  );
  session.setState({ user: aProfile({ has_password: false }) });
  await renderScreen(<EditScreen />, { at: '/profile/edit' });
  const user = userEvent.setup({ delay: null });
  const choose = async (password: string, again = password) => {
    const fields = ['New password', 'Repeat the new password'];
    for (const [index, label] of fields.entries()) {
      const field = screen.getByLabelText(label, { selector: 'input' });
      await user.clear(field);
      await user.type(field, index ? again : password);
    }
    await user.click(screen.getByRole('button', { name: 'Set a password' }));
  };
  return { user, choose };
}

describe('FirstPassword', () => {
  it('sets a password, which from then on is asked for', async () => {
    const { choose } = await show(false, () => ok({ api_key: 'rotated', ...aProfile() }));
    await choose('tip-off at seven', 'tip-off at eight');
    expect(await screen.findByText("PASSWORDS DON'T MATCH")).toBeVisible();
    expect(sent).toEqual([]);
    await choose('tip-off at seven');
    expect(await screen.findByLabelText('Current password', { selector: 'input' })).toBeVisible();
    expect(sent).toEqual([
      { _method: 'patch', api_key: 'mine', password: 'tip-off at seven', password_confirmation: 'tip-off at seven' },
    ]);
    expect(keys.api()).toBe('rotated');
  });

  it('asks for a code where two-step login is on', async () => {
    const { user, choose } = await show(true, () =>
      problem(422, 'wrong_second_factor', {
        errors: [{ field: 'code', code: 'x', message: 'This code is incorrect.' }],
      }),
    );
    await user.type(await screen.findByLabelText('Code from the app'), '123456');
    await choose('tip-off at seven');
    expect(await screen.findByText('This code is incorrect.')).toBeVisible();
    expect(sent).toEqual([expect.objectContaining({ code: '123456' })]);
  });

  it('has who logged in long ago do so again', async () => {
    const { choose } = await show(false, () => problem(403, 'login_again', { detail: 'Please log in again.' }));
    await choose('tip-off at seven');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Log out and log in again' })).toBeVisible());
    expect(screen.getByText('Please log in again.')).toBeVisible();
  });

  it('is set after a code by email, without another log in', async () => {
    let answer = () => problem(403, 'login_again', { detail: 'Confirm first.' });
    const { user, choose } = await show(false, () => answer());
    server.use(
      route.post('*/api/auth/step-up-code-request', () => ok({ sent: true })),
      route.post('*/api/auth/step-up-code', () => {
        answer = () => ok({ api_key: 'rotated', ...aProfile() });
        return ok({ until: '2026-03-01T12:05:00Z' });
      }),
    );
    await choose('tip-off at seven');
    await user.click(await screen.findByRole('button', { name: 'Get a code by email' }));
    await user.type(await screen.findByLabelText('Code from the email'), '123456{Enter}');
    expect(await screen.findByLabelText('Current password', { selector: 'input' })).toBeVisible();
    expect(sent).toHaveLength(2);
  });
});

describe('AddressForm', () => {
  const move = async (user: ReturnType<typeof userEvent.setup>) => {
    const field = screen.getByLabelText('Email', { selector: 'input:not([hidden])' });
    await user.clear(field);
    await user.type(field, 'new@example.com');
    await user.click(screen.getAllByRole('button', { name: 'Save' })[1] as HTMLElement);
  };

  it('moves a user without a password to another address', async () => {
    const { user } = await show(false, () => ok(aProfile({ has_password: false, pending_email: 'new@example.com' })));
    await move(user);
    expect(await screen.findByText(/Almost there/)).toBeVisible();
    expect(sent).toEqual([{ _method: 'patch', api_key: 'mine', email: 'new@example.com' }]);
  });

  it('asks for a code of the app where the server wants one', async () => {
    const message = 'Field is required';
    const { user } = await show(false, () =>
      problem(400, 'validation_failed', { detail: message, errors: [{ field: 'code', code: 'required', message }] }),
    );
    await move(user);
    expect(await screen.findByLabelText('Code from the app')).toBeVisible();
  });
});
