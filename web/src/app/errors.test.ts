import { http } from 'msw';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { customFormQuery, eventsQuery } from '#/api/queries';
import { fetchProfile } from '#/api/session';
import { aClient } from '#/testing/render';
import { problem, useServer } from '#/testing/server';
import { showAnnouncements } from './errors';

const server = useServer();
let shown = vi.spyOn(toast, 'error');
showAnnouncements();

const apology = 'Apologies! Our service is currently experiencing technical difficulties.';

beforeEach(() => {
  shown = vi.spyOn(toast, 'error');
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
});

afterEach(() => vi.restoreAllMocks());

const calls = {
  '/profile': () => fetchProfile(),
  '/custom-forms/contacts': () => aClient().fetchQuery({ ...customFormQuery('contacts'), retry: false }),
  '/events': () => aClient().fetchQuery({ ...eventsQuery({}), retry: false }),
};

/** The texts that a call shows on every screen when the server answers so. */
async function announced(path: keyof typeof calls, status: number): Promise<unknown[]> {
  server.use(http.get(`*/api${path}`, () => problem(status, 'refused')));
  await calls[path]().catch(() => undefined);
  await new Promise(setImmediate);
  await vi.dynamicImportSettled();
  return shown.mock.calls.map(([text]) => text);
}

describe('a global error', () => {
  it.each([
    ['/profile', 403, [apology]],
    ['/profile', 401, []],
    ['/custom-forms/contacts', 403, [apology]],
    ['/custom-forms/contacts', 404, []],
    ['/events', 500, [apology]],
    ['/events', 404, []],
    ['/events', 429, ['Too many requests. Please wait a moment and try again.']],
  ] as const)('of %s with %i says %j', async (path, status, texts) => {
    expect(await announced(path, status)).toEqual(texts);
  });
});
