import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { aClient } from '#/testing/render';
import { useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { keys } from './keys';
import { eventsQuery } from './queries';

const server = useServer();

beforeEach(() => {
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

it('cancels the request for a list of events with its query', async () => {
  const asked: Request[] = [];
  server.use(
    http.get('*/api/events', ({ request }) => {
      asked.push(request);
      return new Promise<Response>(() => undefined);
    }),
  );
  const client = aClient();
  const query = eventsQuery({ school: 'laurentide' });
  const answer = client.fetchQuery(query).catch(() => 'cancelled');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.signal.aborted).toBe(false);
  await client.cancelQueries({ queryKey: query.queryKey });
  expect(await answer).toBe('cancelled');
  await waitFor(() => expect(asked[0]?.signal.aborted).toBe(true));
});
