import { http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { tab } from '#/lib/storage';
import { ok, problem, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { Place, type Standing } from './place';

const server = useServer();
const sent = vi.fn<(address: string, body: Blob) => boolean>(() => true);

type Body = { event_id: number; player: string; before?: string; instead?: boolean };
let asked: Body[] = [];
let answer: () => Response = () => ok({ max_streams: 1, renew_after: 15, media: [] });
let standings: Standing[] = [];
let open: Place[] = [];

function place(standing: Standing = 'asking') {
  const mine = new Place(
    { event_id: 7 },
    standing,
    (now) => standings.push(now),
    () => undefined,
  );
  open.push(mine);
  mine.open();
  return mine;
}

const tooMany = () => problem(409, 'too_many_streams');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  sessionStorage.clear();
  Object.assign(navigator, { sendBeacon: sent });
  sent.mockClear();
  [asked, standings, open] = [[], [], []];
  answer = () => ok({ max_streams: 1, renew_after: 15, media: [] });
  server.use(
    http.post('*/api/leases', async ({ request }) => {
      asked.push((await request.json()) as Body);
      return answer();
    }),
  );
});

afterEach(() => {
  for (const one of open) one.close();
  vi.useRealTimers();
});

it('takes a place, and renews it while it is open', async () => {
  const mine = place();
  await waitFor(() => expect(standings).toEqual(['held']));
  await vi.advanceTimersByTimeAsync(15_000);
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[0]).toMatchObject({ event_id: 7 });
  expect(asked[1]?.player).toBe(asked[0]?.player);
  mine.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(2);
});

it('gives its place back when it is closed', async () => {
  const mine = place();
  await waitFor(() => expect(standings).toEqual(['held']));
  mine.close();
  expect(sent).toHaveBeenCalledOnce();
  const [address, body] = sent.mock.calls[0] ?? [];
  expect(address).toBe('/api/leases/end');
  expect(JSON.parse((await body?.text()) ?? '')).toEqual({ player: asked[0]?.player, api_key: 'k'.repeat(43) });
});

it('has the place of the player before it in the tab, until it has it', async () => {
  tab.save('player', 'the-one-before');
  place();
  await waitFor(() => expect(standings).toEqual(['held']));
  expect(asked[0]?.before).toBe('the-one-before');
  expect(tab.loadText('player')).toBe(asked[0]?.player);
  await vi.advanceTimersByTimeAsync(15_000);
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).not.toHaveProperty('before');
});

it('says that there was no place, and takes another’s when told to', async () => {
  answer = tooMany;
  const mine = place();
  await waitFor(() => expect(standings).toEqual(['refused']));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
  answer = () => ok({ max_streams: 1, renew_after: 15, media: [] });
  await mine.insist();
  expect(asked[1]?.instead).toBe(true);
  expect(standings).toEqual(['refused', 'held']);
});

it('says that another screen took its place, and stays so when that cannot be undone', async () => {
  const mine = place();
  await waitFor(() => expect(standings).toEqual(['held']));
  answer = tooMany;
  await vi.advanceTimersByTimeAsync(15_000);
  await waitFor(() => expect(standings).toEqual(['held', 'lost']));
  await mine.insist();
  expect(standings).toEqual(['held', 'lost']);
  mine.close();
  expect(sent).not.toHaveBeenCalled();
});

it('asks for fresh addresses under another name, which has its place', async () => {
  const mine = place();
  await waitFor(() => expect(standings).toEqual(['held']));
  mine.renew();
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.before).toBe(asked[0]?.player);
  expect(asked[1]?.player).not.toBe(asked[0]?.player);
  expect(standings).toEqual(['held']);
});

it('goes on while nobody answers, and asks again soon', async () => {
  place();
  await waitFor(() => expect(standings).toEqual(['held']));
  answer = () => problem(503, 'overloaded');
  await vi.advanceTimersByTimeAsync(15_000);
  await waitFor(() => expect(asked).toHaveLength(2));
  await vi.advanceTimersByTimeAsync(3000);
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(standings).toEqual(['held']);
});
