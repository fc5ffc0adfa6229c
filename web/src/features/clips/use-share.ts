import { useLingui } from '@lingui/react/macro';
import type { Clip } from '#/api/types';
import { sharePage } from '#/ui/share-button';

/** Hands the link of a clip on. */
export function useShare(): (clip: Pick<Clip, 'name' | 'share'>) => Promise<void> {
  const { t } = useLingui();
  return async ({ name, share }) => {
    if (share) await sharePage({ path: share.path, title: name, copied: t`Link copied` });
  };
}
