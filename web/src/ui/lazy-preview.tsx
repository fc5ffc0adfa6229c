import { lazy, Suspense } from 'react';
import type { Media } from '#/api/types';
import type { ItemPreviewProps } from './item-preview';

const Preview = lazy(() => import('./item-preview'));

/** The preview (6) of a card's event or video; nothing without one, nor until its code is there. */
export function LazyPreview(of: ItemPreviewProps & { media: Media[] | undefined }) {
  return of.media?.some((medium) => medium.type === 6) ? (
    <Suspense>
      <Preview {...of} />
    </Suspense>
  ) : null;
}
