import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { EventDetail } from '#/api/types';
import { openEngine } from '#/features/player/engine/open-engine';
import { fakeEngines, stubTracks } from '#/features/player/testing';
import { watchOf } from '#/features/watch/use-watch';
import { access, eventDetail } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { useServer } from '#/testing/server';
import { Listen } from './listen';

vi.mock('#/features/player/engine/open-engine');
stubTracks();
useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

const url = '/media/signature/e1/audio.m3u8';
const live = { status: 'live', stream_status: 'live', stream_state: 'live' } as const;
const heard: Partial<EventDetail> = {
  ...live,
  has_access: false,
  access: { ...access({ granted: false, reason: 'blackout', capabilities: [] }), may_listen: true },
  media: [{ id: 1, type: 2, view: 'video', sound_url: url }],
};

async function show(change: Partial<EventDetail>) {
  const engines = fakeEngines((engine) => {
    engine.live = true;
  });
  vi.mocked(openEngine).mockImplementation(engines.open);
  await renderScreen(<Listen watch={watchOf(eventDetail({ ...heard, ...change }))} onRenew={() => undefined} />, {
    at: '/watch/1',
  });
  return engines;
}

it('plays the sound once the viewer asks for it, without controls of a picture', async () => {
  const engines = await show({});
  expect(await screen.findByText('The picture is not available in your region')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Audio player' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Listen' }));
  await waitFor(() => expect(engines.last().loads).toHaveLength(1));
  expect(JSON.stringify(engines.last().loads)).toContain(url);
  const player = within(screen.getByRole('region', { name: 'Audio player' }));
  expect(player.getByText(/You can listen to this game/)).toBeInTheDocument();
  expect(player.getByRole('slider', { name: 'Volume' })).toBeInTheDocument();
  for (const name of ['Full screen', 'Picture in picture', 'Settings', 'More controls', 'Clip', 'Captions'])
    expect(player.queryByRole('button', { name })).toBeNull();
});

it('says when the picture can be watched', async () => {
  await show({ access: { ...heard.access, opens_after: 7200 } as EventDetail['access'] });
  expect(await screen.findByText(/You can watch it here 2 hours after it is over/)).toBeInTheDocument();
});

it('says that the place is not known', async () => {
  await show({ access: { ...heard.access, place_unknown: true } as EventDetail['access'] });
  expect(await screen.findByText(/we cannot tell where you are/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Listen' })).toBeInTheDocument();
});

it('has nothing to play before the game', async () => {
  await show({ status: 'upcoming', stream_status: 'upcoming', stream_state: 'idle', media: [] });
  expect(await screen.findByText('You can listen to this game here once it is live.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Listen' })).toBeNull();
});

it('says what a blackout says where there is no recording', async () => {
  await show({ status: 'finished', stream_status: 'finished', stream_state: 'ended', media: [] });
  expect(await screen.findByText('This content is not available in your region')).toBeInTheDocument();
});
