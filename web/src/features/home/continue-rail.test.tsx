import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { Position } from '#/api/types';
import { session } from '#/lib/session';
import { aProfile } from '#/testing/bootstrap';
import { event } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { ContinueRail } from './continue-rail';

const server = useServer();
const left = (id: number, type: Position['type'] = 'event'): Position => ({
  type,
  item_id: id,
  position: 600,
  duration: 5400,
  saved_at: '2026-11-22T01:00:00Z',
});

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});
afterEach(() => session.setState({ user: null }));

it('lists the games that a user left, the latest first', async () => {
  server.use(
    http.get('*/api/positions', () => ok([left(2), left(9, 'vod'), left(1), left(404)])),
    http.get('*/api/events', ({ request }) => {
      expect(new URL(request.url).searchParams.get('ids')).toBe('2,1,404');
      return ok([event({ id: 1 }), event({ id: 2 })], { total: 2 });
    }),
  );
  session.setState({ user: aProfile() });
  await renderScreen(<ContinueRail />);
  const rail = await screen.findByRole('region', { name: 'Continue watching' });
  const links = within(rail)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
    .filter((href) => href?.startsWith('/watch/'));
  expect(links).toEqual(['/watch/2', '/watch/1']);
});

it('asks nothing for visitors, who have none', async () => {
  const { container } = await renderScreen(<ContinueRail />);
  expect(container).toBeEmptyDOMElement();
});
