import { screen } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { Order, Product } from '#/api/types';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { team } from '#/testing/events';
import { anOrder, aProduct, aSubscriptionOffer } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { PackagesScreen } from './packages-screen';
import { SelectScreen } from './select-screen';

const server = useServer();
const held = { dispute: 'open', activity_status: 'inactive' } as const;

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'key');
  session.setState({ user: aProfile() });
});
afterEach(() => session.setState({ user: null }));

function sells(packages: Product[], subscriptions: Product[], orders: Order[]) {
  server.use(
    http.get('*/api/packages', () => ok(packages)),
    http.get('*/api/subscriptions', () => ok(subscriptions)),
    http.get('*/api/profile/subscriptions', () => ok([])),
    http.get('*/api/events-categories', () => ok([])),
    http.get('*/api/participant-groups', () => ok([])),
    http.get('*/api/participants', () =>
      ok([team(1), team(2)].map((one) => ({ ...one, images: [], properties: { gender: 'M', sport: null } }))),
    ),
    http.get('*/api/orders', () => ok(orders)),
  );
}

const select = (id: number) =>
  renderScreen(<SelectScreen id={id} option={undefined} wanted={{}} origin={{}} onChoose={() => undefined} />);

describe('a product whose payment is under dispute', () => {
  it.each([
    ['pass', aProduct(), anOrder(held)],
    ['subscription', aSubscriptionOffer(), anOrder({ type: 'subscription', ...held })],
  ] as const)('is a %s that is not sold again', async (kind, product, order) => {
    const of = { ...order, product: { ...order.product, id: product.id } };
    sells(kind === 'pass' ? [product] : [], kind === 'pass' ? [] : [product], [of]);
    await select(product.id);
    expect(await screen.findByText(/Your bank is disputing your payment/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See your order' })).toHaveAttribute('href', `/profile#order-${of.id}`);
    expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull();
  });

  it('has a part that is not sold again, and others that are', async () => {
    const pass = aProduct({ choice: 'participant', participants: [1, 2], is_team_pass: true });
    const product = { id: pass.id, event_id: null, event_category_id: null, participant_id: 2 };
    sells([pass], [], [anOrder({ product, ...held })]);
    await select(pass.id);
    expect(await screen.findByText('On hold')).toBeVisible();
    expect(screen.getByRole('radio', { name: /Fundy Tide/ })).toBeDisabled();
    expect(screen.getByRole('radio', { name: /Laurentide Lynx/ })).toBeEnabled();
  });

  it('keeps an add-on to it from being sold, and says why', async () => {
    const addOn = aProduct({ id: 77, pass_type: 'addition', type: 'additional' });
    sells([addOn], [], [anOrder(held)]);
    await select(addOn.id);
    expect(await screen.findByText(/You cannot buy an add-on to it for now/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull();
  });

  it('leaves an add-on on sale to something else that is held', async () => {
    const addOn = aProduct({ id: 77, pass_type: 'addition', type: 'additional' });
    sells([addOn], [], [anOrder(held), anOrder({ id: 90 })]);
    await select(addOn.id);
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeVisible();
  });

  it('says so among what is on sale', async () => {
    sells([aProduct()], [], [anOrder(held)]);
    await renderScreen(<PackagesScreen />);
    expect(await screen.findByText('On hold')).toBeVisible();
  });
});
