import type { QueryClient } from '@tanstack/react-query';
import { bootstrapQuery } from '#/api/queries';
import { remoteTarget } from '#/lib/remote-target';

/** Leads to the site where a channel with its own accounts links devices. It resolves only where there is no such site. */
export async function linkElsewhere(
  client: QueryClient,
  signal: AbortSignal,
  code?: string,
  leave = (href: string) => location.replace(href),
): Promise<void> {
  const { settings } = await client.ensureQueryData(bootstrapQuery());
  if (!settings.auth.remote_auth) return;
  const target = remoteTarget(settings, code);
  if (!target) return;
  leave(target);
  // The page goes; nothing of ours is shown meanwhile.
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
}
