import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { Clip } from '#/api/types';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { aClip } from '#/testing/clips';
import { event } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { PopupHost } from '#/ui/popup';
import { ToastHost } from '#/ui/toast';
import type { ClipScope } from './api';
import { ClipsPanel } from './ui/clips-panel';

const server = useServer();

beforeEach(() => {
  server.use(http.get('*/api/events/with_clip', () => ok([])));
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  local.save('signed_in', true);
  session.setState({ user: aProfile({ featureCount: { clips: 3, downloads: 1 } }) });
  return () => session.setState({ user: null });
});

/** The lists of both scopes, as the server has them at the moment it is asked. */
function lists(given: () => Partial<Record<ClipScope, Clip[]>>) {
  server.use(
    http.get('*/api/clips/user', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const all = given()[query.get('scope') as ClipScope] ?? [];
      const offset = Number(query.get('offset'));
      return ok(all.slice(offset, offset + 2), { total: all.length, limit: 2, offset });
    }),
  );
}

async function show(scope: ClipScope = 'clips') {
  const onScope = vi.fn<(scope: ClipScope) => void>();
  await renderScreen(
    <>
      <ClipsPanel scope={scope} onScope={onScope} />
      <PopupHost />
      <ToastHost />
    </>,
  );
  return { onScope, user: userEvent.setup() };
}

const row = async (name: string) => (await screen.findByRole('heading', { name })).closest('li') as HTMLElement;

describe('the list of one’s clips', () => {
  it('is followed by the games of which there are clips', async () => {
    const asked: string[] = [];
    lists(() => ({ clips: [aClip()] }));
    server.use(
      http.get('*/api/events/with_clip', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('sort_direction') ?? '');
        return ok([event({ id: 9 })], { total: 1, limit: 12, offset: 0 });
      }),
    );
    await show();
    const games = within(await screen.findByRole('region', { name: 'Games with clips' }));
    expect(games.getByRole('link', { name: /Laurentide/ })).toHaveAttribute('href', '/watch/9');
    expect(asked).toEqual(['desc']);
  });

  it('has every clip with what it is, and the way to it and to its game', async () => {
    lists(() => ({ clips: [aClip()] }));
    await show();
    const clip = within(await row('Go-ahead goal'));
    expect(clip.getByText('0:24')).toBeInTheDocument();
    expect(clip.getByText('Goal · Laurentide')).toBeVisible();
    expect(clip.getByText('November 21, 2026')).toBeVisible();
    expect(clip.getByRole('link', { name: 'Laurentide @ Fundy' })).toHaveAttribute('href', '/watch/1');
    expect(clip.getByRole('link', { name: 'Watch Go-ahead goal' })).toHaveAttribute('href', '/watch_library/5');
  });

  it('offers what can be done with a clip as it stands', async () => {
    const failed = aClip({ id: 7, name: 'Broken', status: 'error', media: null, share: null });
    const inWork = aClip({ id: 6, name: 'New', status: 'processing' });
    lists(() => ({ clips: [inWork, failed] }));
    await show();
    const one = within(await row('New'));
    expect(one.getByText('In progress')).toBeVisible();
    expect(one.getByRole('link', { name: 'Watch New' })).toBeVisible();
    expect(one.queryByRole('button', { name: /Download/ })).toBeNull();
    const other = within(await row('Broken'));
    expect(other.getByText('Could not be created')).toBeVisible();
    expect(other.queryByRole('link', { name: /^Watch/ })).toBeNull();
    expect(other.getByRole('button', { name: 'Delete Broken' })).toBeVisible();
  });

  it('grows by its button', async () => {
    lists(() => ({ clips: [1, 2, 3].map((id) => aClip({ id, name: `Clip ${id}` })) }));
    const { user } = await show();
    await row('Clip 2');
    expect(screen.queryByRole('heading', { name: 'Clip 3' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await row('Clip 3');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('says how one comes to a first clip', async () => {
    lists(() => ({}));
    await show();
    expect(await screen.findByText('You have not made any clips yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse on demand' })).toHaveAttribute('href', '/vod');
  });

  it('says when it does not load', async () => {
    server.use(http.get('*/api/clips/user', () => problem(403, 'forbidden', { detail: 'Not now.' })));
    await show();
    expect(await screen.findByText('Not now.')).toBeVisible();
  });
});

describe('the tabs', () => {
  it('lead to what was loaded down', async () => {
    lists(() => ({}));
    const { onScope, user } = await show();
    expect(screen.getByRole('tab', { name: 'Clips 3' })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('tab', { name: 'Downloads 1' }));
    expect(onScope).toHaveBeenCalledWith('downloads');
  });

  it('show when that was', async () => {
    lists(() => ({ downloads: [aClip({ own: false, downloaded_at: '2026-11-22T12:00:00Z' })] }));
    await show('downloads');
    const clip = within(await row('Go-ahead goal'));
    expect(clip.getByText('Downloaded November 22, 2026')).toBeVisible();
    expect(clip.queryByRole('button', { name: /Delete/ })).toBeNull();
  });
});

describe('a clip', () => {
  it('is deleted once that is confirmed', async () => {
    let clips = [aClip()];
    lists(() => ({ clips }));
    server.use(
      http.delete('*/api/clip/5', () => {
        clips = [];
        return ok({ id: 5 });
      }),
    );
    const { user } = await show();
    await row('Go-ahead goal');
    await user.click(screen.getByRole('button', { name: 'Delete Go-ahead goal' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('heading', { name: 'Go-ahead goal' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete Go-ahead goal' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('You have not made any clips yet')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('tabpanel')).toHaveFocus());
  });

  it('is shared by its link', async () => {
    lists(() => ({ clips: [aClip()] }));
    const { user } = await show();
    await row('Go-ahead goal');
    await user.click(screen.getByRole('button', { name: 'Share Go-ahead goal' }));
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/share/5/abc`);
    await waitFor(() => expect(screen.getByText('Link copied')).toBeVisible());
  });

  it('is loaded down from where the server says', async () => {
    const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      expect(this.getAttribute('href')).toBe('/media/x/c5/clip.mp4');
    });
    lists(() => ({ clips: [aClip()] }));
    const file = { url: '/media/x/c5/clip.mp4', file_name: 'goal.mp4', size: 9, expires_at: '' };
    server.use(
      http.get('*/api/clip/download/5', () => ok(file)),
      http.get('*/api/profile', () => ok(aProfile({ featureCount: { clips: 3, downloads: 2 } }))),
    );
    const { user } = await show();
    await row('Go-ahead goal');
    await user.click(screen.getByRole('button', { name: 'Download Go-ahead goal' }));
    await waitFor(() => expect(followed).toHaveBeenCalledOnce());
    expect(await screen.findByRole('tab', { name: 'Downloads 2' })).toBeVisible();
  });

  it('is not loaded down by who has none left, and is told so', async () => {
    lists(() => ({ clips: [aClip()] }));
    const detail = 'Your pass includes 1 download, and it is used.';
    server.use(http.get('*/api/clip/download/5', () => problem(422, 'download_limit_reached', { detail })));
    const { user } = await show();
    await row('Go-ahead goal');
    await user.click(screen.getByRole('button', { name: 'Download Go-ahead goal' }));
    await waitFor(() => expect(screen.getByText(detail)).toBeVisible());
  });
});
