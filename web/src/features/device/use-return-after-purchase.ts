import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { fetchAccess } from '#/api/session';
import type { UserAccess } from '#/api/types';
import { returnHref } from '#/lib/return-to';
import { renewData } from '#/lib/session';

/** Time between two requests for the user's access, in milliseconds. */
const pollInterval = 5_000;

/** Goes back to the page before once the user has bought something on another device. */
export function useReturnAfterPurchase(): void {
  const client = useQueryClient();
  const router = useRouter();
  const initialAccess = useRef<UserAccess>(undefined);
  const { data } = useQuery({
    queryKey: ['access'],
    queryFn: fetchAccess,
    refetchInterval: pollInterval,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    initialAccess.current ??= data;
    if (!data || !initialAccess.current || !hasNewAccess(data, initialAccess.current)) return;
    renewData(client);
    void router.navigate({ href: returnHref(), replace: true });
  }, [data, client, router]);
}

/** Whether the user has access to something that they had no access to before. */
function hasNewAccess(now: UserAccess, before: UserAccess): boolean {
  return (['events', 'packages', 'subscriptions'] as const).some((kind) =>
    now[kind].some((id) => !before[kind].includes(id)),
  );
}
