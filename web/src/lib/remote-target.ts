import type { Settings } from '#/api/types';

/** Where a channel with accounts of its own links devices, with the code that the device shows; null elsewhere. */
export function remoteTarget({ auth, remoteAuth }: Settings, code?: string): string | null {
  if (auth.remote_auth !== 1 || !remoteAuth || !URL.canParse(remoteAuth.url)) return null;
  const target = new URL(remoteAuth.url);
  if (!/^https?:$/.test(target.protocol)) return null;
  if (code) target.searchParams.set('code', code);
  return target.href;
}
