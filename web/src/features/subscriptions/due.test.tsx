import { screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { noteServerTime } from '#/lib/server-clock';
import { local } from '#/lib/storage';
import { anOwnSubscription } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { Subscriptions } from './subscriptions';

const server = useServer();
const parts = { Picker: () => null, Bank: () => null };
const day = 86_400_000;

it('a renewal was due by the clock of the server, also where that of this device is behind', async () => {
  noteServerTime(Date.now() + day);
  keys.setChannel('demo', '/api');
  local.save('api_key', 'key');
  const end = new Date(Date.now() + day / 2).toISOString();
  server.use(
    http.get('*/api/profile/subscriptions', () => ok([anOwnSubscription({ past_due: true, period_ends_at: end })])),
    http.get('*/api/orders', () => ok([])),
  );
  await renderScreen(<Subscriptions parts={parts} />);
  expect(await screen.findByText('Was due to renew')).toBeVisible();
});
