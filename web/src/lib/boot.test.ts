import { i18n } from '@lingui/core';
import { http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '#/api/keys';
import { bootstrapQuery, slidesQuery } from '#/api/queries';
import { aBootstrap, aProfile, someSettings } from '#/testing/bootstrap';
import { aClient } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { readBootDocument, start } from './boot';
import { session } from './session';
import { local } from './storage';

const server = useServer();
const calls: string[] = [];

beforeEach(() => {
  calls.length = 0;
  server.events.on('request:start', ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    calls.push(`${pathname}${searchParams.has('lang') ? `?${searchParams.get('lang')}` : ''}`);
  });
  server.use(
    route.get('*/keys/channel-key', () => ok({ channel_key: 'demo', api_base: '/api' })),
    route.post('*/api/get_api_key', () => ok({ api_key: 'anon' })),
    route.get('*/api/settings', () => ok(someSettings({ language: 'fr' }))),
    route.get('*/api/channel-bootstrap-data', () => ok(aBootstrap())),
    route.get('*/api/profile', () => ok(aProfile())),
  );
});

afterEach(() => {
  server.events.removeAllListeners();
  document.body.innerHTML = '';
  history.replaceState(null, '', '/');
  session.setState({ user: null });
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

function inline(document_: unknown): void {
  document.body.innerHTML = `<script type="application/json" id="boot">${JSON.stringify(document_)}</script>`;
}

describe('start on a static host', () => {
  it('gets channel key, api key, the language of the channel and the configuration, in this order', async () => {
    i18n.loadAndActivate({ locale: '', messages: {} });
    const client = aClient();
    await start(client);
    expect(calls).toEqual(['/keys/channel-key', '/api/get_api_key', '/api/settings', '/api/channel-bootstrap-data?fr']);
    expect(document.documentElement.lang).toBe('fr');
    expect(client.getQueryData(bootstrapQuery().queryKey)).toEqual(aBootstrap());
    const { derived: _, ...colors } = aBootstrap()['color-settings'];
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(colors)) expect(style.getPropertyValue(`--ch-${name}`)).toBe(value);
  });

  it('asks for no key that it has', async () => {
    keys.setChannel('demo', '/api');
    local.save('api_key', 'anon');
    local.save('language', 'en');
    await start(aClient());
    expect(calls).toEqual(['/api/channel-bootstrap-data?en']);
  });

  it('prefers the language of the address to the remembered one', async () => {
    local.save('language', 'en');
    history.replaceState(null, '', '/?lang=fr');
    await start(aClient());
    expect(i18n.locale).toBe('fr');
    // The next page may not carry it.
    expect(local.load('language')).toBe('fr');
    expect(document.cookie).toContain('lang=fr');
  });

  it('loads the profile of a user who comes back', async () => {
    local.save('language', 'en');
    local.save('api_key', 'user-key');
    local.save('signed_in', true);
    keys.setChannel('demo', '/api');
    local.save('api_key', 'user-key');
    await start(aClient());
    expect(session.getState().user).toEqual(aProfile());
  });

  it('starts as a visitor when the profile is refused', async () => {
    keys.setChannel('demo', '/api');
    local.save('language', 'en');
    local.save('api_key', 'user-key');
    local.save('signed_in', true);
    server.use(route.get('*/api/profile', () => problem(401, 'unauthenticated')));
    await start(aClient());
    expect(session.getState().user).toBeNull();
  });

  it('fails when no api key can be had', async () => {
    server.use(route.post('*/api/get_api_key', () => problem(503, 'overloaded')));
    await expect(start(aClient())).rejects.toThrow('overloaded');
  });
});

describe('start on a page with a boot document', () => {
  const boot = { channel_key: 'demo', language: 'en', bootstrap: aBootstrap() };

  it('asks only for an api key, and does not wait for it', async () => {
    inline(boot);
    const client = aClient();
    await start(client);
    await waitFor(() => expect(keys.api()).toBe('anon'));
    expect(calls).toEqual(['/api/get_api_key?en']);
    expect(client.getQueryData(bootstrapQuery().queryKey)).toEqual(aBootstrap());
    expect(client.getQueryData(slidesQuery('main').queryKey)).toEqual([]);
  });

  it('asks for the texts again when the reader wants another language', async () => {
    inline(boot);
    local.save('language', 'fr');
    await start(aClient());
    expect(calls).toContain('/api/channel-bootstrap-data?fr');
  });

  it('drops the api key of another channel', async () => {
    keys.setChannel('other', '/api');
    local.save('api_key', 'of-other');
    inline(boot);
    await start(aClient());
    expect(keys.channel()).toBe('demo');
    expect(local.load('api_key')).not.toBe('of-other');
  });

  it('takes answers that the server foresaw, and lets them be asked again', async () => {
    inline({ ...boot, queries: [[['events-for-homepage', {}], { live: [] }], 'nonsense', [1]] });
    const client = aClient();
    await start(client);
    expect(client.getQueryData(['events-for-homepage', {}])).toEqual({ live: [] });
    expect(client.getQueryState(['events-for-homepage', {}])?.dataUpdatedAt).toBe(0);
  });

  it('shows a user nothing that was foreseen for visitors', async () => {
    local.save('signed_in', true);
    inline({ ...boot, queries: [[['events-for-homepage', {}], { live: [] }]] });
    const client = aClient();
    await start(client);
    expect(client.getQueryData(['events-for-homepage', {}])).toBeUndefined();
  });
});

describe('readBootDocument', () => {
  it.each([
    '',
    'x',
    '[]',
    '{"channel_key":1,"bootstrap":{},"language":"en"}',
    '{"channel_key":"a","language":"de","bootstrap":{}}',
    '{"channel_key":"a","language":"en"}',
  ])('refuses %j', (text) => {
    document.body.innerHTML = '<script type="application/json" id="boot"></script>';
    const script = document.getElementById('boot');
    if (script) script.textContent = text;
    expect(readBootDocument()).toBeNull();
  });
});
