import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { WatchableHere as Answer } from '#/api/types';
import { event } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { video } from '#/testing/videos';
import { WatchableHere } from './watchable-here';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

function show(answer: Answer) {
  server.use(http.get('*/api/events/7/watchable-here', () => ok(answer)));
  return renderScreen(<WatchableHere id={7} />, { at: '/watch/7' });
}

it('shows the parts of the game and the other games that the server lists', async () => {
  await show({ videos: [video({ title: 'The goals' })], events: [event({ id: 3 }), event({ id: 4 })] });
  const parts = await screen.findByRole('region', { name: /Parts of this game you can watch here/ });
  expect(within(parts).getByRole('link', { name: 'The goals' })).toHaveAttribute('href', '/vod_library/1');
  const games = screen.getByRole('region', { name: /Games you can watch here/ });
  expect(within(games).getAllByRole('article')).toHaveLength(2);
});

it('says that nothing of the channel can be watched here', async () => {
  await show({ videos: [], events: [] });
  expect(await screen.findByText(/Nothing on this channel is available where you are/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See the schedule' })).toHaveAttribute('href', '/schedule');
});
