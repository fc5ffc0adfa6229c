import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { Position } from '#/api/types';
import { session } from '#/lib/session';
import { aProfile } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { part, video } from '#/testing/videos';
import { ContinueShelf } from './ui/continue-shelf';

const server = useServer();
const left = (id: number, type: Position['type'] = 'vod'): Position => ({
  type,
  item_id: id,
  position: 60,
  duration: 120,
  saved_at: '2026-11-22T01:00:00Z',
});

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});
afterEach(() => session.setState({ user: null }));

it('lists each video of which a user left a part once, the latest first', async () => {
  server.use(
    http.get('*/api/positions', () => ok([left(21), left(9, 'event'), left(11), left(22), left(404)])),
    http.get('*/api/vod-media-items', ({ request }) => {
      expect(new URL(request.url).searchParams.get('parts')).toBe('21,11,22,404');
      return ok([video(), video({ id: 2, title: 'The snow game', vod_media_items: [part(21), part(22)] })], {
        total: 2,
      });
    }),
  );
  session.setState({ user: aProfile() });
  await renderScreen(<ContinueShelf />);
  const shelf = await screen.findByRole('region', { name: 'Continue watching' });
  const links = within(shelf).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/vod_library/2', '/vod_library/1']);
});

it('asks nothing for visitors, who have none', async () => {
  const { container } = await renderScreen(<ContinueShelf />);
  expect(container).toBeEmptyDOMElement();
});
