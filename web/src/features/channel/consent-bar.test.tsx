import { i18n } from '@lingui/core';
import { screen } from '@testing-library/react';
import { http as route } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { Language } from '#/api/types';
import { captureTrk, holdFacts, noteKeyError, recordPageView } from '#/lib/analytics';
import { answerConsent } from '#/lib/consent';
import { activateLanguage } from '#/lib/i18n';
import { startMeasuring } from '#/lib/measure/start';
import { session } from '#/lib/session';
import { aBootstrap, aProfile, someSettings } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { ok, useServer } from '#/testing/server';
import { waitFor } from '#/testing/wait-for';
import { ConsentBar } from './consent-bar';

const server = useServer();

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

describe('the question about analytics cookies', () => {
  it.each<[Language, string]>([
    [
      'en',
      'Without them, we count visits and failed page loads, and this tab keeps the name of the campaign that led you here. None of this identifies you.',
    ],
    [
      'fr',
      'Sans eux, nous comptons les visites et les échecs de chargement, et cet onglet garde le nom de la campagne qui vous a mené ici. Rien de cela ne permet de vous identifier.',
    ],
  ])('tells what is counted and kept without them (%s)', async (language, told) => {
    await activateLanguage(language);
    const settings = someSettings({ 'google-analytics': { 'google-tag': 'G-1' } });
    await renderScreen(<ConsentBar />, { bootstrap: aBootstrap({ settings }) });
    expect(screen.getByRole('region')).toHaveTextContent(told);
  });
});

interface Sent {
  event: string;
  user_email: string;
  extras: Record<string, unknown>;
}

/** Answers the calls of analytics and returns the reports that come. */
function receivesReports(): Sent[] {
  const reports: Sent[] = [];
  server.use(
    route.get('*/analytics/datalake/hash/', () => ok({ hash: 'h' })),
    route.post('*/analytics/datalake/session/', () => ok({ session_uuid: 'session', expires_at: '' })),
    route.post('*/analytics/datalake/event/', async ({ request }) => {
      reports.push((await request.json()) as Sent);
      return ok({});
    }),
  );
  return reports;
}

const namesIn = (storage: Storage) => Object.keys(storage).toSorted();

/** The app works with these values, and nothing is measured by them. */
const own = ['rudy_api_base', 'rudy_api_key', 'rudy_channel_key'];

it('visits, failed page loads and the campaign are all that is counted and kept without analytics cookies', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const reports = receivesReports();
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
  await waitFor(() => expect(reports).toHaveLength(2));
  expect(reports).toMatchObject([
    { event: 'visit_page', user_email: '', extras: { path: '/schedule', trk: 'poster' } },
    { event: 'api_key_error', user_email: '', extras: { times: 1 } },
  ]);
  expect([namesIn(localStorage), namesIn(sessionStorage)]).toEqual([own, ['rudy_trk']]);

  answerConsent('denied');
  recordPageView('/about');
  await waitFor(() => expect(reports).toHaveLength(3));
  expect(reports[2]).toMatchObject({ event: 'visit_page', user_email: '', extras: { path: '/about', trk: 'poster' } });
  expect([namesIn(localStorage), namesIn(sessionStorage)]).toEqual([['rudy_analytics_consent', ...own], ['rudy_trk']]);
  expect(document.cookie).toBe('');
});
