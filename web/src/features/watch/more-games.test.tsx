import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { event, eventDetail } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { MoreGames } from './ui/more-games';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

it('lists the next games of the teams, the soonest first, before their recordings', async () => {
  const asked: string[] = [];
  server.use(
    http.get('*/api/events', ({ request }) => {
      const { searchParams: query } = new URL(request.url);
      const status = query.get('stream_status');
      asked.push(
        [status, query.get('sort_field'), query.get('sort_direction'), query.get('recorded')].join(' ').trim(),
      );
      if (status === 'live') return ok([], { total: 0 });
      const ids = status === 'upcoming' ? [21, 1, 22] : [8, 7];
      const games = ids.map((id) => event({ id, stream_status: status === 'upcoming' ? 'upcoming' : 'finished' }));
      return ok(games, { total: games.length });
    }),
  );
  await renderScreen(<MoreGames event={eventDetail({ id: 1 })} />);
  const rail = await screen.findByRole('region', { name: /^More from/ });
  await within(rail).findAllByRole('link');
  const links = () =>
    within(rail)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
  await waitFor(() => expect(links()).toEqual(['/watch/21', '/watch/22', '/watch/8', '/watch/7']));
  expect(asked).toContain('upcoming date asc');
  expect(asked).toContain('finished   1');
});
