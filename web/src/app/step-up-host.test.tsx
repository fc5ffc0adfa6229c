import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { endOtherSessions } from '#/api/account';
import { hasCode } from '#/api/failure';
import { keys } from '#/api/keys';
import { local } from '#/lib/storage';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { StepUpHost } from './step-up-host';

const server = useServer();
const codes: unknown[] = [];
let proven = false;

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'mine');
  codes.splice(0);
  proven = false;
  server.use(
    route.post('*/api/auth/sessions/end-others', () =>
      proven ? ok({ ended: 2 }) : problem(403, 'second_factor_step_up'),
    ),
    route.post('*/api/auth/second-factor/step-up', async ({ request }) => {
      const { code } = (await request.json()) as { code: string };
      codes.push(code);
      proven = code === '123456';
      return proven
        ? ok({ until: '2026-03-01T12:05:00Z' })
        : problem(422, 'wrong_second_factor', { detail: 'Not right.' });
    }),
  );
});

const press = async (name: string) =>
  userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name, busy: false }));

async function enter(code: string): Promise<void> {
  const user = userEvent.setup({ delay: null });
  const field = await screen.findByLabelText('Code from the app');
  await user.clear(field);
  await user.type(field, code);
  await press('Continue');
}

it('asks for a code and makes the call again', async () => {
  await renderScreen(<StepUpHost />);
  const ended = endOtherSessions();
  await enter('000000');
  expect(await screen.findByText('Not right.')).toBeVisible();
  await enter('123456');
  await ended;
  expect(codes).toEqual(['000000', '123456']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leaves the call refused when it is closed', async () => {
  await renderScreen(<StepUpHost />);
  const ended = endOtherSessions().catch((error: unknown) => error);
  await press('Cancel');
  expect(hasCode(await ended, 'second_factor_step_up')).toBe(true);
});
