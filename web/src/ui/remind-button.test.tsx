import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { Profile } from '#/api/types';
import { session } from '#/lib/session';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { RemindButton } from './remind-button';

vi.mock('./toast', () => ({ showToast: vi.fn<() => Promise<void>>(() => Promise.resolve()) }));
const { showToast } = await import('./toast');

const server = useServer();
const verify = 'Reminder set. Verify your email to get it.';
const show = () =>
  renderScreen(
    <RemindButton of="events" id={5} name="Lynx @ Tide" className="btn">
      Remind me
    </RemindButton>,
    { at: '/watch/5' },
  );
const bell = () => screen.getByRole('button', { name: 'Remind me: Lynx @ Tide' });

beforeEach(() => keys.setApi('a-key'));
afterEach(() => session.setState({ user: null }));

describe('RemindButton', () => {
  it('asks a visitor to log in, on the same page, and reminds them then', async () => {
    let asked = 0;
    server.use(
      http.get('*/api/reminders', () => ok({ events: [], participants: [] })),
      http.post('*/api/events/5/reminder', () => {
        asked++;
        return ok({ events: [5], participants: [] });
      }),
    );
    const { router } = await show();
    await userEvent.click(bell());
    expect(router.state.location.href).toBe('/watch/5?modal=login');
    expect(bell()).toHaveAttribute('aria-pressed', 'false');
    session.setState({ user: { id: 7 } as Profile });
    await waitFor(() => expect(bell()).toHaveAttribute('aria-pressed', 'true'));
    session.setState({ user: { id: 7 } as Profile }); // whose profile is loaded again
    await waitFor(() => expect(showToast).toHaveBeenCalledWith(verify, { id: 'reminder' }));
    expect(asked).toBe(1);
  });

  it('says at once what was pressed, and takes two taps for one', async () => {
    session.setState({ user: { id: 7 } as Profile });
    let asked = 0;
    server.use(
      http.get('*/api/reminders', () => ok({ events: [], participants: [] })),
      http.post('*/api/events/5/reminder', () => {
        asked++;
        return ok({ events: [5], participants: [] });
      }),
    );
    const { client } = await show();
    await waitFor(() => expect(client.getQueryData(['reminders'])).toBeDefined());
    await userEvent.dblClick(bell());
    expect(bell()).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(showToast).toHaveBeenCalledWith(verify, { id: 'reminder' }));
    expect(asked).toBe(1);
    expect(bell()).toHaveAttribute('aria-pressed', 'true');
  });

  it('goes back when it could not be kept', async () => {
    session.setState({ user: { id: 7 } as Profile });
    server.use(
      http.get('*/api/reminders', () => ok({ events: [], participants: [3] })),
      http.post('*/api/events/5/reminder', () => problem(422, 'event_begun', { detail: 'This has already started.' })),
    );
    const { client } = await show();
    await waitFor(() => expect(client.getQueryData(['reminders'])).toBeDefined());
    await userEvent.click(bell());
    await waitFor(() => expect(bell()).toHaveAttribute('aria-pressed', 'false'));
    expect(client.getQueryData(['reminders'])).toEqual({ events: [], participants: [3] });
    const refused = ['This has already started.', { type: 'error', id: 'reminder' }] as const;
    await waitFor(() => expect(showToast).toHaveBeenCalledWith(...refused));
  });
});
