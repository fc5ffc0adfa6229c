import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import type { HeldLease } from '#/api/types';
import { eventDetail } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { Leased } from './leased';

const server = useServer();

const tv: HeldLease = {
  player: 'somebody-else',
  device: 'Samsung TV',
  kind: 'tv',
  current: false,
  event_id: 2,
  event_name: 'Wolves at Storm',
  since: '2026-11-22T01:00:00Z',
};

const bound = { id: 1, type: 2, url: '/media/bound/e5/index.m3u8', live_url: '/media/bound/e5/live.m3u8' };

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  sessionStorage.clear();
  Object.assign(navigator, { sendBeacon: () => true });
});

async function show(most: number, answers: (instead: boolean) => Response) {
  server.use(
    http.post('*/api/leases', async ({ request }) =>
      answers(!!((await request.json()) as { instead?: boolean }).instead),
    ),
    http.get('*/api/leases', () => ok([tv])),
  );
  await renderScreen(
    <Leased event={eventDetail({ max_streams: most })} onRenew={() => undefined}>
      {({ addressOf }) => (
        <>
          <p>The player</p>
          <p>{addressOf('/media/plain/e5/live.m3u8')}</p>
        </>
      )}
    </Leased>,
  );
}

it('plays at once what nobody counts', async () => {
  await show(0, () => problem(500, 'never_asked'));
  expect(screen.getByText('The player')).toBeVisible();
});

it('plays what has a place', async () => {
  await show(3, () => ok({ max_streams: 3, renew_after: 15, media: [bound] }));
  expect(await screen.findByText('The player')).toBeVisible();
  expect(screen.getByText('/media/bound/e5/live.m3u8')).toBeVisible();
});

it('says where else the user watches, and plays here instead', async () => {
  await show(3, (instead) =>
    instead ? ok({ max_streams: 3, renew_after: 15, media: [bound] }) : problem(409, 'too_many_streams'),
  );
  expect(await screen.findByText('You are already watching on 3 screens')).toBeVisible();
  expect(await screen.findByText('Samsung TV')).toBeVisible();
  expect(screen.getByText('Wolves at Storm')).toBeVisible();
  expect(screen.queryByText('The player')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Watch here instead' }));
  expect(await screen.findByText('The player')).toBeVisible();
});
