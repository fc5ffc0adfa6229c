import { screen } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { EventDetail } from '#/api/types';
import { access, event } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { EmbedScreen } from './ui/embed-screen';

const server = useServer();
const url = '/media/aaa/e1/index.m3u8';

async function show(given: Partial<EventDetail> | Response) {
  const none = { description: '', packages: [], sale: { allowed: true, reason: '' as const }, scores: [], media: [] };
  const detail = {
    ...event({ id: 1 }),
    ...none,
    moments: 0,
    live_since: null,
    ended_at: null,
    max_streams: 0,
    server_time_ms: Date.now(),
    ...(given instanceof Response ? {} : given),
  };
  server.use(http.get('*/api/events/1', () => (given instanceof Response ? given.clone() : ok(detail))));
  const player = ({ session }: { session: { url: string } }) => (
    <section aria-label="Video player">{session.url}</section>
  );
  return renderScreen(<EmbedScreen id={1} player={player} />, { at: '/watch_embed/1' });
}

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

it('plays and shows nothing else', async () => {
  await show({ status: 'live', stream_status: 'live', stream_state: 'live', media: [{ id: 1, type: 2, url }] });
  expect(await screen.findByRole('region', { name: 'Video player' })).toHaveTextContent(url);
  expect(screen.queryByRole('link')).toBeNull();
});

it('sends who must pay to the page of the channel, in a tab of its own', async () => {
  await show({
    type: 'paid',
    has_access: false,
    access: access({ granted: false, reason: 'purchase_required', message: 'Buy this event.', capabilities: [] }),
  });
  expect(await screen.findByText('Buy this event.')).toBeInTheDocument();
  const link = screen.getByRole('link', { name: 'Open on Northline' });
  expect(link).toHaveAttribute('href', '/watch/1');
  expect(link).toHaveAttribute('target', '_blank');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('says why it shows nothing', async () => {
  await show({
    access: { ...access({ granted: false, reason: 'blackout', message: '', capabilities: [] }), opens_after: 0 },
  });
  expect(await screen.findByText('You can watch it here once it is over.')).toBeInTheDocument();
});

it('knows when there is no such game', async () => {
  await show(problem(404, 'event_not_found'));
  expect(await screen.findByRole('heading', { name: 'Sorry! - Game Not Found' })).toBeInTheDocument();
});
