import { http as route } from 'msw';
import type { SetupServer } from 'msw/node';
import { beforeEach } from 'vitest';
import { bus } from '#/lib/bus';
import { ok } from './server';

export interface SentReport {
  event: string;
  user_email: string;
  extras: Record<string, unknown>;
}

/** Answers the calls of analytics and returns the reports that come. */
export function receivesReports(server: SetupServer): SentReport[] {
  const reports: SentReport[] = [];
  server.use(
    route.get('*/analytics/datalake/hash/', () => ok({ hash: 'h' })),
    route.post('*/analytics/datalake/session/', () => ok({ session_uuid: 'session', expires_at: '' })),
    route.post('*/analytics/datalake/event/', async ({ request }) => {
      reports.push((await request.json()) as SentReport);
      return ok({});
    }),
  );
  return reports;
}

/** How many log ins a test has recorded for analytics. */
export function useRecordedLogins(): () => number {
  let logins = 0;
  beforeEach(() => {
    logins = 0;
    return bus.on('record', ({ event }) => {
      if (event === 'login') logins++;
    });
  });
  return () => logins;
}
