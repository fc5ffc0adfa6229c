import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { bus } from './bus';
import { leave } from './session';

/** Ends the session and goes home. */
export function useLogOut(): () => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async () => {
    await leave(client);
    await router.navigate({ href: '/' });
    bus.emit('logged_out', undefined);
  };
}
