import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { EventSummary } from '#/api/types';
import { access, event, liveEvent, PAID } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { EventCard } from './card';

const soon = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const show = (over: EventSummary, withDay = false) => renderScreen(<EventCard event={over} withDay={withDay} />);

describe('EventCard', () => {
  it('live: badge, clock, score, one link', async () => {
    await show(liveEvent({ id: 5 }));
    expect(screen.getByText('Live')).toBeVisible();
    expect(screen.getByText('P2 8:14')).toBeVisible();
    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(screen.getByRole('link')).toHaveAccessibleName('Laurentide Lynx @ Fundy Tide, 3–2');
    expect(screen.getByRole('link')).toHaveAttribute('href', '/watch/5');
  });

  it('upcoming: both names weigh the same, and no score', async () => {
    const { container } = await show(event({ event_utc_ts: soon(5 * 86_400) }));
    expect(container.querySelectorAll('.bug__r.up')).toHaveLength(2);
    expect(container.querySelector('.bug__s')).toBeNull();
    expect(screen.getByText(/^\d+:\d\d\s[AP]M$/)).toBeVisible();
  });

  it('a tie: neither side is behind', async () => {
    const { container } = await show(liveEvent({ score: { away: 2, home: 2, period: 'P2', clock: '8:14', at_ms: 0 } }));
    expect(container.querySelectorAll('.bug__r.w')).toHaveLength(2);
  });

  it('upcoming: counts down within the hour, then says that it starts soon', async () => {
    const first = await show(event({ event_utc_ts: soon(12 * 60 - 20) }));
    expect(screen.getByText(/^in 12\smin/)).toBeVisible();
    first.unmount();
    await show(event({ event_utc_ts: soon(-30) }));
    expect(screen.getByText('Starting soon')).toBeVisible();
  });

  const recorded = { stream_status: 'finished', stream_state: 'ended' } as const;

  it('on demand: what it is, how long, and when it was', async () => {
    const ts = Date.UTC(2020, 10, 21, 17) / 1000;
    await show(event({ ...recorded, duration: 8049, event_utc_ts: ts }));
    expect(screen.getByText('Full game')).toBeVisible();
    expect(screen.getByText('2:14:09')).toBeVisible();
    expect(screen.getByText('Men’s hockey · Nov. 21, 2020')).toBeVisible();
  });

  it('on demand: what is too short to be a game is highlights', async () => {
    await show(event({ ...recorded, duration: 381 }));
    expect(screen.getByText('Highlights')).toBeVisible();
    expect(screen.getByText('6:21')).toBeVisible();
  });

  it('over without a recording: no more than the result is promised', async () => {
    await show(event({ ...recorded, stream_state: 'idle', duration: 8049 }));
    expect(screen.getByText('Final')).toBeVisible();
    expect(screen.queryByText('2:14:09')).toBeNull();
  });

  it('story: the name instead of rows', async () => {
    const { container } = await show(event({ participants: [], name: 'Six minutes, five lead changes' }));
    expect(screen.getByRole('heading', { name: 'Six minutes, five lead changes' })).toBeVisible();
    expect(container.querySelector('.bug__rows')).toBeNull();
  });

  it('without a picture: the court of its sport', async () => {
    const { container } = await show(event());
    expect(container.querySelector('.still img')).toBeNull();
    await waitFor(() => expect(container.querySelector('.still__court path')).not.toBeNull());
  });

  it('without a picture of its own: the poster of the page that shows it, and the court where that does not load', async () => {
    const poster = { id: 0, type: 8, view: 'image', url: '/media/public/poster.jpg' } as const;
    const { container } = await show(event({ media: [poster] }));
    const picture = container.querySelector('.still img');
    expect(picture).toHaveAttribute('src', '/media/public/poster.jpg');
    if (picture) fireEvent.error(picture);
    await waitFor(() => expect(container.querySelector('.still__court path')).not.toBeNull());
  });

  it('says one thing about access', async () => {
    const first = await show(event(PAID));
    expect(screen.getByText('CAD $9.99')).toHaveClass('tag--price');
    first.unmount();
    await show(
      event({
        type: 'paid',
        access: access({ reason: 'package', product: 'Hockey pass', message: 'Hockey pass, until 30 June' }),
      }),
    );
    expect(screen.getByText('Hockey pass')).toHaveClass('tag--own');
  });
});
