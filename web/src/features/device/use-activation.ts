import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { pollDevice, requestDeviceCode } from '#/api/device';
import { statusOf } from '#/api/failure';
import type { DeviceCode, DeviceToken } from '#/api/types';
import { pause } from '#/lib/pause';
import { becomeUser } from '#/lib/session';

export type Activation =
  | { step: 'asking' }
  | { step: 'shown'; code: DeviceCode; expiresAtMs: number }
  | { step: 'denied' }
  | { step: 'failed'; error: unknown };

/**
 * Asks for a code and then, again and again, whether a user has let this device in. An expired code is replaced by
 * itself. Once let in it goes home as the user. `restart` begins anew.
 */
export function useActivation(): { activation: Activation; restart: () => void } {
  const client = useQueryClient();
  const router = useRouter();
  const [activation, setActivation] = useState<Activation>({ step: 'asking' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const run = async () => {
      const { signal } = stop;
      while (!signal.aborted) {
        const code = await requestDeviceCode(signal);
        if (signal.aborted) return;
        setActivation({ step: 'shown', code, expiresAtMs: Date.now() + code.expires_in * 1000 });
        const answer = await untilAnswered(code, signal);
        if (answer?.user) {
          becomeUser(client, answer.user);
          await router.navigate({ href: '/', replace: true });
          return;
        }
        if (answer?.status === 'denied') {
          setActivation({ step: 'denied' });
          return;
        }
      }
    };
    run().catch((error: unknown) => {
      if (!stop.signal.aborted) setActivation({ step: 'failed', error });
    });
    return () => stop.abort();
  }, [round, client, router]);
  const restart = () => {
    setActivation({ step: 'asking' });
    setRound((count) => count + 1);
  };
  return { activation, restart };
}

/** The answer that ends polling; null when the code is worth nothing any more. A lost line is no answer. */
async function untilAnswered(code: DeviceCode, signal: AbortSignal): Promise<DeviceToken | null> {
  let interval = code.interval;
  while (!signal.aborted) {
    await pause(interval * 1000, signal);
    if (signal.aborted) return null;
    try {
      const answer = await pollDevice(code.device_code, signal);
      if (answer.status === 'approved' || answer.status === 'denied') return answer;
      if (answer.status === 'expired') return null;
      interval = answer.interval;
    } catch (error) {
      // The server knows neither this code nor, maybe, the session that it was given to.
      if (statusOf(error) === 404) return null;
    }
  }
  return null;
}
