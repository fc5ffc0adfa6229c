import { useQuery } from '@tanstack/react-query';
import { packagesQuery, subscriptionsQuery } from '#/api/queries';
import type { EventDetail, Product } from '#/api/types';
import { useUser } from '#/lib/session';

/** Whether the viewer of an event may do something with it, or what they could buy to be able to. */
export type Feature = { kind: 'can' } | { kind: 'offered'; products: Product[] } | { kind: 'none' };

const none: Feature = { kind: 'none' };
const can: Feature = { kind: 'can' };

type Asked = Pick<EventDetail, 'packages'> & { access: Pick<EventDetail['access'], 'capabilities'> };

export function useFeature(event: Asked, capability: 'clipping' | 'download'): Feature {
  const has = event.access.capabilities.includes(capability);
  const enabled = !has && event.packages.length > 0;
  const packages = useQuery({ ...packagesQuery(), enabled });
  const subscriptions = useQuery({ ...subscriptionsQuery(), enabled });
  if (has) return can;
  const opening = new Set(event.packages.map(({ id }) => id));
  const products = [...(subscriptions.data ?? []), ...(packages.data ?? [])].filter(
    ({ id, capabilities, purchased }) => opening.has(id) && !purchased && capabilities.includes(capability),
  );
  return products.length > 0 ? { kind: 'offered', products } : none;
}

/** How many of the clips that the viewer's pass includes are used; null where there is no limit. */
export function useClipsUsed(event: Pick<EventDetail, 'access'>): { used: number; limit: number } | null {
  const user = useUser();
  const { product } = event.access;
  const enabled = product !== undefined;
  const packages = useQuery({ ...packagesQuery(), enabled });
  const subscriptions = useQuery({ ...subscriptionsQuery(), enabled });
  const all: Product[] = [...(subscriptions.data ?? []), ...(packages.data ?? [])];
  const limit = all.find(({ name }) => name === product)?.clip_limit ?? 0;
  const used = user?.featureCount.clips ?? 0;
  // Who has used more has had more than this pass, so that the count says nothing of it.
  return enabled && limit > 0 && used <= limit ? { used, limit } : null;
}
