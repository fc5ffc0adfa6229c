import { useLingui } from '@lingui/react/macro';
import { Search as SearchIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazy } from '#/lib/lazy';
import { Popover } from '#/ui/popover';

const SearchField = lazy(async () => (await import('#/ui/search/ready-field')).readyField());

/** A search field under its button. */
export function Search() {
  const { t } = useLingui();
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      className="ib"
      label={t`Search`}
      align="end"
      panelClassName="pop--search"
      onOpen={() => setOpened(true)}
      trigger={<SearchIcon className="i" />}
    >
      {opened && (
        <Suspense>
          <SearchField focused />
        </Suspense>
      )}
    </Popover>
  );
}
