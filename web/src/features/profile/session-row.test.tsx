import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OwnSession } from '#/api/types';
import { renderScreen } from '#/testing/render';
import { SessionRow } from './session-row';

const now = Date.now();
const place = (over: Partial<OwnSession>): OwnSession => ({
  id: 1,
  name: 'Chrome on Windows',
  kind: 'computer',
  place: 'Montréal, Quebec, Canada',
  created_at: new Date(now - 5_000_000_000).toISOString(),
  last_used_at: new Date(now - 7_500_000).toISOString(),
  current: false,
  ...over,
});
const show = (over: Partial<OwnSession>) => renderScreen(<SessionRow place={place(over)} onEnd={() => undefined} />);

it('names a device, its place and its last use', async () => {
  await show({});
  expect(await screen.findByRole('heading', { name: 'Chrome on Windows' })).toBeInTheDocument();
  expect(screen.getByText('Montréal, Quebec, Canada')).toBeInTheDocument();
  expect(screen.getByText('Last used 2 hours ago')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Log out Chrome on Windows' })).toBeInTheDocument();
});

it('says which device is this one, and that it is active', async () => {
  await show({ current: true, place: '' });
  expect(await screen.findByText('This device')).toBeInTheDocument();
  expect(screen.getByText('Active now')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});
