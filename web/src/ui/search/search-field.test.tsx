import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { liveEvent } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { Announcer } from '../announcer';
import { SearchField } from './search-field';

const server = useServer();
const page = (data: unknown[]) => ({ data, meta: { total: data.length, limit: 3, offset: 0 } });
const team = (id: number, gender: string) => ({
  id,
  alias: `lynx-${id}`,
  name: 'Laurentide Lynx',
  short_name: '',
  code: 'LAU',
  color: '#123456',
  properties: { gender, sport: 1 },
});
const hockey = { id: 1, parent_id: 0, title: 'Hockey', alias: 'hockey', children: [] };

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  // jsdom draws nothing.
  Element.prototype.scrollIntoView = () => undefined;
  server.use(
    http.get('*/api/events-categories', () => ok([{ id: 0, parent_id: null, title: 'All', children: [hockey] }])),
    http.get('*/api/search', ({ request }) => {
      const found = new URL(request.url).searchParams.get('search') === 'lynx';
      return ok({
        live: page(found ? [liveEvent({ id: 1 })] : []),
        upcoming: page([]),
        on_demand: page([]),
        videos: page([]),
        participants: page(found ? [team(5, 'M'), team(6, 'W')] : []),
        participant_groups: page([]),
        event_categories: page([]),
        event_locations: page([]),
      });
    }),
  );
});

async function show() {
  const user = userEvent.setup();
  const { router } = await renderScreen(
    <>
      <SearchField focused />
      <Announcer />
    </>,
  );
  const field = screen.getByRole('combobox', { name: 'Team, school, sport or place' });
  const active = () => {
    const id = field.getAttribute('aria-activedescendant');
    return id === null ? null : document.getElementById(id)?.textContent;
  };
  return { user, router, field, active };
}

it('suggests while one types, and tells teams of one name apart', async () => {
  const { user, field, active } = await show();
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute('aria-expanded', 'false');
  await user.keyboard('lynx');
  const list = await screen.findByRole('listbox', { name: 'Suggestions' });
  expect(field).toHaveAttribute('aria-expanded', 'true');
  expect(field).toHaveAttribute('aria-controls', list.id);
  const options = within(list).getAllByRole('option');
  expect(options).toHaveLength(4);
  expect(options[0]).toHaveAccessibleName(/,Live$/);
  expect(options[1]).toHaveAccessibleName('Laurentide Lynx,Men’s hockey,Team');
  expect(options[2]).toHaveAccessibleName('Laurentide Lynx,Women’s hockey,Team');
  expect(options[3]).toHaveAccessibleName('All results for “lynx”');
  expect(active()).toBeNull();
  await waitFor(() => expect(screen.getByText('3 suggestions')).toBeInTheDocument());
});

it('is moved through by the arrow keys, and left by those of the caret', async () => {
  const { user, active, field } = await show();
  await user.keyboard('lynx');
  await screen.findByRole('listbox');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toContain('Men’s hockey');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Men’s hockey');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(active()).toBeNull();
  await user.keyboard('{ArrowUp}');
  expect(active()).toContain('All results');
  await user.keyboard('{ArrowDown}');
  expect(active()).toBeNull();
  for (const key of ['Home', 'End', 'ArrowLeft', 'ArrowRight']) {
    await user.keyboard(`{ArrowDown}{${key}}`);
    expect(active()).toBeNull();
  }
  expect(field).toHaveFocus();
});

it('opens the active suggestion, or all results', async () => {
  const { user, router } = await show();
  await user.keyboard('lynx');
  await screen.findByRole('listbox');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.href).toBe('/?team=lynx-6'));
  await user.keyboard('{Home}{Enter}');
  await waitFor(() => expect(router.state.location.href).toBe('/search?q=lynx'));
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('opens the suggestion that is pressed, and leaves the focus in the field', async () => {
  const { user, router, field } = await show();
  await user.keyboard('lynx');
  await screen.findByRole('listbox');
  await user.click(screen.getByRole('option', { name: /Women’s/ }));
  await waitFor(() => expect(router.state.location.href).toBe('/?team=lynx-6'));
  expect(field).toHaveFocus();
});

it('closes by Escape and opens again by an arrow key', async () => {
  const { user, field } = await show();
  await user.keyboard('lynx');
  await screen.findByRole('listbox');
  await user.keyboard('{ArrowDown}{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field).toHaveValue('lynx');
  expect(field).not.toHaveAttribute('aria-activedescendant');
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('listbox')).toBeInTheDocument();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(screen.getByRole('listbox')).toBeInTheDocument();
  expect(field).not.toHaveAttribute('aria-activedescendant');
});

it('leads to all results also of what has no suggestion, and nowhere from one letter', async () => {
  const { user, router, field } = await show();
  await user.keyboard('z{Enter}');
  expect(router.state.location.href).toBe('/');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('zz');
  expect(await screen.findByRole('option', { name: 'Search for “zzz”' })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText('No suggestions')).toBeInTheDocument());
  await user.clear(field);
  expect(screen.queryByRole('listbox')).toBeNull();
});
