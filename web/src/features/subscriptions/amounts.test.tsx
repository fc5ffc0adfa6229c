import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { OwnSubscription } from '#/api/types';
import { local } from '#/lib/storage';
import { anOwnSubscription } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { Subscriptions } from './subscriptions';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'key');
});

const parts = { Picker: () => null, Bank: () => null };

function show(one: OwnSubscription) {
  server.use(
    http.get('*/api/profile/subscriptions', () => ok([one])),
    http.get('*/api/orders', () => ok([])),
  );
  return renderScreen(<Subscriptions parts={parts} />);
}

describe('an amount that the channel changed', () => {
  it('is that of the next payment', async () => {
    await show(anOwnSubscription({ next_amount: 749 }));
    expect(await screen.findByText('Next payment')).toBeVisible();
    expect(screen.getByText('Next payment').nextSibling).toHaveTextContent('CAD $7.49');
  });

  it('stands in the history with what it is instead of', async () => {
    const one = anOwnSubscription();
    const paid = { ...one.history[0]!, amount: 749, usual_amount: 1499, reason: 'amount' };
    await show({
      ...one,
      history: [paid, { ...paid, id: 9, kind: 'price_changed', amount: 1999, usual_amount: 1499 }],
    });
    await userEvent.click(await screen.findByText('History'));
    expect(screen.getByText('Price changed')).toBeVisible();
    expect(screen.getAllByText(/instead of .*14\.99/)).toHaveLength(2);
  });
});

describe('a period that the channel changed', () => {
  const price = async () => (await screen.findByText('Price')).nextSibling;

  it.each([
    ['day', 30, 'CAD $13.27/month, CAD $14.99 with taxes'],
    ['month', 1, 'CAD $13.27/month, CAD $14.99 with taxes'],
    ['year', 1, 'CAD $13.27/year, CAD $14.99 with taxes'],
    ['week', 1, 'CAD $13.27/week, CAD $14.99 with taxes'],
    ['month', 3, 'CAD $13.27 every 3 months, CAD $14.99 with taxes'],
    ['day', 90, 'CAD $13.27 every 90 days, CAD $14.99 with taxes'],
  ] as const)('stands at the price: %s × %i', async (interval, interval_count, text) => {
    await show(anOwnSubscription({ interval, interval_count }));
    expect(await price()).toHaveTextContent(text);
  });

  it('has the name of its offer as long as it is the one that was sold', async () => {
    const subscription = { ...anOwnSubscription().subscription, period: 'year', offer: 'annual' };
    await show(anOwnSubscription({ subscription, interval: 'year', interval_count: 1 }));
    expect(await price()).toHaveTextContent('/year annual');
  });

  it('has no longer the name of the offer that was for another period', async () => {
    const subscription = { ...anOwnSubscription().subscription, period: 'year', offer: 'annual' };
    await show(anOwnSubscription({ subscription }));
    expect(await price()).toHaveTextContent('CAD $13.27/month, CAD $14.99 with taxes');
  });

  it('stands in the history', async () => {
    const one = anOwnSubscription();
    const changed = {
      ...one.history[0]!,
      id: 9,
      kind: 'price_changed',
      amount: 7900,
      usual_amount: 1499,
      from: null,
      until: null,
      interval: 'year',
      interval_count: 1,
      usual_interval: 'day',
      usual_interval_count: 30,
    } as const;
    await show({ ...one, history: [{ ...one.history[0]!, reason: 'period' }, changed] });
    await userEvent.click(await screen.findByText('History'));
    expect(screen.getByText('Renewal period changed')).toBeVisible();
    expect(screen.getByText('every year instead of every 30 days')).toBeVisible();
    expect(screen.getByText('New period')).toBeVisible();
  });

  it('that is not paid says until when it can be watched, and no day that is to come as one that was', async () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    await show(anOwnSubscription({ past_due: true, period_ends_at: soon }));
    expect(await screen.findByText('The last renewal was not paid.')).toBeVisible();
    expect(screen.queryByText('Was due to renew')).toBeNull();
  });
});

describe('what is added to the next payment', () => {
  const at = '2026-12-03T15:00:00Z';
  const pending = { pending_from: at, pending_through: at };
  const next = async (label = 'Next payment') => (await screen.findByText(label)).nextSibling;

  it('is announced with the day of the change', async () => {
    await show(anOwnSubscription({ next_amount: 1999, pending_amount: 500, ...pending }));
    expect(await next()).toHaveTextContent('CAD $19.99which includes CAD $5.00 for a change on December 3, 2026');
  });

  it('is announced with the first day of several', async () => {
    const through = { pending_from: at, pending_through: '2026-12-05T15:00:00Z' };
    await show(anOwnSubscription({ next_amount: 1999, pending_amount: 500, ...through }));
    expect(await next()).toHaveTextContent('which includes CAD $5.00 for changes since December 3, 2026');
  });

  it('can be a credit', async () => {
    await show(anOwnSubscription({ next_amount: 999, pending_amount: -500, ...pending }));
    expect(await next()).toHaveTextContent('CAD $9.99after a credit of CAD $5.00 for a change on December 3, 2026');
  });

  it('is the last payment of one that ends', async () => {
    await show(
      anOwnSubscription({
        status: 'canceled',
        auto_renew: 'cancelled',
        next_amount: 500,
        pending_amount: 500,
        ...pending,
      }),
    );
    expect(await next('Last payment')).toHaveTextContent('CAD $5.00for a change on December 3, 2026');
  });

  it('is not part of what a credit pays', async () => {
    await show(anOwnSubscription({ next_amount: 0, pending_amount: 500, ...pending }));
    expect(await next()).toHaveTextContent('CAD $0.00');
    expect(screen.queryByText(/which includes/)).toBeNull();
  });
});

describe('no card for the next payment', () => {
  it('is not asked for while a credit pays', async () => {
    await show(anOwnSubscription({ card: null, next_amount: 0 }));
    expect(await screen.findByText('No card')).toBeVisible();
    expect(screen.queryByText(/Please choose one/)).toBeNull();
  });
});
