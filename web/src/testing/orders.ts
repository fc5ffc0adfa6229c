import type { Order, OwnSubscription, Product } from '#/api/types';

/** Builders for what is sold and bought. */

/** A paid season pass for hockey, sport 2, until the end of June 2027. */
export function anOrder(over: Partial<Order> = {}): Order {
  return {
    id: 41,
    type: 'package',
    status: 'paid',
    activity_status: 'active',
    product: { id: 5, event_id: null, event_category_id: null, participant_id: null },
    name: 'Hockey pass',
    event: null,
    price: 7900,
    base_price: 6991,
    service_fee: 909,
    taxes: [],
    discount: 0,
    amount: 7900,
    currency: 'CAD',
    created_at: '2026-11-20T12:00:00Z',
    paid_at: '2026-11-20T12:00:05Z',
    refunded_at: null,
    until: '2027-06-30T12:00:00Z',
    failure: null,
    receipt_number: 'GS-000041',
    dispute: '',
    stage: 'paid',
    transactions: [
      {
        id: 3,
        about: 'payment',
        status: 'paid',
        amount: 7900,
        currency: 'CAD',
        created_at: '2026-11-20T12:00:05Z',
        from: null,
        until: null,
        receipt_number: 'GS-000041',
      },
    ],
    ...over,
  };
}

export function aProduct(over: Partial<Product> = {}): Product {
  return {
    id: 5,
    name: 'Hockey pass',
    description: '',
    type: 'season',
    currency: 'CAD',
    base_price: 6991,
    service_fee: 909,
    price: 7900,
    period: '',
    offer: '',
    is_team_pass: false,
    choice: '',
    trial_period: 0,
    renewal: false,
    image: '',
    image_srcset: '',
    image_placeholder: '',
    event_categories: [2],
    participants: [],
    capabilities: ['watch'],
    pass_type: '',
    weight: 0,
    purchased: false,
    auto_renew_cancelled: false,
    clip_limit: 0,
    download_limit: 0,
    disabledCategories: [],
    disabledParticipants: [],
    ends_at: null,
    ...over,
  };
}

/** Everything for $14.99 a month, with seven days free. */
export function aSubscriptionOffer(over: Partial<Product> = {}): Product {
  return aProduct({
    id: 9,
    name: 'All access, monthly',
    type: 'monthly',
    period: 'month',
    renewal: true,
    trial_period: 7,
    base_price: 1327,
    service_fee: 172,
    price: 1499,
    event_categories: [],
    ...over,
  });
}

/** Of an entry that does not change the length of a period. */
export const samePeriod = { interval: '', interval_count: 0, usual_interval: '', usual_interval_count: 0 } as const;

/** A month of it, paid, that renews on December 20, 2026. */
export function anOwnSubscription(over: Partial<OwnSubscription> = {}): OwnSubscription {
  return {
    id: 1,
    subscription: { id: 9, name: 'All access, monthly', type: 'monthly', offer: '', period: 'month' },
    order_id: 41,
    status: 'active',
    auto_renew: 'active',
    past_due: false,
    payments_paused: false,
    dispute: '',
    uncharged_until: null,
    trial_ends_at: null,
    period_ends_at: '2026-12-20T12:00:00Z',
    access_ends_at: '2026-12-23T12:00:00Z',
    started_at: '2026-10-21T12:00:00Z',
    canceled_at: null,
    ended_at: null,
    price: 1499,
    base_price: 1327,
    service_fee: 172,
    interval: 'day',
    interval_count: 30,
    next_amount: 1499,
    pending_amount: 0,
    pending_from: null,
    pending_through: null,
    card_at_provider: false,
    currency: 'CAD',
    card: { brand: 'visa', last4: '4242' },
    history: [
      {
        id: 2,
        kind: 'updated',
        reason: '',
        at: '2026-11-20T12:00:00Z',
        usual_amount: 0,
        amount: 1499,
        currency: 'CAD',
        from: '2026-11-20T12:00:00Z',
        until: '2026-12-20T12:00:00Z',
        ...samePeriod,
      },
      {
        id: 1,
        kind: 'created',
        reason: '',
        at: '2026-10-21T12:00:00Z',
        usual_amount: 0,
        amount: 1499,
        currency: 'CAD',
        from: '2026-10-21T12:00:00Z',
        until: '2026-11-20T12:00:00Z',
        ...samePeriod,
      },
    ],
    ...over,
  };
}
