import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endOtherSessions } from '#/api/account';
import { hasCode } from '#/api/failure';
import { keys } from '#/api/keys';
import { DataPanel } from '#/features/profile/data-panel';
import { local } from '#/lib/storage';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { ToastHost } from '#/ui/toast';
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

afterEach(() => void vi.restoreAllMocks());

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

it('asks before the data of the account are downloaded, and saves one file', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  server.use(
    route.get('*/api/profile/export', () =>
      proven ? ok({ profile: { email: 'fan@example.com' } }) : problem(403, 'second_factor_step_up'),
    ),
  );
  await renderScreen(
    <>
      <DataPanel />
      <StepUpHost />
    </>,
  );
  await press('Download my data');
  expect(await screen.findByLabelText('Code from the app')).toBeVisible();
  expect(save).not.toHaveBeenCalled();
  await enter('123456');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('saves no file on a TV, and says why', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  server.use(
    route.get('*/api/profile/export', () =>
      problem(403, 'device_not_allowed', { detail: 'You cannot do this on this device.' }),
    ),
  );
  await renderScreen(
    <>
      <DataPanel />
      <ToastHost />
    </>,
  );
  await press('Download my data');
  await waitFor(() => expect(screen.getByText('You cannot do this on this device.')).toBeVisible());
  expect(save).not.toHaveBeenCalled();
});
