import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { Order } from '#/api/types';
import { local } from '#/lib/storage';
import { anOrder } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { ActiveOrders } from './active-orders';
import { Transactions } from './transactions';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'key');
});

const orders = (...list: Order[]) => server.use(http.get('*/api/orders', () => ok(list)));

describe('active orders', () => {
  it('are those that open something, with the way to it', async () => {
    orders(anOrder(), anOrder({ id: 42, name: 'Old pass', activity_status: 'inactive' }));
    await renderScreen(<ActiveOrders />);
    expect(await screen.findByRole('heading', { name: 'Hockey pass' })).toBeVisible();
    expect(screen.getByText('Active')).toBeVisible();
    expect(screen.queryByText('Old pass')).toBeNull();
    expect(screen.getByRole('link', { name: /Watch/ })).toHaveAttribute('href', '/schedule');
  });

  it('lead on where there are none', async () => {
    orders();
    await renderScreen(<ActiveOrders />);
    expect(await screen.findByText('You have not bought anything yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See what is on sale' })).toHaveAttribute('href', '/packages');
  });
});

describe('transactions', () => {
  it('are all there are, the latest first, each with its receipt', async () => {
    const refund = {
      id: 4,
      status: 'refunded',
      amount: 7900,
      currency: 'CAD',
      created_at: '2026-11-21T12:00:00Z',
    } as const;
    const order = anOrder({ status: 'refunded', activity_status: 'inactive', discount: 699, amount: 7201 });
    orders({ ...order, transactions: [...order.transactions, refund] });
    await renderScreen(<Transactions />);
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(['Refunded', 'Paid']);
    await userEvent.click(screen.getAllByRole('button', { name: /Receipt/ })[0]!);
    const receipt = await screen.findByRole('dialog');
    expect(within(receipt).getByText('GS-000041')).toBeVisible();
    expect(within(receipt).getByText('$72.01')).toBeVisible();
  });

  it('say when there are none', async () => {
    orders();
    await renderScreen(<Transactions />);
    expect(await screen.findByText('There are no transactions yet')).toBeVisible();
  });
});
