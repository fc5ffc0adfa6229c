import { http } from 'msw';
import { expect, it, vi } from 'vitest';
import { cartIn } from '#/entities/cart';
import { captureTrk, holdFacts } from '#/lib/analytics';
import { startMeasuring } from '#/lib/measure/start';
import { someSettings } from '#/testing/bootstrap';
import { anOrder } from '#/testing/orders';
import { recordAnalyticsEvents } from '#/testing/reports';
import { ok } from '#/testing/server';
import { useTill } from '#/testing/till';
import { waitFor } from '#/testing/wait-for';
import { noteMade } from './made-here';

const { server, show } = useTill();

it('is posted with base price minus discount plus tax, whatever the price and the amount are', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const reports = recordAnalyticsEvents(server);
  captureTrk('?trk=poster');
  const settings = someSettings({ 'yare-analytics': 'key', analytics: { base_url: '/analytics', local: true } });
  startMeasuring(settings, holdFacts(), { plain: false });
  const order = anOrder({ base_price: 10_000, discount: 1_500, service_fee: 1_105, price: 11_300, amount: 9_000 });
  server.use(http.get('*/api/orders/:id', () => ok(order)));
  noteMade(order.id);
  await show(cartIn({ package_id: 5, order: order.id }));
  const purchases = () => reports.filter(({ event }) => event === 'purchase');
  await waitFor(() => expect(purchases()).toHaveLength(1));
  expect(purchases()[0]).toMatchObject({
    event: 'purchase',
    extras: { order: 41, type: 'package', product: 5, currency: 'CAD', value: 9_605, trk: 'poster' },
  });
});
