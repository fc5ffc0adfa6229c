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

/** A call of analytics: its path below `/analytics/datalake`, and its body. */
export interface SentCall {
  path: string;
  body: Record<string, unknown>;
}

/** Answers the calls of analytics and gives each of them to `take`. */
function answerAnalytics(server: SetupServer, take: (call: SentCall) => void): void {
  server.use(
    route.get('*/analytics/datalake/hash/', () => ok({ hash: 'h' })),
    route.post('*/analytics/datalake/*', async ({ request }) => {
      const path = new URL(request.url).pathname.replace(/^.*\/datalake/, '');
      take({ path, body: (await request.json()) as SentCall['body'] });
      return ok(path === '/session/' ? { session_uuid: 'session', expires_at: '' } : {});
    }),
  );
}

/** Answers the calls of analytics and returns those that send something, as they come. */
export function recordAnalyticsCalls(server: SetupServer): SentCall[] {
  const calls: SentCall[] = [];
  answerAnalytics(server, (call) => calls.push(call));
  return calls;
}

/** Answers the calls of analytics and returns the events that are reported, as they come. */
export function recordAnalyticsEvents(server: SetupServer): SentReport[] {
  const reports: SentReport[] = [];
  answerAnalytics(server, ({ path, body }) => {
    if (path === '/event/') reports.push(body as unknown as SentReport);
  });
  return reports;
}

/** Returns a function that returns the number of logins that the current test has recorded for analytics. */
export function countRecordedLogins(): () => number {
  let logins = 0;
  beforeEach(() => {
    logins = 0;
    return bus.on('record', ({ event }) => {
      if (event === 'login') logins++;
    });
  });
  return () => logins;
}
