import { type HttpHandler, http } from 'msw';
import { afterEach, beforeEach, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { InvoicePreview, Order, OwnSubscription, Purchase } from '#/api/types';
import type { CartSearch } from '#/entities/cart';
import { BuyScreen } from '#/features/checkout/buy-screen';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { anAccess, aProfile } from '#/testing/bootstrap';
import { aProduct, aSubscriptionOffer } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { PopupHost } from '#/ui/popup';

/** What the shop of these tests sells. */
export const pass = aProduct();
export const downloads = aProduct({
  id: 6,
  name: 'Season downloads',
  pass_type: 'addition',
  type: 'additional',
  capabilities: ['download'],
  base_price: 1000,
  service_fee: 130,
  price: 1130,
});
export const monthly = aSubscriptionOffer();
export const annual = aSubscriptionOffer({
  id: 10,
  name: 'All access, annual',
  type: 'annual',
  period: 'year',
  trial_period: 0,
});

/** The till of a logged-in user, in a shop with a server. */
export function useTill() {
  const server = useServer();
  const onOrder = vi.fn<(id: number | undefined) => void>();
  const onAdd = vi.fn<(ids: readonly number[]) => void>();
  /** What the user subscribes to, whether the pass is theirs, and the order on hold. */
  const own: { subscription: OwnSubscription | undefined; pass: boolean; onHold: Order | undefined } = {
    subscription: undefined,
    pass: false,
    onHold: undefined,
  };

  beforeEach(() => {
    keys.setChannel('demo', '/api');
    local.save('api_key', 'key');
    local.save('signed_in', true);
    session.setState({ user: aProfile() });
  });
  afterEach(() => {
    session.setState({ user: null });
    onOrder.mockReset();
    onAdd.mockReset();
    own.subscription = undefined;
    own.pass = false;
    own.onHold = undefined;
  });

  const passOf = (id: number) =>
    id === pass.id
      ? {
          product: { ...pass, purchased: own.pass },
          parts: [],
          chosen: undefined,
          onHold: own.onHold && { order: own.onHold, addOn: false },
          facts: null,
        }
      : undefined;
  const subscriptionOf = (id: number) => {
    const product = [monthly, annual].find((one) => one.id === id);
    return (
      product && {
        product,
        own: own.subscription,
        onHold: own.onHold && { order: own.onHold, addOn: false },
        facts: null,
      }
    );
  };
  const show = (search: CartSearch, ...first: HttpHandler[]) => {
    server.use(...first, ...answers());
    return renderScreen(
      <>
        <BuyScreen
          search={search}
          passOf={passOf}
          subscriptionOf={subscriptionOf}
          addOnsTo={() => [{ product: downloads, gives: 'Download games' }]}
          account={<p>Become a user</p>}
          onOrder={onOrder}
          onAdd={onAdd}
        />
        <PopupHost />
      </>,
      { at: '/buy' },
    );
  };
  return { server, show, onOrder, onAdd, own };
}

function answers(): HttpHandler[] {
  return [
    http.post('*/api/stripe/invoice-preview', async ({ request }) =>
      ok(previewOf((await request.json()) as { items: Purchase[] })),
    ),
    http.post('*/api/stripe/setup-intent', () =>
      ok({ client_secret: 'seti_1_secret_2', publishable_key: 'pk_sim_demo', test_payments: true }),
    ),
    http.get('*/api/stripe/list-cards', () => ok([])),
    http.get('*/api/orders', () => ok([])),
    http.get('*/api/profile', () => ok(aProfile())),
    http.get('*/api/user/access', () => ok(anAccess())),
    http.get('*/api/events', () => ok([], { total: 0, limit: 3, offset: 0 })),
  ];
}

/** What the server says of a cart. By its clock it is November 22, 2026. */
export function previewOf({ items }: { items: Purchase[] }): InvoicePreview {
  const named = items.map(
    ({ subscription_id, package_id }) =>
      [pass, monthly, annual, downloads].find(({ id }) => id === (subscription_id ?? package_id)) ?? pass,
  );
  const [product = pass] = named;
  const sum = (of: 'base_price' | 'service_fee' | 'price') => named.reduce((all, one) => all + one[of], 0);
  const trial_days = session.getState().user?.trial_period_used ? 0 : product.trial_period;
  const next = product === annual ? '2027-11-22' : trial_days > 0 ? '2026-11-29' : '2026-12-22';
  const renewal = { trial_days, next_charge_at: `${next}T12:00:00Z`, next_charge: product.price, every_days: 30 };
  return {
    lines: named.map(({ id, name, base_price, service_fee }) => ({
      product: { id, event_id: null, event_category_id: null, participant_id: null },
      name,
      base_price,
      service_fee,
      discount: 0,
    })),
    coupon: null,
    base_price: sum('base_price'),
    service_fee: sum('service_fee'),
    discount: 0,
    price: sum('price'),
    currency: 'CAD',
    due_now: trial_days > 0 ? 0 : sum('price'),
    renewal: product.renewal ? renewal : null,
  };
}
