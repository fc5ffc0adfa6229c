import { act, renderHook, waitFor } from '@testing-library/react';
import { delay, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { session } from '#/lib/session';
import { aProfile } from '#/testing/bootstrap';
import { ok, problem, useServer } from '#/testing/server';
import { inThisBrowser } from '../control/keeper';
import { usePlaces } from './use-places';

const server = useServer();
const there = [{ type: 'vod', item_id: 11, position: 600, duration: 5400, saved_at: '2026-11-22T01:00:00Z' }];

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});
afterEach(() => session.setState({ user: null }));

it('are this browser’s for visitors, and where none is kept', () => {
  expect(renderHook(() => usePlaces(true)).result.current).toBe(inThisBrowser);
  session.setState({ user: aProfile() });
  expect(renderHook(() => usePlaces(false)).result.current).toBe(inThisBrowser);
});

it('wait for where a user left it on another device', async () => {
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get('*/api/positions', async () => {
      await asked;
      return ok(there);
    }),
  );
  session.setState({ user: aProfile() });
  const { result } = renderHook(() => usePlaces(true));
  expect(result.current).toBeNull();
  answer();
  await waitFor(() => expect(result.current?.left('v11')).toMatchObject({ at: 600 }));
});

it('do not stop who logs in while they watch', async () => {
  server.use(http.get('*/api/positions', () => ok(there)));
  const { result } = renderHook(() => usePlaces(true));
  act(() => session.setState({ user: aProfile() }));
  expect(result.current).toBe(inThisBrowser);
  await waitFor(() => expect(result.current?.left('v11')).toMatchObject({ at: 600 }));
});

it('are done without when nobody tells', async () => {
  server.use(http.get('*/api/positions', () => problem(404, 'route_not_found')));
  session.setState({ user: aProfile() });
  const { result } = renderHook(() => usePlaces(true));
  await waitFor(() => expect(result.current).not.toBeNull());
});

it('are waited for no longer than two seconds', async () => {
  server.use(http.get('*/api/positions', () => delay('infinite')));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    session.setState({ user: aProfile() });
    const { result } = renderHook(() => usePlaces(true));
    expect(result.current).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(result.current).not.toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
