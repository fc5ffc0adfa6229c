import { http as route } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { missedKeys, noteKeyError } from '#/lib/analytics';
import { someSettings } from '#/testing/bootstrap';
import { ok, problem, useServer } from '#/testing/server';
import { reportKeyErrors } from './key-errors';

const server = useServer();
const settings = someSettings({ 'yare-analytics': 'key', analytics: { base_url: '/analytics', local: true } });
const sent: { body: unknown; search: string }[] = [];

/** Answers reports one after another, the last answer for good. */
function answers(...given: Response[]) {
  server.use(
    route.post('*/analytics/datalake/key-error/', async ({ request }) => {
      sent.push({ body: await request.json(), search: new URL(request.url).search });
      return (given.length > 1 ? given.shift() : given[0])?.clone();
    }),
  );
}

beforeEach(() => {
  // Each rest between two reports ends at once.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync');
  sessionStorage.clear();
  localStorage.clear();
  sent.length = 0;
  keys.setChannel('demo', '/api');
});
afterEach(() => vi.useRealTimers());

it('is sent by the page itself once the server answers, without an api key', async () => {
  answers(problem(503, 'unavailable'), Response.error(), ok({ done: true }));
  noteKeyError();
  noteKeyError();
  await reportKeyErrors(settings);
  expect(sent).toHaveLength(3);
  expect(sent[2]).toEqual({ body: { times: 2 }, search: '?channel=demo' });
  expect(missedKeys()).toBe(0);
});

it('asks for the settings where the page does not have them', async () => {
  answers(ok({ done: true }));
  let asked = 0;
  server.use(route.get('*/api/settings', () => (++asked === 1 ? problem(503, 'unavailable') : ok(settings))));
  noteKeyError();
  await reportKeyErrors();
  expect(sent).toHaveLength(1);
});

it('is sent once by a page that asks twice', async () => {
  answers(ok({ done: true }));
  noteKeyError();
  await Promise.all([reportKeyErrors(settings), reportKeyErrors(settings)]);
  expect(sent).toHaveLength(1);
});

it('stays in the memory of the tab where it is refused', async () => {
  answers(problem(404, 'channel_not_found'));
  noteKeyError();
  await reportKeyErrors(settings);
  expect(sent).toHaveLength(1);
  expect(missedKeys()).toBe(1);
});

it('is not sent where a channel is not measured', async () => {
  answers(ok({ done: true }));
  noteKeyError();
  await reportKeyErrors(someSettings());
  expect(sent).toEqual([]);
});
