import { i18n } from '@lingui/core';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { Language } from '#/api/types';
import { captureTrk, holdFacts, noteKeyError, recordPageView } from '#/lib/analytics';
import { type AnalyticsEvent, type BusEvents, bus } from '#/lib/bus';
import { answerConsent } from '#/lib/consent';
import { activateLanguage } from '#/lib/i18n';
import { startMeasuring } from '#/lib/measure/start';
import { session } from '#/lib/session';
import { aBootstrap, aProfile, someSettings } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { recordAnalyticsCalls } from '#/testing/reports';
import { useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { ConsentBar } from './consent-bar';

const server = useServer();

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

/** What the bar calls each report, in English and in French. It names the two kinds of failed requests together. */
const words: Record<AnalyticsEvent | 'viewing', Record<Language, string>> = {
  visit_page: { en: 'visits', fr: 'visites' },
  login: { en: 'logins', fr: 'connexions' },
  purchase: { en: 'purchases', fr: 'achats' },
  viewing: { en: 'viewing time', fr: 'temps de visionnement' },
  cmcd: { en: 'playback quality', fr: 'qualité de lecture' },
  api_request: { en: 'slow or failed requests', fr: 'requêtes lentes ou en échec' },
  api_key_error: { en: 'slow or failed requests', fr: 'requêtes lentes ou en échec' },
};

/** The other sentences of the bar. */
const sentences: Record<Language, string[]> = {
  en: [
    'requests, with your device and country.',
    'While you are logged in, they are stored with your account.',
    'This tab keeps the name of the campaign that led you here, and how often a page failed to start.',
  ],
  fr: [
    'en échec, avec votre appareil et votre pays.',
    'Lorsque vous êtes connecté, ces données sont liées à votre compte.',
    'Cet onglet garde le nom de la campagne qui vous a mené ici et le nombre de pages qui n’ont pas démarré.',
  ],
};

it.each<Language>(['en', 'fr'])(
  'the bar tells what is counted and kept without analytics cookies (%s)',
  async (language) => {
    await activateLanguage(language);
    const settings = someSettings({ 'google-analytics': { 'google-tag': 'G-1' } });
    await renderScreen(<ConsentBar />, { bootstrap: aBootstrap({ settings }) });
    const bar = screen.getByRole('region');
    for (const word of Object.values(words)) expect(bar).toHaveTextContent(word[language]);
    for (const sentence of sentences[language]) expect(bar).toHaveTextContent(sentence);
  },
);

const namesIn = (storage: Storage) => Object.keys(storage).toSorted();

/** The app works with these values, and nothing is measured by them. */
const own = ['rudy_api_base', 'rudy_api_key', 'rudy_channel_key'];

it('what is sent without analytics cookies has the id of the user, but no email address', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const sent = recordAnalyticsCalls(server);
  keys.setChannel('demo', '/api');
  keys.setApi('key');
  session.setState({ user: aProfile() });
  captureTrk('?trk=poster');
  noteKeyError();
  const facts = holdFacts();
  recordPageView('/schedule');
  expect(namesIn(sessionStorage)).toEqual(['rudy_key_errors', 'rudy_trk']);

  const settings = someSettings({ 'yare-analytics': 'key', analytics: { base_url: '/analytics', local: true } });
  startMeasuring(settings, facts, { plain: false });
  const recorded = ['login', 'purchase', 'api_request', 'cmcd'] as const;
  for (const event of recorded) bus.emit('record', { event, extras: { of: event } });
  const stream: BusEvents['viewing']['stream'] = {
    stream_id: 7,
    stream_type: 'event',
    live: true,
    category: '',
    sport: 'Hockey',
    gender: '',
    school: '',
    league: '',
  };
  bus.emit('viewing', { view: 'v', stream, event: 'play' });
  bus.emit('viewing', { view: 'v', stream, seconds: 30 });
  await waitFor(() => expect(sent).toHaveLength(9));
  const byUser = { user_id: 7, user_email: '' };
  expect(sent).toMatchObject([
    { path: '/session/', body: { user_agent: navigator.userAgent } },
    { path: '/event/', body: { ...byUser, event: 'visit_page', extras: { path: '/schedule', trk: 'poster' } } },
    { path: '/event/', body: { ...byUser, event: 'api_key_error', extras: { times: 1 } } },
    ...recorded.map((event) => ({ path: '/event/', body: { ...byUser, event, extras: { of: event } } })),
    { path: '/video/event/', body: { event: 'play', stream_id: 7 } },
    { path: '/video/viewing/', body: { viewing_time: 30, stream_id: 7 } },
  ]);
  expect(JSON.stringify(sent)).not.toContain('fan@example.com');
  expect([namesIn(localStorage), namesIn(sessionStorage)]).toEqual([own, ['rudy_trk']]);

  answerConsent('denied');
  recordPageView('/about');
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ body: { extras: { path: '/about', trk: 'poster' } } }));
  expect(JSON.stringify(sent)).not.toContain('fan@example.com');
  expect([namesIn(localStorage), namesIn(sessionStorage)]).toEqual([['rudy_analytics_consent', ...own], ['rudy_trk']]);
  expect(document.cookie).toBe('');
});

it('asks nothing of a browser with Global Privacy Control, and says so', async () => {
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });
  await renderScreen(<ConsentBar />);
  Reflect.deleteProperty(navigator, 'globalPrivacyControl');
  const bar = screen.getByRole('region');
  expect(bar).toHaveTextContent('Your browser refuses analytics cookies (Global Privacy Control).');
  expect(bar).toHaveTextContent('Without them, we still count visits');
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible();
});
