import { type APIRequestContext, expect } from '@playwright/test';

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
): Promise<string> {
  for (;;) {
    const answer = await request.post(path, { data: body });
    const retryAfter = Number(answer.headers()['retry-after']);
    if (answer.status() === 503 && retryAfter > 0) {
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
      continue;
    }
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { data: { api_key: string } }).data.api_key;
  }
}
