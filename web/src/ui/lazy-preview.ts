import { lazy } from '#/lib/lazy';

/** The preview of a card's event or video, once its code is there; cards without media need none. */
export const LazyPreview = lazy(() => import('./item-preview'));
