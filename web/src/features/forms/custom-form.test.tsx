import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
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
  captcha: null,
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
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Your message is sent' })).toHaveFocus());
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

  describe('with reCAPTCHA', () => {
    const guarded: Form = {
      ...form,
      captcha: { site_key: 'key', script: 'https://captcha.example/api.js', action: 'form' },
    };
    const scripts = () =>
      Array.from(document.head.querySelectorAll<HTMLScriptElement>('script[src^="https://captcha"]'));
    /** The script that was asked for last comes, or does not. */
    function answer(how: 'load' | 'error') {
      scripts().at(-1)?.dispatchEvent(new Event(how));
    }
    function offer(execute: () => Promise<string>) {
      vi.stubGlobal('grecaptcha', { ready: (run: () => void) => run(), execute });
    }
    beforeEach(() => {
      for (const script of scripts()) script.remove();
      vi.unstubAllGlobals();
    });

    it('says what to do while the script is blocked, and sends nothing', async () => {
      await renderScreen(<CustomForm form={guarded} />);
      expect(scripts().map((script) => script.src)).toEqual(['https://captcha.example/api.js?render=key']);
      answer('error');
      expect(await screen.findByText(/If something blocks google.com/)).toBeVisible();
      await fill('zoe@example.com', 'When is the game?');
      await waitFor(() => expect(scripts()).toHaveLength(1)); // it tries again
      answer('error');
      await waitFor(() =>
        expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toContainEqual(
          expect.stringContaining('hello@northline.example'),
        ),
      );
      expect(screen.getAllByText(/If something blocks google.com/)).toHaveLength(1);
    });

    it('sends a fresh token with each attempt', async () => {
      const sent: unknown[] = [];
      const refusals = [problem(422, 'captcha_failed', { detail: 'You look like a robot' }), ok({ sent: true })];
      server.use(
        route.post('*/custom-forms/contacts', async ({ request }) => {
          sent.push(((await request.json()) as { recaptcha_token: string }).recaptcha_token);
          return refusals.shift();
        }),
      );
      const tokens = ['first', 'second'];
      offer(async () => tokens.shift() ?? '');
      await renderScreen(<CustomForm form={guarded} />);
      answer('load');
      await fill('zoe@example.com', 'When is the game?');
      expect(await screen.findByText('You look like a robot')).toBeVisible();
      await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Send' }));
      expect(await screen.findByText('We write back soon.')).toBeVisible();
      expect(sent).toEqual(['first', 'second']);
    });

    it('loads nothing for a form that does not ask for it', async () => {
      await renderScreen(<CustomForm form={form} />);
      expect(scripts()).toHaveLength(0);
      expect(screen.queryByText(/reCAPTCHA/)).toBeNull();
    });
  });
});
