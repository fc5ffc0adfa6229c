import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { access, eventDetail, PAID } from '#/testing/events';
import { anOrder } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { WatchScreen } from './ui/watch-screen';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'key');
  session.setState({ user: aProfile() });
});
afterEach(() => session.setState({ user: null }));

it('a game whose payment is under dispute is not offered again', async () => {
  const ticket = { id: 9, event_id: 1, event_category_id: null, participant_id: null };
  const order = anOrder({ id: 77, type: 'event', product: ticket, dispute: 'open', activity_status: 'inactive' });
  const game = eventDetail({
    ...PAID,
    id: 1,
    has_access: false,
    single_event_package_id: 9,
    access: access({ granted: false, reason: 'payment_disputed', capabilities: [] }),
  });
  server.use(
    http.get('*/api/events/1', () => ok(game)),
    http.get('*/api/events', () => ok([], { total: 0, limit: 13, offset: 0 })),
    http.get('*/api/orders', () => ok([order])),
  );
  await renderScreen(<WatchScreen id={1} player={() => null} />, { at: '/watch/1' });
  expect(await screen.findByRole('heading', { name: 'Your payment is under dispute' })).toBeVisible();
  expect(screen.getByText(/contact your bank/)).toBeVisible();
  const link = await screen.findByRole('link', { name: 'See your order' });
  await waitFor(() => expect(link).toHaveAttribute('href', '/profile#order-77'));
  expect(screen.queryByRole('link', { name: /Buy for/ })).toBeNull();
});
