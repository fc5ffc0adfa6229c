import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { CustomForm as Form } from '#/api/types';
import { local } from '#/lib/storage';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { CustomForm } from './custom-form';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'anon');
});

const form: Form = {
  alias: 'contacts',
  title: 'Contact us',
  intro: '',
  submit: '',
  success: 'We write back soon.',
  opened: '1.signed',
  captcha: false,
  fields: [
    { name: 'email', type: 'email', label: 'Email', required: true, min_length: 0, max_length: 200, options: [] },
    {
      name: 'message',
      type: 'textarea',
      label: 'Message',
      required: true,
      min_length: 5,
      max_length: 200,
      options: [],
    },
    { name: 'news', type: 'checkbox', label: 'News', required: false, min_length: 0, max_length: 200, options: [] },
  ],
};

describe('CustomForm', () => {
  async function fill(email: string, message: string) {
    const user = userEvent.setup({ delay: null });
    if (email) await user.type(screen.getByLabelText('Email'), email);
    if (message) await user.type(screen.getByLabelText('Message'), message);
    await user.click(screen.getByRole('button', { name: 'Send' }));
  }

  it('says what is wrong and sends nothing', async () => {
    await renderScreen(<CustomForm form={form} />);
    await fill('', 'Hey');
    expect(await screen.findByText('Field is required')).toBeVisible();
    expect(screen.getByText('Field length must be greater than 4')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });

  it('sends what was filled in, thanks, and takes another', async () => {
    const sent: unknown[] = [];
    server.use(
      route.post('*/custom-forms/contacts', async ({ request }) => {
        sent.push(await request.json());
        return ok({ sent: true });
      }),
    );
    await renderScreen(<CustomForm form={form} />);
    await fill('zoe@example.com', 'When is the game?');
    expect(await screen.findByText('We write back soon.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Your message is sent' })).toHaveFocus();
    expect(sent).toEqual([
      {
        api_key: 'anon',
        opened: '1.signed',
        website: '',
        values: { email: 'zoe@example.com', message: 'When is the game?' },
      },
    ]);
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Send another message' }));
    expect(screen.getByLabelText('Email')).toHaveValue('');
  });

  it('shows what the server refuses at its field, or at the form', async () => {
    const refusals = [
      problem(400, 'validation_failed', {
        errors: [{ field: 'email', code: 'invalid_email', message: 'No such mailbox' }],
      }),
      problem(422, 'form_too_fast', { detail: 'That was very quick.' }),
    ];
    server.use(route.post('*/custom-forms/contacts', () => refusals.shift()));
    await renderScreen(<CustomForm form={form} />);
    await fill('zoe@example.com', 'When is the game?');
    expect(await screen.findByText('No such mailbox')).toBeVisible();
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.getByText('That was very quick.')).toBeVisible());
    expect(screen.getByLabelText('Message')).toHaveValue('When is the game?');
  });
});
