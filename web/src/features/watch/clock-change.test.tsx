import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { eventDetail, toronto } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { viewOf } from './logic/view';
import { FrameMessageView } from './ui/frame-message-view';
import { Moved } from './ui/off';

/** The viewer is at the venue. The clocks of Toronto change on November 1, 2026. */
vi.mock('#/entities/zones', async (original) => ({
  ...(await original<object>()),
  viewerZone: () => 'America/Toronto',
}));

it('a game that moved across a clock change was at its earlier time', async () => {
  const event = eventDetail({
    ...toronto,
    status: 'upcoming',
    stream_status: 'upcoming',
    schedule_status: 'on',
    event_utc_ts: Date.UTC(2026, 10, 8) / 1000,
    previous_start_utc_ts: Date.UTC(2026, 9, 31, 23) / 1000,
    previous_utc_offset: -14_400,
  });
  await renderScreen(<Moved event={event} />);
  expect(await screen.findByText('It was scheduled for Saturday, October 31 at 7:00 PM.')).toBeVisible();
});

it('a blackout is lifted by the clock of the server, also across a clock change', async () => {
  const event = eventDetail({ ...toronto, utc_offset: -14_400, status: 'finished', stream_status: 'finished' });
  const opens = { opens_after: 86_400, opens_at: '2026-11-01T21:00:00Z' };
  const access = { ...event.access, granted: false, reason: 'blackout', ...opens } as const;
  const show = (opens_utc_offset: number) =>
    renderScreen(<FrameMessageView view={viewOf({ ...event, access: { ...access, opens_utc_offset } }, 0)} />);
  await show(-18_000);
  expect(await screen.findByText(/from Sunday, November 1, 4:00\sPM\./)).toBeVisible();
  await show(-14_400); // by a server whose data has no clock change that day
  expect(await screen.findByText(/from Sunday, November 1, 5:00\sPM\./)).toBeVisible();
});
