import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { videoCategoriesQuery } from '#/api/library';
import type { LibrarySearch } from '#/entities/video-search';
import { useTitle } from '#/lib/channel';
import { lazy } from '#/lib/lazy';
import { Chip } from '#/ui/chip';
import { SearchBox } from '#/ui/search-box';
import { Shelves } from './shelves';
import '../vod.css';

// Its code comes with a search or a category.
const Found = lazy(async () => ({ default: (await import('./found')).Found }));

interface LibraryProps {
  search: LibrarySearch;
  onSearch: (search: LibrarySearch) => void;
}

/** The library: its rails, or in their place what a search or a category finds. */
export function LibraryScreen({ search, onSearch }: LibraryProps) {
  const { t } = useLingui();
  useTitle(t`Video library`);
  const narrowed = search.title !== undefined || search.category !== undefined;
  const withTitle = (title: string) => {
    const { title: _, ...rest } = search;
    onSearch(title ? { ...rest, title } : rest);
  };
  return (
    <div className="vod">
      <div className="wrap vod__head">
        <h1>{t`Video library`}</h1>
        <SearchBox
          label={t`Search videos`}
          placeholder={t`Search titles`}
          value={search.title ?? ''}
          onSearch={withTitle}
        />
        <Categories search={search} onSearch={onSearch} />
      </div>
      {narrowed ? (
        <Suspense>
          <Found search={search} onSearch={onSearch} />
        </Suspense>
      ) : (
        <Shelves />
      )}
    </div>
  );
}

function Categories({ search, onSearch }: LibraryProps) {
  const { t } = useLingui();
  const { data: categories = [] } = useQuery(videoCategoriesQuery());
  const choose = (category: string | undefined) => {
    const { category: _, ...rest } = search;
    onSearch(category ? { ...rest, category } : rest);
  };
  const all = categories.reduce((sum, category) => sum + category.items_count, 0);
  return (
    <div className="chips" role="group" aria-label={t`Category`}>
      <Chip pressed={!search.category} count={all || undefined} onPress={() => choose(undefined)}>
        {t`All`}
      </Chip>
      {categories
        .filter((category) => category.items_count > 0 || category.alias === search.category)
        .map((category) => (
          <Chip
            key={category.id}
            pressed={search.category === category.alias}
            count={category.items_count}
            onPress={() => choose(search.category === category.alias ? undefined : category.alias)}
          >
            {category.title}
          </Chip>
        ))}
    </div>
  );
}
