import { useLingui } from '@lingui/react/macro';
import { sharePage } from '#/ui/share-button';
import type { Clip } from './api';

/** Hands the link of a clip on. */
export function useShare(): (clip: Pick<Clip, 'name' | 'share'>) => Promise<void> {
  const { t } = useLingui();
  return async ({ name, share }) => {
    if (share) await sharePage({ path: share.path, title: name, copied: t`Link copied` });
  };
}
