import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { Clip, EventDetail } from '#/api/types';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { aClip } from '#/testing/clips';
import { access, eventDetail } from '#/testing/events';
import { aProduct } from '#/testing/orders';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { ClipEmbed } from './ui/clip-embed';
import { ClipScreen } from './ui/clip-screen';
import type { ClipPlayerSlot } from './ui/clip-stage';
import { DownloadGame, GameClips } from './ui/game-extras';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  local.save('signed_in', true);
  return () => session.setState({ user: null });
});

let slot: ClipPlayerSlot | null = null;

const player = (given: ClipPlayerSlot) => {
  slot = given;
  return <section aria-label="Video player" />;
};

async function show(answer: Clip | Response) {
  const asked = vi.fn<(uuid: string | null) => void>();
  server.use(
    http.get('*/api/shared-clip/5', ({ request }) => {
      asked(new URL(request.url).searchParams.get('uuid'));
      return answer instanceof Response ? answer.clone() : ok(answer);
    }),
  );
  await renderScreen(<ClipScreen id={5} uuid="abc" player={player} />, { at: '/share/5/abc' });
  return asked;
}

describe('the page of a clip', () => {
  it('plays exactly the clip, and leads to its game', async () => {
    const asked = await show(aClip({ duration: 24.5 }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Go-ahead goal' })).toBeVisible();
    expect(asked).toHaveBeenCalledWith('abc');
    expect(slot).toMatchObject({ url: '/media/aaa/c5/index.m3u8', stretch: { from: 0, to: 24.5, loops: false } });
    expect(screen.getByRole('link', { name: 'Watch the game' })).toHaveAttribute('href', '/watch/1');
    const game = screen.getByRole('region', { name: 'From Laurentide Lynx @ Fundy Tide' });
    expect(within(game).getByRole('link')).toHaveAttribute('href', '/watch/1');
    await waitFor(() => expect(document.title).toContain('Go-ahead goal'));
  });

  it('begins where the clip does while it is being made', async () => {
    const media = { url: '/media/aaa/c5/index.m3u8', lead: 3.2, width: 0, height: 0 };
    await show(aClip({ status: 'processing', media }));
    expect(await screen.findByText('In progress')).toBeVisible();
    expect(slot?.stretch).toEqual({ from: 3.2, to: 27.2, loops: false });
    expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
  });

  it('opens the made clip once the segments of before are refused', async () => {
    const media = { url: '/media/aaa/c5/index.m3u8', lead: 0, width: 0, height: 0 };
    await show(aClip({ status: 'processing', media }));
    await screen.findByText('In progress');
    const before = slot?.item;
    server.use(
      http.get('*/api/shared-clip/5', () => ok(aClip({ media: { ...media, url: '/media/bbb/c5/index.m3u8' } }))),
    );
    await act(async () => slot?.onRenew());
    await waitFor(() => expect(slot?.url).toBe('/media/bbb/c5/index.m3u8'));
    expect(slot?.item).not.toBe(before);
  });

  it('says that a clip could not be made', async () => {
    await show(aClip({ status: 'error', media: null }));
    expect(await screen.findByText('This clip could not be created')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Watch the game' })).toBeVisible();
  });

  it('says that there is no such clip', async () => {
    await show(problem(404, 'not_found'));
    expect(await screen.findByRole('heading', { name: 'Sorry! - Clip Not Found' })).toBeVisible();
  });

  it('says why it does not load', async () => {
    await show(problem(403, 'geo_blocked', { detail: 'This content is not available in your region' }));
    expect(await screen.findByText('This content is not available in your region')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'This clip is not shown' })).toBeVisible();
  });

  it('tells its maker that its purchase does not hold', async () => {
    await show(ok(aClip({ ended: true, media: null, share: null, can_download: false })));
    expect(await screen.findByText('The purchase it was made with was refunded or is disputed.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });
});

describe('a clip in a frame of another site', () => {
  const open = async (answer: Response) => {
    server.use(http.get('*/api/shared-clip/5', () => answer.clone()));
    await renderScreen(<ClipEmbed id={5} uuid="abc" player={player} />, { at: '/share_embed/5/abc' });
  };

  it('plays, and leads to its game in a tab of its own', async () => {
    await open(ok(aClip({ duration: 24.5 })));
    expect(await screen.findByRole('region', { name: 'Video player' })).toBeVisible();
    expect(slot?.stretch).toEqual({ from: 0, to: 24.5, loops: false });
    const game = screen.getByRole('link', { name: 'Watch the game' });
    expect(game).toHaveAttribute('href', '/watch/1');
    expect(game).toHaveAttribute('target', '_blank');
  });

  it('says that there is no such clip', async () => {
    await open(problem(404, 'not_found'));
    expect(await screen.findByRole('heading', { name: 'Sorry! - Clip Not Found' })).toBeVisible();
  });

  it('says why it does not load', async () => {
    await open(problem(403, 'geo_blocked', { detail: 'This content is not available in your region' }));
    expect(await screen.findByText('This content is not available in your region')).toBeVisible();
  });
});

describe('the clips of a game', () => {
  it('are listed for users', async () => {
    session.setState({ user: aProfile() });
    const clips = [aClip(), aClip({ id: 6, name: 'Save', own: false, official: true })];
    server.use(http.get('*/api/clips/event/1', () => ok(clips)));
    await renderScreen(<GameClips event={eventDetail()} />);
    expect(await screen.findByRole('link', { name: 'Save' })).toHaveAttribute('href', '/watch_library/6');
    expect(screen.getByRole('heading', { level: 2, name: 'Clips 2' })).toBeVisible();
    expect(screen.getAllByText('Yours')).toHaveLength(1);
  });

  it('are not asked for by visitors, who have none', async () => {
    await renderScreen(<GameClips event={eventDetail()} />);
    await act(async () => undefined);
    expect(screen.queryByRole('heading')).toBeNull();
  });
});

describe('a whole game', () => {
  const finished = { status: 'finished', stream_status: 'finished', stream_state: 'ended' } as const;
  const may = { access: access({ capabilities: ['watch', 'download'] }) };
  const render = (over: Partial<EventDetail>) => renderScreen(<DownloadGame event={eventDetail(over)} />);

  it('is loaded down once it is over', async () => {
    const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const file = { url: '/media/x/e1/event.mp4', file_name: 'game.mp4', size: 9, expires_at: '' };
    server.use(
      http.get('*/api/download-event/1', () => ok(file)),
      http.get('*/api/profile', () => ok(aProfile())),
    );
    await render({ ...finished, ...may });
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(followed).toHaveBeenCalledOnce());
    await waitFor(() => expect(session.getState().user).not.toBeNull()); // the downloads that are left came with it
  });

  it('is not offered while it goes on, nor where nothing includes it', async () => {
    await render({ status: 'live', stream_status: 'live', ...may });
    expect(screen.queryByRole('button')).toBeNull();
    await render(finished);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says what would include it', async () => {
    const pass = aProduct({ capabilities: ['watch', 'download'] });
    server.use(
      http.get('*/api/packages', () => ok([pass, aProduct({ id: 6, name: 'Small pass' })])),
      http.get('*/api/subscriptions', () => ok([])),
    );
    const asPackage = { ...pass, period: '', choice: '' as const };
    await render({ ...finished, packages: [asPackage, { ...asPackage, id: 6 }] });
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
    await waitFor(() => {
      const offer = within(screen.getByRole('dialog', { name: 'Download games' }));
      expect(offer.getByRole('link', { name: 'Hockey pass' })).toHaveAttribute('href', '/select-package/5');
      expect(offer.queryByRole('link', { name: 'Small pass' })).toBeNull();
      expect(offer.getByRole('link', { name: 'Log in' })).toBeVisible();
    });
  });
});
