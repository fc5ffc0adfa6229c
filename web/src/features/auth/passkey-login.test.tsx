import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as route } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aProfile } from '#/testing/bootstrap';
import { renderScreen } from '#/testing/render';
import { countRecordedLogins } from '#/testing/reports';
import { ok, useServer } from '#/testing/server';
import { PasskeyLogin } from './passkey-login';

const server = useServer();
const logins = countRecordedLogins();
const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>();
/** Says that the browser offers suggestions. */
let offerSuggestions: (does: boolean) => void;

beforeEach(() => {
  keys.setChannel('demo', '/api');
  local.save('api_key', 'anon');
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', {
    isConditionalMediationAvailable: () =>
      new Promise<boolean>((resolve) => {
        offerSuggestions = resolve;
      }),
  });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  get.mockReset();
});
afterEach(() => {
  session.setState({ user: null });
  vi.unstubAllGlobals();
});

const bytes = new Uint8Array([1, 2, 3]).buffer;
const credential = {
  id: 'id',
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: null },
};

it('lets nothing end the dialog of the button: suggestions that come late are left out', async () => {
  server.use(
    route.post('*/api/v2/auth/passkey/begin', () => ok({ options: { challenge: 'AQID' } })),
    route.post('*/api/v2/auth/passkey', () => ok({ api_key: 'rotated', user: aProfile() })),
  );
  let choose: (made: unknown) => void = () => undefined;
  get.mockImplementation(
    ({ signal }) =>
      new Promise((resolve, reject) => {
        choose = resolve;
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
  );
  await renderScreen(<PasskeyLogin />);
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Log in with a passkey' }));
  await waitFor(() => expect(get).toHaveBeenCalledOnce());
  offerSuggestions(true);
  await Promise.resolve();
  choose(credential);
  await waitFor(() => expect(session.getState().user).not.toBeNull());
  expect(get).toHaveBeenCalledOnce();
  expect(logins()).toBe(1);
});

it('asks for one challenge at a time, so that the button’s is the one that counts', async () => {
  const answers: (() => void)[] = [];
  server.use(
    route.post('*/api/v2/auth/passkey/begin', async () => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return ok({ options: { challenge: 'AQID' } });
    }),
  );
  get.mockImplementation(() => new Promise(() => undefined));
  await renderScreen(<PasskeyLogin />);
  offerSuggestions(true);
  await waitFor(() => expect(answers).toHaveLength(1));
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Log in with a passkey' }));
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await waitFor(() => expect(get).toHaveBeenCalledOnce());
  expect(get.mock.calls[0]?.[0].mediation).toBeUndefined();
});
