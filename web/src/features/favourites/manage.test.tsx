import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { FavouriteKey } from '#/entities/favourite';
import { favourites } from '#/lib/favourites';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { Manage } from './manage';

const server = useServer();
const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
const teams = numbers.map((id) => ({
  id,
  alias: `t${id}`,
  name: `Team ${id}`,
  short_name: '',
  code: '',
  color: '',
  properties: { gender: '', sport: null },
}));
const schools = numbers.map((id) => ({ id, alias: `s${id}`, name: `School ${id}`, color: '', city: '', state: '' }));
const sports = numbers.map((id) => ({
  id,
  parent_id: 0,
  alias: `c${id}`,
  title: `Sport ${id}`,
  color: '',
  children: [],
}));

beforeEach(() => {
  localStorage.clear();
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  favourites.setState({ kept: [], wishes: new Map() });
  server.use(
    http.get('*/api/participants', () => ok(teams)),
    http.get('*/api/participant-groups', () => ok(schools)),
    http.get('*/api/events-categories', () => ok([{ id: 0, parent_id: null, title: 'All', children: sports }])),
    http.get('*/api/events', () => ok([], { total: 0, limit: 30, offset: 0 })),
  );
});

const show = async (kept: FavouriteKey[] = []) => {
  favourites.setState({ kept });
  await renderScreen(<Manage />);
  return userEvent.setup();
};
const star = (name: string) => screen.findByRole('button', { name: `Favourite: ${name}` });
const suggestions = () => screen.queryByRole('heading', { name: 'More to follow' });

it('begins with teams, schools and sports', async () => {
  await show();
  expect(await star('Team 1')).toBeInTheDocument();
  expect(await star('School 1')).toBeInTheDocument();
  expect(await star('Sport 1')).toBeInTheDocument();
});

it('suggests others after the first star, with the focus on the next', async () => {
  const user = await show(['group-8']);
  await user.click(await star('Team 1'));
  expect(screen.queryByRole('button', { name: 'Favourite: Team 1' })).toBeNull();
  expect(await star('Team 2')).toHaveFocus();
  expect(await star('Team 4')).toBeInTheDocument();
  expect(suggestions()).toBeInTheDocument();
});

it('never suggests what is listed already', async () => {
  await show(['participant-1', 'group-2', 'category-3']);
  await star('Team 2');
  await star('School 1');
  await star('Sport 1');
  expect(screen.getAllByRole('button', { name: 'Favourite: Team 1' })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Favourite: School 2' })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Favourite: Sport 3' })).toHaveLength(1);
});

it('ends with six, and comes back when a star is taken back', async () => {
  const user = await show(['participant-1', 'participant-2', 'participant-3', 'group-1', 'group-2', 'category-1']);
  const last = await star('Team 3');
  expect(suggestions()).toBeNull();
  await user.click(last);
  expect(await screen.findByRole('heading', { name: 'More to follow' })).toBeInTheDocument();
  await user.click(last);
  expect(suggestions()).toBeNull();
});

it('is hidden and shown again by one button', async () => {
  const user = await show(['participant-1']);
  await star('Team 2');
  await user.click(screen.getByRole('button', { name: 'Hide suggestions' }));
  expect(screen.queryByRole('button', { name: 'Favourite: Team 2' })).toBeNull();
  const again = screen.getByRole('button', { name: 'Show suggestions' });
  expect(again).toHaveFocus();
  await user.click(again);
  expect(within(document.body).getByRole('button', { name: 'Favourite: Team 2' })).toBeInTheDocument();
});
