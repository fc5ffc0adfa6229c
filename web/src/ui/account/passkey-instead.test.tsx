import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { getPasskey, passkeysWork } from '#/lib/passkey';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { PasskeyInstead } from './passkey-instead';

vi.mock('#/lib/passkey', () => ({
  passkeysWork: vi.fn<() => boolean>(() => true),
  getPasskey: vi.fn<() => Promise<unknown>>(),
}));

const server = useServer();
const passkey = { id: 1, name: 'Laptop', added_at: '2026-01-01T00:00:00Z', last_used_at: null };
let answer = () => ok({ until: '2026-03-01T12:05:00Z' });

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  answer = () => ok({ until: '2026-03-01T12:05:00Z' });
  server.use(
    http.get('*/api/auth/passkeys', () => ok([{ ...passkey, domain: location.hostname }])),
    http.post('*/api/auth/passkeys/step-up/begin', () => ok({ options: { challenge: 'c' } })),
    http.post('*/api/auth/passkeys/step-up', () => answer()),
  );
});
afterEach(() => vi.mocked(passkeysWork).mockReturnValue(true));

const show = async () => {
  const onProven = vi.fn<() => void>();
  await renderScreen(<PasskeyInstead onProven={onProven} />);
  return onProven;
};
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Use a passkey instead' }));

it('shows that a user is there, by a passkey', async () => {
  vi.mocked(getPasskey).mockResolvedValue({ id: 'x' });
  const onProven = await show();
  await press();
  await waitFor(() => expect(onProven).toHaveBeenCalledOnce());
});

it('says that a passkey did not work', async () => {
  vi.mocked(getPasskey).mockResolvedValue({ id: 'x' });
  answer = () => problem(422, 'passkey_failed', { detail: 'This passkey did not work.' });
  const onProven = await show();
  await press();
  expect(await screen.findByText('This passkey did not work.')).toBeVisible();
  expect(onProven).not.toHaveBeenCalled();
});

it('changes nothing for a user who closes the dialog of the browser', async () => {
  vi.mocked(getPasskey).mockResolvedValue(null);
  const onProven = await show();
  await press();
  expect(await screen.findByRole('button', { name: 'Use a passkey instead', busy: false })).toBeVisible();
  expect(onProven).not.toHaveBeenCalled();
});

it('is not there for a user whose passkeys are of another site', async () => {
  server.use(http.get('*/api/auth/passkeys', () => ok([{ ...passkey, domain: 'elsewhere.example' }])));
  const { client } = await renderScreen(<PasskeyInstead onProven={() => undefined} />);
  await waitFor(() => expect(client.getQueryData(['passkeys'])).toBeDefined());
  expect(screen.queryByRole('button')).toBeNull();
});
