import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { VideoDetail } from '#/api/types';
import { access } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { part, video, videoDetail } from '#/testing/videos';
import { waitFor } from '#/testing/wait-for';
import { type VideoPlayerSlot, VideoScreen } from './ui/video-screen';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

let slot: VideoPlayerSlot | null = null;

function show(detail: VideoDetail | null, partId?: number) {
  server.use(
    http.get('*/api/vod-media-items/1', () => (detail ? ok(detail) : problem(404, 'vod_media_item_not_found'))),
    http.get('*/api/vod-media-items', () => ok([video(), video({ id: 2, title: 'Another' })], { total: 2 })),
  );
  const player = (given: VideoPlayerSlot) => {
    slot = given;
    return <p data-testid="player">{`${given.partId} ${given.url} ${given.title}`}</p>;
  };
  return renderScreen(<VideoScreen id={1} partId={partId} player={player} />);
}

const refused = (reason: 'login_required' | 'purchase_required' | 'payment_disputed' | 'geo_blocked' | 'blackout') => ({
  has_access: false,
  media: [],
  access: access({ granted: false, reason, message: 'Subscribe to watch', capabilities: [] }),
});

describe('a video', () => {
  it('plays, with what it is and ways on', async () => {
    await show(videoDetail());
    expect(await screen.findByTestId('player')).toHaveTextContent(
      '11 /media/t/f11/index.m3u8 The captain’s last winter',
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The captain’s last winter');
    expect(screen.getByText('A life on ice.')).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Parts' })).toBeNull();
    const more = await screen.findByRole('region', { name: 'More like this' });
    expect(within(more).getAllByRole('link')).toHaveLength(1);
    await waitFor(() => expect(document.title).toContain('The captain’s last winter'));
  });

  it('plays the part of the address and lists all of them', async () => {
    await show(videoDetail({ vod_media_items: [part(11), part(12)] }), 12);
    expect(await screen.findByTestId('player')).toHaveTextContent('12 /media/t/f12/index.m3u8');
    const parts = within(screen.getByRole('navigation', { name: 'Parts' })).getAllByRole('link');
    expect(parts.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'true']);
    expect(parts[0]).toHaveAttribute('href', '/vod_library/1?vod_id=11');
  });

  it('has advertisements before it as the server says', async () => {
    const { unmount } = await show(videoDetail({ ads: true }));
    await screen.findByTestId('player');
    expect(slot?.ads).toEqual({ id: 'v1', location_id: null, event_category_id: null });
    unmount();
    await show(videoDetail());
    await screen.findByTestId('player');
    expect(slot?.ads).toBeUndefined();
  });

  it('asks for a login', async () => {
    await show(videoDetail({ type: 'register', ...refused('login_required') }));
    expect(await screen.findByRole('heading', { name: 'Free with an account' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log in to watch' })).toHaveAttribute('href', '/login');
    expect(screen.queryByTestId('player')).toBeNull();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it('names what opens it, with prices, and where the others are', async () => {
    const offer = {
      type: 'annual' as const,
      currency: 'CAD' as const,
      base_price: 10_619,
      service_fee: 0,
      price: 10_619,
      renewal: true,
      is_team_pass: false,
      choice: '' as const,
    };
    const packages = [1, 2, 3, 4, 5, 6].map((id) => ({
      ...offer,
      id,
      name: `Pass ${id}`,
      period: 'year',
      offer: 'annual',
    }));
    await show(videoDetail({ type: 'paid', packages, ...refused('purchase_required') }));
    expect(await screen.findByText('Subscribe to watch')).toBeVisible();
    expect(screen.getByText('Pass 1')).toBeVisible();
    expect(screen.getAllByText('CAD $106.19/year annual')).toHaveLength(4);
    expect(screen.getByRole('link', { name: 'and 2 more passes' })).toHaveAttribute('href', '/packages');
  });

  it('is not offered again while the bank disputes the payment', async () => {
    await show(videoDetail({ type: 'paid', ...refused('payment_disputed') }));
    expect(await screen.findByRole('heading', { name: 'Your payment is under dispute' })).toBeVisible();
    expect(screen.queryByText('For subscribers')).toBeNull();
  });

  it('says why it does not play', async () => {
    const blocked = await show(videoDetail(refused('geo_blocked')));
    expect(await screen.findByText('This content is not available in your region')).toBeVisible();
    blocked.unmount();
    const away = videoDetail(refused('blackout'));
    const unknown = await show({ ...away, access: { ...away.access, place_unknown: true } });
    expect(await screen.findByText('We cannot tell where you are')).toBeVisible();
    unknown.unmount();
    await show(videoDetail({ media: [] }));
    expect(await screen.findByText('This video is not ready yet')).toBeVisible();
  });

  it('is not in the library', async () => {
    await show(null);
    expect(await screen.findByRole('heading', { level: 1, name: 'This video is not in the library' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse the library' })).toHaveAttribute('href', '/vod_library');
  });
});
