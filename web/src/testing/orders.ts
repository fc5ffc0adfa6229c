import type { Order, Product } from '#/api/types';

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
    discount: 0,
    amount: 7900,
    currency: 'CAD',
    created_at: '2026-11-20T12:00:00Z',
    paid_at: '2026-11-20T12:00:05Z',
    refunded_at: null,
    until: '2027-06-30T12:00:00Z',
    failure: null,
    receipt_number: 'GS-000041',
    stage: 'paid',
    transactions: [{ id: 3, status: 'paid', amount: 7900, currency: 'CAD', created_at: '2026-11-20T12:00:05Z' }],
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
    disabledCategories: [],
    disabledParticipants: [],
    ends_at: null,
    ...over,
  };
}
