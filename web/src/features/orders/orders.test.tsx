import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { Order, Transaction } from '#/api/types';
import { local } from '#/lib/storage';
import { anOrder } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { PopupHost } from '#/ui/popup';
import { ActiveOrders } from './active-orders';
import { SavedCards } from './saved-cards';
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

  it('offer nothing to watch while the bank disputes the payment, and say so', async () => {
    orders(anOrder({ activity_status: 'inactive', dispute: 'open' }));
    await renderScreen(<ActiveOrders />);
    expect(await screen.findByText(/Your bank is disputing this payment/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /Watch/ })).toBeNull();
  });

  it('are shown and focused where the address names one', async () => {
    const scrolled = vi.fn<() => void>();
    Element.prototype.scrollIntoView = scrolled;
    orders(anOrder(), anOrder({ id: 42, name: 'Other pass' }));
    await renderScreen(<ActiveOrders />, { at: '/profile#order-42' });
    const row = (await screen.findByRole('heading', { name: 'Other pass' })).closest('li');
    await waitFor(() => expect(row).toHaveFocus());
    expect(scrolled).toHaveBeenCalledOnce();
  });

  it('lead on where there are none', async () => {
    orders();
    await renderScreen(<ActiveOrders />);
    expect(await screen.findByText('You have not bought anything yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See what is on sale' })).toHaveAttribute('href', '/packages');
  });
});

