import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { Search as SearchIcon } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { Button } from '#/ui/button';
import { Popover } from '#/ui/popover';

/** The server answers searches of 2 to 100 characters. */
const shortest = 2;
const longest = 100;

/** A search field under its button; it opens the list of events that match. */
export function Search() {
  const { t } = useLingui();
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    if (text.length < shortest) return field.current?.focus();
    void router.navigate({ href: `/upcoming?${new URLSearchParams({ search: text })}` });
  };
  return (
    <Popover
      className="ib"
      label={t`Search`}
      align="end"
      panelClassName="pop--search"
      trigger={<SearchIcon className="i" aria-hidden="true" />}
    >
      <search>
        <form onSubmit={submit}>
          <input
            ref={field}
            className="in"
            type="search"
            name="search"
            aria-label={t`Team, school, sport or place`}
            placeholder={t`Team, school, sport or place`}
            maxLength={longest}
            enterKeyHint="search"
            data-focus
          />
          <Button type="submit">
            <Trans>Search</Trans>
          </Button>
        </form>
      </search>
    </Popover>
  );
}
