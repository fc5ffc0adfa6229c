import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { LibrarySearch } from '#/entities/video-search';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { video } from '#/testing/videos';
import { LibraryScreen } from './ui/library-screen';

const server = useServer();

const categories = [
  { id: 1, title: 'Features', alias: 'features', items_count: 2 },
  { id: 2, title: 'Classics', alias: 'classics', items_count: 1 },
  { id: 3, title: 'Nothing yet', alias: 'empty', items_count: 0 },
];
const rails = [
  { id: 1, title: 'New', alias: 'new', items_count: 2, items: [video(), video({ id: 2, title: 'The snow game' })] },
  { id: 2, title: 'Bare', alias: 'bare', items_count: 0, items: [] },
];

/** Queries of the search seen, newest last, and those that were given up. */
let asked: string[] = [];
let cancelled: string[] = [];

function serve(
  found: (query: URLSearchParams) => ReturnType<typeof video>[] = () => [video({ id: 7, title: 'Found' })],
) {
  server.use(
    http.get('*/api/vod-media-categories', () => ok(categories)),
    http.get('*/api/vod-media-rails', () => ok(rails)),
    http.get('*/api/vod-media/search', async ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query.get('title') ?? '');
      request.signal.addEventListener('abort', () => cancelled.push(query.get('title') ?? ''));
      if (query.get('title') === 'slow') await delay('infinite');
      const items = found(query);
      return ok(items, { total: items.length, limit: 24, offset: 0 });
    }),
  );
}

beforeEach(() => {
  asked = [];
  cancelled = [];
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

/** The screen with an address of its own. */
function Library({ at = {}, told = () => undefined }: { at?: LibrarySearch; told?: (search: LibrarySearch) => void }) {
  const [search, setSearch] = useState(at);
  return (
    <LibraryScreen
      search={search}
      onSearch={(next) => {
        told(next);
        setSearch(next);
      }}
    />
  );
}

describe('the library', () => {
  it('shows the first video large and every rail that has something', async () => {
    serve();
    await renderScreen(<Library />);
    expect(await screen.findByRole('heading', { level: 2, name: 'The captain’s last winter' })).toBeVisible();
    const rail = screen.getByRole('region', { name: 'New 2' });
    expect(within(rail).getAllByRole('link')).toHaveLength(2);
    expect(within(rail).getByRole('link', { name: 'The snow game' })).toHaveAttribute('href', '/vod_library/2');
    expect(screen.queryByText('Bare')).toBeNull();
    expect(screen.queryByRole('button', { name: /Nothing yet/ })).toBeNull();
    expect(screen.getByRole('button', { name: /^All/ })).toHaveAttribute('aria-pressed', 'true');
  });

  it('finds as one types, in place of the rails, and gives up what is overtaken', async () => {
    serve();
    const told = vi.fn<(search: LibrarySearch) => void>();
    await renderScreen(<Library told={told} />);
    const box = await screen.findByRole('searchbox', { name: 'Search videos' });
    await userEvent.type(box, 'slow');
    await waitFor(() => expect(asked).toContain('slow'));
    await userEvent.clear(box);
    await userEvent.type(box, 'winter');
    expect(await screen.findByRole('heading', { level: 2, name: 'Found' })).toBeVisible();
    expect(screen.queryByText('New')).toBeNull();
    expect(cancelled).toContain('slow');
    expect(told).toHaveBeenLastCalledWith({ title: 'winter' });
    await userEvent.clear(box);
    expect(await screen.findByRole('region', { name: 'New 2' })).toBeVisible();
  });

  it('keeps a category beside a search, and takes it off again', async () => {
    serve();
    const told = vi.fn<(search: LibrarySearch) => void>();
    await renderScreen(<Library at={{ title: 'winter' }} told={told} />);
    await userEvent.click(await screen.findByRole('button', { name: /^Classics/ }));
    expect(told).toHaveBeenLastCalledWith({ title: 'winter', category: 'classics' });
    await userEvent.click(screen.getByRole('button', { name: /^Classics/ }));
    expect(told).toHaveBeenLastCalledWith({ title: 'winter' });
  });

  it('says what is missing and offers the whole library', async () => {
    serve(() => []);
    const told = vi.fn<(search: LibrarySearch) => void>();
    await renderScreen(<Library at={{ title: 'atlantis', category: 'classics' }} told={told} />);
    expect(await screen.findByRole('heading', { name: 'No videos found for “atlantis”' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Search all categories' }));
    expect(told).toHaveBeenLastCalledWith({ title: 'atlantis' });
  });

  it('can be asked again after a failure', async () => {
    serve();
    server.use(http.get('*/api/vod-media-rails', () => problem(404, 'route_not_found'), { once: true }));
    await renderScreen(<Library />);
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'New 2' })).toBeVisible();
  });
});
