import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** Opens an anonymous session and returns its api key. */
export async function openSession(request: APIRequestContext, channel = 'demo'): Promise<string> {
  return keyFrom(request, '/api/get_api_key', { channel_key: channel });
}

/** Logs a user of the demo in and returns their api key. */
export async function logInAs(request: APIRequestContext, email: string): Promise<string> {
  return keyFrom(request, '/api/v2/auth/login', {
    api_key: await openSession(request),
    email,
    password: 'grandstand-demo',
  });
}

/**
 * Makes a call that answers with an api key. While the server sheds the call and says when to retry, it is repeated, as
 * the app does.
 */
export async function keyFrom(
  request: APIRequestContext,
  path: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<string> {
  for (;;) {
    const answer = await request.post(path, { data: body, headers });
    const retryAfter = Number(answer.headers()['retry-after']);
    if (answer.status() === 503 && retryAfter > 0) {
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
      continue;
    }
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { data: { api_key: string } }).data.api_key;
  }
}

/** The header of a proxy before a client in a random /48 of the networks for documentation (RFC 3849). */
export function fromNewNetwork(): Record<string, string> {
  return { 'X-Forwarded-For': `2001:db8:${Math.floor(Math.random() * 0x10000).toString(16)}::1` };
}

/**
 * Has the registrations of a page come from their own network: one network may make 20 at once, and one every 3 minutes.
 * Three of them may be told that an address is taken.
 */
export async function registersFromNewNetwork(page: Page): Promise<void> {
  const network = fromNewNetwork();
  await page.route(/\/api\/v2\/auth\/(register|guest)(\?|$)/, (route) =>
    route.continue({ headers: { ...route.request().headers(), ...network } }),
  );
}
