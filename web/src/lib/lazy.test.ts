import { afterEach, expect, test, vi } from 'vitest';
import { waitFor } from '#/testing/wait-for';
import { whenConnected } from './lazy';

const connected = (yes: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(yes);

afterEach(() => vi.restoreAllMocks());

test('code that a broken connection held back is loaded once the connection is back', async () => {
  connected(false);
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('unreachable')).mockResolvedValue('code');
  const loaded = whenConnected(load);
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  connected(true);
  dispatchEvent(new Event('online'));
  expect(await loaded).toBe('code');
});

test('code that is missing on a server that can be reached is an error at once', async () => {
  connected(true);
  await expect(whenConnected(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
