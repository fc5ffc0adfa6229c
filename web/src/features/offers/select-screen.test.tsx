import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { aProduct, aSubscriptionOffer } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { SelectScreen } from './select-screen';

const server = useServer();
const monthly = aSubscriptionOffer();
const annual = aSubscriptionOffer({
  id: 10,
  name: 'All access, annual',
  type: 'annual',
  period: 'year',
  offer: 'annual',
});

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  server.use(
    http.get('*/api/packages', () => ok([aProduct()])),
    http.get('*/api/subscriptions', () => ok([monthly, { ...annual, base_price: 13_274 }])),
    http.get('*/api/events-categories', () => ok([])),
    http.get('*/api/participant-groups', () => ok([])),
    http.get('*/api/participants', () => ok([])),
  );
});

const select = (id: number) =>
  renderScreen(<SelectScreen id={id} option={undefined} wanted={{}} origin={{}} onChoose={() => undefined} />);

it('states the price of what is chosen, and the total beneath', async () => {
  await select(5);
  const sum = within(await screen.findByRole('complementary', { name: 'What you get' }));
  expect(sum.getAllByRole('definition').map((line) => line.textContent)).toEqual([
    'CAD\u00a0$69.91',
    'CAD\u00a0$9.09',
    'CAD\u00a0$79.00',
  ]);
});

it('states the price of each option', async () => {
  await select(9);
  const options = within(await screen.findByRole('group', { name: 'How would you like to pay?' }));
  const [month, year] = options.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  expect(month).toContain('CAD\u00a0$13.27/month');
  expect(year).toContain('CAD\u00a0$132.74/year annual');
});
