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

function answer(response: () => Response) {
  server.use(
    route.post('*/api/profile', async ({ request }) => {
      sent.push(await request.json());
      return response();
    }),
  );
}

async function show(user = aProfile()) {
  session.setState({ user });
  await renderScreen(<EditScreen />, { at: '/profile/edit' });
  return userEvent.setup({ delay: null });
}

const save = (which: 0 | 1) => screen.getAllByRole('button', { name: 'Save' })[which] as HTMLElement;
const field = (label: string) => screen.getByLabelText(label, { selector: 'input' });

describe('EditScreen', () => {
  it('saves what stands about the person and keeps the user', async () => {
    answer(() => ok(aProfile({ first_name: 'Zoé' })));
    const user = await show();
    await user.clear(field('First name'));
    await user.type(field('First name'), 'Zoé');
    await user.click(save(0));
    await waitFor(() => expect(session.getState().user?.first_name).toBe('Zoé'));
    expect(sent).toEqual([
      {
        _method: 'patch',
        api_key: 'mine',
        first_name: 'Zoé',
        last_name: 'Tremblay',
        phone: '',
        language: 'en',
        mailing_consent: false,
      },
    ]);
  });

  it.each(['call me', '555-0199', '+1 (514) 555-0199 0000'])('takes %s for no phone number', async (phone) => {
    const user = await show();
    await user.type(field('Phone (optional)'), phone);
    await user.click(save(0));
    expect(await screen.findByText('A valid phone number is required')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('asks for the current password with a new address', async () => {
    const user = await show();
    await user.clear(field('Email'));
    await user.type(field('Email'), 'new@example.com');
    await user.click(save(1));
    expect(await screen.findByText('Field is required')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('says that passwords differ, in the words of the specification', async () => {
    const user = await show();
    await user.type(field('New password (optional)'), 'a brand new one');
    await user.type(field('Repeat the new password'), 'another new one');
    await user.type(field('Current password'), 'secret88');
    await user.click(save(1));
    expect(await screen.findByText("PASSWORDS DON'T MATCH")).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('puts a wrong password at its field', async () => {
    const message = 'Incorrect password';
    answer(() =>
      problem(422, 'incorrect_password', {
        detail: message,
        errors: [{ field: 'current_password', code: 'incorrect_password', message }],
      }),
    );
    const user = await show();
    await user.clear(field('Email'));
    await user.type(field('Email'), 'new@example.com');
    await user.type(field('Current password'), 'wrong-one');
    await user.click(save(1));
    expect(await screen.findByText(message)).toBeVisible();
    expect(field('Current password')).toHaveAccessibleDescription(new RegExp(message));
  });

  it('sends only what is new, takes the new key and empties the passwords', async () => {
    answer(() => ok({ ...aProfile(), api_key: 'rotated' }));
    const user = await show();
    await user.type(field('New password (optional)'), 'a brand new one');
    await user.type(field('Repeat the new password'), 'a brand new one');
    await user.type(field('Current password'), 'secret88');
    await user.click(save(1));
    await waitFor(() => expect(keys.api()).toBe('rotated'));
    expect(sent).toEqual([
      {
        _method: 'patch',
        api_key: 'mine',
        password: 'a brand new one',
        password_confirmation: 'a brand new one',
        current_password: 'secret88',
      },
    ]);
    await waitFor(() => expect(field('Current password')).toHaveValue(''));
  });

  it('takes back an address that waits for its mail', async () => {
    answer(() => ok(aProfile()));
    const user = await show(aProfile({ pending_email: 'new@example.com' }));
    await user.click(screen.getByRole('button', { name: 'Keep the old one' }));
    await waitFor(() => expect(screen.queryByText(/Almost there/)).toBeNull());
    expect(sent).toEqual([{ _method: 'patch', api_key: 'mine', email: 'fan@example.com' }]);
  });

  describe('of a user with a temporary password', () => {
    const choose = async (user: ReturnType<typeof userEvent.setup>) => {
      await user.type(field('New password'), 'a brand new one');
      await user.type(field('Repeat the new password'), 'a brand new one');
      await user.click(screen.getByRole('button', { name: 'Save and continue' }));
    };
    const asksAgain = () => {
      const message = 'Field is required';
      const errors = [{ field: 'current_password', code: 'required', message }];
      return problem(400, 'validation_failed', { detail: message, errors });
    };

    it('shows nothing but the way to another, and asks for the temporary one no more', async () => {
      answer(() => ok({ ...aProfile(), api_key: 'rotated' }));
      const user = await show(aProfile({ temporary_password: true }));
      expect(screen.queryByLabelText('Email')).toBeNull();
      expect(screen.queryByRole('navigation')).toBeNull();
      expect(screen.queryByLabelText('Temporary password')).toBeNull();
      await choose(user);
      await waitFor(() => expect(session.getState().user?.temporary_password).toBe(false));
      expect(sent).toEqual([expect.not.objectContaining({ current_password: expect.anything() as unknown })]);
    });

    it('asks for it long after the log in', async () => {
      answer(asksAgain);
      const user = await show(aProfile({ temporary_password: true }));
      await choose(user);
      expect(await screen.findByLabelText('Temporary password', { selector: 'input' })).toHaveFocus();
      expect(screen.queryByText('Field is required')).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Save and continue' }));
      expect(await screen.findByText('Field is required')).toBeVisible();
      answer(() => ok({ ...aProfile(), api_key: 'rotated' }));
      await user.type(field('Temporary password'), 'given-to-me');
      await user.click(screen.getByRole('button', { name: 'Save and continue' }));
      await waitFor(() => expect(session.getState().user?.temporary_password).toBe(false));
      expect(sent.at(-1)).toEqual(expect.objectContaining({ current_password: 'given-to-me' }));
    });

    it('takes a code by email in its place', async () => {
      answer(asksAgain);
      server.use(
        route.post('*/api/auth/step-up-code-request', () => ok({ sent: true })),
        route.post('*/api/auth/step-up-code', () => ok({ until: '2026-03-01T12:05:00Z' })),
      );
      const user = await show(aProfile({ temporary_password: true }));
      await choose(user);
      await user.click(await screen.findByRole('button', { name: 'Get a code by email' }));
      await user.type(await screen.findByLabelText('Code from the email'), '123456{Enter}');
      expect((await screen.findByText('Confirmed with a code by email')).closest('p')).toHaveFocus();
      answer(() => ok({ ...aProfile(), api_key: 'rotated' }));
      await user.click(screen.getByRole('button', { name: 'Save and continue' }));
      await waitFor(() => expect(session.getState().user?.temporary_password).toBe(false));
    });
  });
});
