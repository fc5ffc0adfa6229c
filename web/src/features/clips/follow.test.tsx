import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { Clip } from '#/api/types';
import { session } from '#/lib/session';
import { aProfile } from '#/testing/bootstrap';
import { aClip } from '#/testing/clips';
import { renderScreen } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { ToastHost } from '#/ui/toast';
import { followClip } from './follow';
import * as making from './making';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  session.setState({ user: aProfile() });
  return () => session.setState({ user: null });
});

const inWork = (id: number) => aClip({ id, status: 'processing' });

/**
 * Follows a clip with an id of its own, as toasts outlive a test; `outcome` decides what becomes of it. A toast that
 * changes is drawn again, so tests look for its text until it is visible.
 */
async function follow(id: number) {
  let decide: (outcome: making.Outcome) => void = () => undefined;
  let signal: AbortSignal | undefined;
  vi.spyOn(making, 'outcomeOf').mockImplementation((_, asked) => {
    signal = asked;
    return new Promise((resolve) => {
      decide = resolve;
    });
  });
  const { client } = await renderScreen(<ToastHost />);
  const renewed = vi.spyOn(client, 'invalidateQueries');
  let done = Promise.resolve();
  act(() => {
    done = followClip(client, inWork(id));
  });
  await waitFor(() => expect(screen.getByText('“Go-ahead goal” is being created')).toBeVisible());
  const end = async (outcome: making.Outcome) => {
    decide(outcome);
    await act(() => done);
  };
  return { end, renewed, signal: () => signal };
}

describe('the pill of a new clip', () => {
  it('becomes the ways to it, and lists are asked again', async () => {
    const { end, renewed } = await follow(101);
    await end({ kind: 'success', clip: aClip({ id: 101 }) });
    await waitFor(() => expect(screen.getByText('“Go-ahead goal” is ready')).toBeVisible());
    expect(screen.getByRole('link', { name: 'Watch' })).toHaveAttribute('href', '/watch_library/101');
    expect(screen.getByRole('button', { name: 'Share' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download Go-ahead goal' })).toBeVisible();
    expect(renewed).toHaveBeenCalledTimes(2);
  });

  it('says that it could not be made, and that it was not counted', async () => {
    const { end } = await follow(102);
    await end({ kind: 'error' });
    await waitFor(() =>
      expect(
        screen.getByText('“Go-ahead goal” could not be created. It doesn’t count toward your limit.'),
      ).toBeVisible(),
    );
  });

  it('lets go of one that takes too long', async () => {
    const { end } = await follow(103);
    await end({ kind: 'late' });
    await waitFor(() => expect(screen.getByText(/is taking longer than usual/)).toBeVisible());
  });

  it('ends with the session', async () => {
    const { signal } = await follow(104);
    session.setState({ user: aProfile({ first_name: 'Sam' }) });
    expect(signal()?.aborted).toBe(false);
    session.setState({ user: null });
    expect(signal()?.aborted).toBe(true);
  });
});

it('asks for the clip by its id, again while the server is too busy', async () => {
  const answers: (Clip | null)[] = [null, aClip({ id: 105 })];
  server.use(
    http.get('*/api/shared-clip/105', () => {
      const answer = answers.shift();
      return answer ? ok(answer) : problem(503, 'overloaded', { headers: { 'Retry-After': '0' } });
    }),
  );
  const { fetchClip } = await import('./api');
  const found = await fetchClip(105, '', new AbortController().signal);
  expect(found.id).toBe(105);
});
