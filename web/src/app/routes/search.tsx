import { createFileRoute, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { loadTexts } from '#/lib/i18n';
import { lazy } from '#/lib/lazy';

const SearchPage = lazy(async () => {
  const [{ SearchPage: page }] = await Promise.all([import('../search-page'), loadTexts('next')]);
  return { default: page };
});

// The address is read below: what stands here is part of what every page starts with.
export const Route = createFileRoute('/search')({
  staticData: { kind: 'search', skeleton: 'cards' },
  component: SearchRoute,
});

function SearchRoute() {
  const { q }: { q?: unknown } = useSearch({ strict: false });
  return (
    <Suspense fallback={<div className="wrap page" aria-busy="true" />}>
      <SearchPage typed={typeof q === 'string' ? q : ''} />
    </Suspense>
  );
}
