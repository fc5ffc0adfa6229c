import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { Category } from '#/api/types';
import { liveEvent } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { Sports } from './sports';

const server = useServer();

const sport = (id: number, title: string): Category => ({
  id,
  parent_id: 0,
  title,
  alias: title.toLowerCase(),
  image: '',
  image_srcset: '',
  image_placeholder: '',
  color: '',
  children: [],
});

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  server.use(
    http.get('*/api/events', () =>
      ok([], {
        total: 4,
        limit: 1,
        offset: 0,
        facets: { sport: [{ id: 2, alias: 'soccer', name: 'Soccer', count: 4 }] },
      }),
    ),
  );
});

it('are each named, with their games, and lead to their own home', async () => {
  await renderScreen(
    <Sports sports={[sport(1, 'Hockey'), sport(2, 'Soccer')]} live={[liveEvent({ event_category_id: 1 })]} />,
  );
  const [hockey, soccer] = (await screen.findAllByRole('listitem')).map((one) => within(one));
  expect(hockey?.getByRole('link', { name: /Hockey/ })).toHaveAttribute('href', '/?sport=hockey');
  expect(hockey?.getByText('1 live')).toBeVisible();
  expect(await hockey?.findByText('No games this week')).toBeVisible();
  expect(soccer?.getByRole('link', { name: /Soccer/ })).toHaveAttribute('href', '/?sport=soccer');
  expect(soccer?.queryByText(/live/)).toBeNull();
  expect(soccer?.getByText('4 games this week')).toBeVisible();
});
