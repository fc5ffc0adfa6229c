import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { Profile } from '#/api/types';
import { session } from '#/lib/session';
import { event } from '#/testing/events';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { RemindersPanel } from './reminders-panel';

vi.mock('#/ui/toast', () => ({ showToast: vi.fn<() => Promise<void>>(() => Promise.resolve()) }));
const { showToast } = await import('#/ui/toast');

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('key');
  session.setState({ user: { id: 7 } as Profile });
});
afterEach(() => session.setState({ user: null }));

describe('RemindersPanel', () => {
  it('says where reminders come from while there are none', async () => {
    server.use(route.get('*/api/reminders', () => ok({ events: [], participants: [] })));
    await renderScreen(<RemindersPanel />);
    expect(await screen.findByText(/Press the bell/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See what’s coming up' })).toHaveAttribute('href', '/upcoming');
  });

  it('keeps what was given up by mistake where it can be had back', async () => {
    const all = { events: [5], participants: [] as number[] };
    server.use(
      route.get('*/api/reminders', () => ok(all)),
      route.get('*/api/events', () =>
        ok([event({ id: 5, event_utc_ts: Math.floor(Date.now() / 1000) + 86_400 })], { total: 1 }),
      ),
      route.delete('*/api/events/5/reminder', () => ok({ ...all, events: [] })),
      route.post('*/api/events/5/reminder', () => ok(all)),
    );
    const { client } = await renderScreen(<RemindersPanel />);
    const bell = await screen.findByRole('button', { name: 'Remind me: Laurentide Lynx @ Fundy Tide' });
    expect(bell).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(bell);
    await waitFor(() => expect(client.getQueryData(['reminders'])).toEqual({ ...all, events: [] }));
    expect(bell).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByRole('link', { name: 'Laurentide Lynx @ Fundy Tide' })).toBeVisible();
    bell.focus();
    await userEvent.keyboard('{Enter}'); // a second click would count as one with the first
    await waitFor(() =>
      expect(showToast).toHaveBeenCalledWith(expect.stringMatching(/^Reminder set/), expect.anything()),
    );
    expect(bell).toHaveAttribute('aria-pressed', 'true');
  });
});