describe('transactions', () => {
  it('are shown twenty at a time', async () => {
    orders(...Array.from({ length: 23 }, (_, at) => anOrder({ id: 100 + at, receipt_number: `GS-0001${at}` })));
    await renderScreen(<Transactions />);
    expect((await screen.findAllByRole('row')).length).toBe(21);
    expect(screen.getByText('20 of 23')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(screen.getAllByRole('row').length).toBe(24);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('name each tax on the receipt where the channel does', async () => {
    const taxes = [
      { name: 'GST', number: '123456789 RT0001', amount: 304 },
      { name: 'QST', number: '', amount: 605 },
    ];
    orders(anOrder({ taxes }));
    await renderScreen(<Transactions />);
    await userEvent.click((await screen.findAllByRole('button', { name: /Receipt/ }))[0]!);
    const receipt = await screen.findByRole('dialog');
    expect(within(receipt).getByText('GST (123456789 RT0001)')).toBeVisible();
    expect(within(receipt).getByText('CAD $6.05')).toBeVisible();
    expect(within(receipt).queryByText('Taxes')).toBeNull();
  });

  it('are all there are, the latest first, each with its receipt', async () => {
    const refund = {
      id: 4,
      about: 'refund',
      status: 'refunded',
      amount: 7900,
      currency: 'CAD',
      created_at: '2026-11-21T12:00:00Z',
      from: null,
      until: null,
      receipt_number: 'GS-000041',
    } as const;
    const order = anOrder({ status: 'refunded', activity_status: 'inactive', discount: 699, amount: 7201 });
    orders({ ...order, transactions: [...order.transactions, refund] });
    await renderScreen(<Transactions />);
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(['Refunded', 'Paid']);
    await userEvent.click(screen.getAllByRole('button', { name: /Receipt/ })[0]!);
    const receipt = await screen.findByRole('dialog');
    expect(within(receipt).getByText('GS-000041')).toBeVisible();
    expect(within(receipt).getByText('CAD $72.01')).toBeVisible();
  });

  it('tell two games of the same teams apart', async () => {
    const ticket = (id: number, event: number, day: number) =>
      anOrder({
        id,
        type: 'event',
        name: 'Laurentide at Fundy',
        event: {
          id: event,
          name: 'Laurentide at Fundy',
          event_utc_ts: Date.UTC(2026, 10, day, 17) / 1000,
          schedule_status: 'on',
          time_tba: false,
          time_zone: 'America/Toronto',
          utc_offset: -18000,
          zone_name: 'EST',
        },
        product: { id: 9, event_id: event, event_category_id: null, participant_id: null },
        transactions: anOrder().transactions.map((one) => ({ ...one, id })),
      });
    orders(ticket(41, 7, 21), ticket(42, 8, 22));
    await renderScreen(<Transactions />);
    const names = (await screen.findAllByRole('rowheader')).map((one) => one.textContent);
    expect(names[0]).toContain('November 21');
    expect(names[1]).toContain('November 22');
    await userEvent.click(screen.getAllByRole('button', { name: /Receipt/ })[1] as HTMLElement);
    expect(within(await screen.findByRole('dialog')).getByText(/November 22/)).toBeVisible();
  });

  it.each(['created', 'failed'] as const)('say what to do about a refund that is %s', async (status) => {
    const { transactions } = anOrder();
    const refund = { ...transactions[0]!, id: 4, about: 'refund', status } as const;
    orders(anOrder({ status: 'refunded', activity_status: 'inactive', transactions: [...transactions, refund] }));
    await renderScreen(<Transactions />);
    expect(await screen.findAllByText('Refund owed')).not.toHaveLength(0);
    await userEvent.click(screen.getAllByRole('button', { name: /Receipt/ })[0] as HTMLElement);
    expect(within(await screen.findByRole('dialog')).getByText(/We could not refund your card/)).toBeVisible();
  });

  it.each([
    ['tba', 'December 5, 2026'],
    ['cancelled', 'December 5, 2026'],
    ['postponed', 'December 5, 2026'],
  ] as const)('tell no time of a game that is %s and had none', async (schedule_status, day) => {
    const event = {
      id: 7,
      name: 'Laurentide at Fundy',
      event_utc_ts: Date.UTC(2026, 11, 4, 23) / 1000,
      time_tba: true,
      time_zone: 'Pacific/Auckland',
      utc_offset: 46800,
      zone_name: 'NZDT',
      schedule_status,
    };
    orders(anOrder({ type: 'event', name: event.name, event }));
    const { container } = await renderScreen(
      <>
        <Transactions />
        <ActiveOrders />
      </>,
    );
    expect(await screen.findByText(new RegExp(`${day}$`))).toBeVisible();
    expect(await screen.findByText(/Saturday, December 5/)).toBeVisible();
    expect(container.textContent).not.toMatch(/\d:\d\d/);
  });

  it('of a subscription are each a bill with its period', async () => {
    const { transactions } = anOrder();
    const month = (id: number, amount: number, from: string, until: string) => ({
      ...transactions[0]!,
      id,
      amount,
      created_at: from,
      from,
      until,
    });
    const over = { base_price: 1327, service_fee: 172, discount: 133, price: 1499, amount: 1366 };
    const first = month(5, 1366, '2026-10-21T12:00:00Z', '2026-11-20T12:00:00Z');
    const renewal = {
      ...month(6, 1499, '2026-11-20T12:00:00Z', '2026-12-20T12:00:00Z'),
      receipt_number: 'GS-000041-2',
    };
    orders(anOrder({ ...over, type: 'subscription', transactions: [first, renewal] }));
    await renderScreen(<Transactions />);
    expect(await screen.findByText('November 20, 2026 to December 20, 2026')).toBeVisible();
    expect(screen.getAllByText(/GS-000041/).map((one) => one.textContent)).toEqual([
      'Subscription · GS-000041-2',
      'Subscription · GS-000041',
    ]);
    await userEvent.click(screen.getAllByRole('button', { name: /Receipt/ })[0]!);
    const receipt = await screen.findByRole('dialog');
    expect(within(receipt).getByText('GS-000041-2')).toBeVisible();
    expect(within(receipt).getByText('CAD $14.99')).toBeVisible();
    expect(within(receipt).queryByText('Discount')).toBeNull();
    expect(within(receipt).getByText('November 20, 2026 to December 20, 2026')).toBeVisible();
  });

  it('say of each whether it is created, failed, paid or refunded', async () => {
    const of = (id: number, status: Transaction['status']) =>
      anOrder({
        id,
        status,
        transactions: [{ ...anOrder().transactions[0]!, id: status === 'created' ? 0 : id, status }],
      });
    orders(of(44, 'created'), of(43, 'created'), of(42, 'failed'), of(41, 'paid'), of(40, 'refunded'));
    await renderScreen(<Transactions />);
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
      'Created',
      'Created',
      'Failed',
      'Paid',
      'Refunded',
    ]);
    expect(rows.map((row) => within(row).queryByRole('button', { name: /Receipt/ }) !== null)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  it('are shown with the label of their order', async () => {
    orders(
      anOrder({ id: 4 }),
      anOrder({ id: 3, type: 'event' }),
      anOrder({ id: 2, activity_status: 'inactive' }),
      anOrder({ id: 1, status: 'refunded', activity_status: 'inactive' }),
    );
    await renderScreen(<Transactions />);
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
      'Active',
      'Paid',
      'Inactive',
      'Refunded',
    ]);
  });

  it('say when there are none', async () => {
    orders();
    await renderScreen(<Transactions />);
    expect(await screen.findByText('There are no transactions yet')).toBeVisible();
  });
});

describe('a bought game that does not take place', () => {
  it.each([
    ['cancelled', 'This game was cancelled', /^You paid CAD \$79\.00 and have not been refunded yet/],
    ['postponed', 'This game is postponed', /^Your purchase remains valid/],
  ] as const)('is told: %s', async (schedule_status, title, text) => {
    const event = {
      id: 7,
      name: 'Laurentide at Fundy',
      event_utc_ts: 0,
      time_tba: false,
      time_zone: 'America/Toronto',
      utc_offset: -18000,
      zone_name: 'EST',
      schedule_status,
    };
    orders(anOrder({ type: 'event', name: event.name, event }));
    await renderScreen(<ActiveOrders />);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: /See the details/ })).toHaveAttribute('href', '/watch/7');
    expect(screen.queryByRole('link', { name: /^Watch/ })).toBeNull();
  });
});

describe('saved cards', () => {
  const card = { id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031, default: true };

  async function show(answer: () => Response) {
    const deleted: string[] = [];
    server.use(
      http.get('*/api/stripe/list-cards', () => ok(deleted.length > 0 ? [] : [card])),
      http.delete('*/api/stripe/cards/:id', ({ params }) => {
        const said = answer();
        if (said.ok) deleted.push(String(params.id));
        return said;
      }),
    );
    const shown = await renderScreen(
      <>
        <SavedCards />
        <PopupHost />
      </>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Visa ending in 4242' }));
    await screen.findByRole('dialog', { name: 'Delete this card?' });
    return { ...shown, deleted };
  }

  it('are deleted once that is confirmed', async () => {
    const { deleted } = await show(() => ok({}));
    expect(deleted).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete the card' }));
    expect(await screen.findByText('None yet. You can save a card when you pay with it.')).toBeVisible();
    expect(deleted).toEqual(['pm_1']);
  });

  it('that renew a subscription say so and lead to it', async () => {
    const { router } = await show(() => problem(409, 'card_in_use', { detail: 'In use.' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete the card' }));
    await screen.findByRole('dialog', { name: 'A subscription renews with this card' });
    await userEvent.click(screen.getByRole('button', { name: 'Your subscriptions' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile/subscriptions'));
  });
});
