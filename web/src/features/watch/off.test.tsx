import { screen } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { EventDetail, Order } from '#/api/types';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { access, eventDetail } from '#/testing/events';
import { anOrder } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { Moved, Off } from './ui/off';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'key');
  session.setState({ user: null });
});

const start = Date.UTC(2026, 11, 5, 0, 30) / 1000;
const before = Date.UTC(2026, 11, 4, 0, 0) / 1000;

describe('when a game was to begin', () => {
  it.each([
    ['cancelled', null, /^It was scheduled for .*December/, false],
    ['postponed', null, /^It was scheduled for .*December/, false],
    ['on', before, /^It was scheduled for .*December/, true],
    ['tba', before, /^It was scheduled for .*December/, false],
  ] as const)('is told of one that is %s', async (schedule_status, previous, sentence, moved) => {
    const event = eventDetail({
      status: 'upcoming',
      stream_status: 'upcoming',
      schedule_status,
      event_utc_ts: start,
      previous_start_utc_ts: previous,
    });
    await renderScreen(<Moved event={event} />);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByText('New time.') !== null).toBe(moved);
  });

  it.each([
    ['cancelled', { time_tba: true }, 'It was scheduled for Friday, December 4.'],
    ['postponed', { time_tba: true }, 'It was scheduled for Friday, December 4.'],
    ['on', { previous_tba: true }, 'It was scheduled for Thursday, December 3.'],
  ] as const)('is its day alone where only that was announced: %s', async (schedule_status, over, sentence) => {
    const event = eventDetail({
      status: 'upcoming',
      stream_status: 'upcoming',
      time_zone: 'America/Toronto',
      utc_offset: -18_000,
      zone_name: 'EST',
      schedule_status,
      event_utc_ts: Date.UTC(2026, 11, 4, 17) / 1000,
      previous_start_utc_ts: Date.UTC(2026, 11, 3, 17) / 1000,
      ...over,
    });
    await renderScreen(<Moved event={event} />);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByText(/\d:\d\d/)).toBeNull();
  });

  it('is not told of one that was never moved', async () => {
    const event = eventDetail({ status: 'upcoming', schedule_status: 'on', previous_start_utc_ts: null });
    const { container } = await renderScreen(<Moved event={event} />);
    expect(container.textContent).toBe('');
  });
});

describe('what it means for the viewer', () => {
  const product = { id: 9, event_id: 1, event_category_id: null, participant_id: null };
  const ticket = (over: Partial<Order> = {}) => anOrder({ type: 'event', product, ...over });
  const refund = { ...anOrder().transactions[0]!, id: 4, about: 'refund', status: 'refunded' } as const;
  const included = access({ reason: 'package', product: 'Hockey pass', message: 'Hockey pass, until June 30, 2027' });
  const back = ticket({ status: 'refunded', transactions: [...anOrder().transactions, refund] });

  async function show(over: Partial<EventDetail>, ...orders: Order[]) {
    session.setState({ user: aProfile() });
    server.use(http.get('*/api/orders', () => ok(orders)));
    const event = eventDetail({ id: 1, type: 'paid', has_access: false, ...over });
    const refused = access({ granted: false, reason: 'purchase_required', message: '', capabilities: [] });
    await renderScreen(<Off event={{ ...event, access: over.access ?? refused }} />);
  }

  it.each([
    ['cancelled', {}, [], 'It will not take place.', 'See the schedule'],
    ['cancelled', {}, [ticket()], /^You paid CAD \$79\.00 and have not been refunded yet/, 'Contact us'],
    [
      'cancelled',
      {},
      [back],
      /^We refunded CAD \$79\.00 on November 20, 2026\. .* 5 to 10 business days\.$/,
      'Your transactions',
    ],
    ['cancelled', { access: included }, [], /included in Hockey pass, which remains valid/, 'See the schedule'],
    ['postponed', {}, [], /^There is no new time yet\. Sales resume/, 'See the schedule'],
    ['postponed', { type: 'free' }, [], 'There is no new time yet.', 'See the schedule'],
    ['postponed', {}, [ticket()], /^Your purchase remains valid/, 'Contact us'],
    ['postponed', {}, [ticket()], /^Your purchase remains valid/, 'Your transactions'],
    ['postponed', {}, [back], /^We refunded/, 'Your transactions'],
    ['postponed', { access: included }, [], /^It is included in Hockey pass/, 'See the schedule'],
  ] as const)('%s, %o', async (schedule_status, over, orders, text, link) => {
    await show({ ...over, schedule_status }, ...orders);
    const title = schedule_status === 'cancelled' ? 'This game was cancelled' : 'This game is postponed';
    expect(screen.getByText(title)).toBeVisible();
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: link })).toBeVisible();
  });

  it('has no links inside other sites', async () => {
    await renderScreen(<Off event={eventDetail({ type: 'paid', schedule_status: 'cancelled' })} links={false} />);
    expect(await screen.findByText('It will not take place.')).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });
});
