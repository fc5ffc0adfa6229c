import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Profile } from '#/api/types';
import { session } from '#/lib/session';
import { renderScreen } from '#/testing/render';
import { useServer } from '#/testing/server';
import { forgetWish, remindOnceLoggedIn } from '#/ui/send-reminder';
import { LoginDialog } from './login-dialog';

useServer();

afterEach(() => {
  forgetWish();
  session.setState({ user: null });
});

it.each([
  ['events', /email you before this game starts/],
  ['participants', /email you before each game of this team/],
] as const)('says that a reminder of %s opened it', async (of, why) => {
  remindOnceLoggedIn(new QueryClient(), of, 5);
  await renderScreen(<LoginDialog onClose={() => undefined} />, { at: '/watch/5?modal=login' });
  expect(await screen.findByText(why)).toBeInTheDocument();
});

it('gives no reason when a link opened it', async () => {
  await renderScreen(<LoginDialog onClose={() => undefined} />, { at: '/?modal=login' });
  expect(await screen.findByRole('dialog', { name: 'Log in' })).toBeInTheDocument();
  expect(screen.queryByText(/set the reminder/)).toBeNull();
});

it('sets no reminder once it was closed', async () => {
  const send = vi.spyOn(globalThis, 'fetch');
  const onClose = vi.fn<() => void>();
  remindOnceLoggedIn(new QueryClient(), 'events', 5);
  await renderScreen(<LoginDialog onClose={onClose} />, { at: '/watch/5?modal=login' });
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalled();
  session.setState({ user: { id: 7 } as Profile });
  expect(
    send.mock.calls.filter(([input]) => String(input instanceof Request ? input.url : input).includes('/reminder')),
  ).toEqual([]);
  send.mockRestore();
});
