import { screen } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { local } from '#/lib/storage';
import { aBootstrap } from '#/testing/bootstrap';
import { aProduct, aSubscriptionOffer } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { PackagesScreen } from './packages-screen';
import { PassesScreen } from './passes-screen';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'key');
  server.use(
    http.get('*/api/packages', () => ok([aProduct()])),
    http.get('*/api/subscriptions', () => ok([aSubscriptionOffer()])),
    http.get('*/api/events-categories', () => ok([])),
    http.get('*/api/participant-groups', () => ok([])),
    http.get('*/api/participants', () => ok([])),
  );
});

const screens = [
  ['passes and subscriptions', <PackagesScreen key="a" />],
  ['passes', <PassesScreen key="b" search={{}} onChange={() => undefined} />],
] as const;

it.each(screens)('%s end with the words of the operator', async (_, screen_) => {
  const bootstrap = aBootstrap({ static_blocks: { checkout_note: '<p>Prices are in <b>dollars</b></p>' } });
  await renderScreen(screen_, { bootstrap });
  expect(await screen.findByText('Hockey pass')).toBeVisible();
  const note = document.querySelector('[data-block="checkout_note"]');
  expect(note).toHaveTextContent('Prices are in dollars');
  expect(note?.compareDocumentPosition(screen.getByText('Hockey pass'))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  expect(screen.queryByText('All sales are final.')).toBeNull();
});

it.each(screens)('%s say that sales are final where the operator says nothing', async (_, screen_) => {
  await renderScreen(screen_);
  expect(await screen.findByText('All sales are final.')).toBeVisible();
});
