import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { longestSearch, searchHref, searchText } from '#/entities/suggestion';
import { Button } from '../button';
import { SuggestionOption } from './suggestion-option';
import { useCombobox } from './use-combobox';
import { useSuggestions } from './use-suggestions';

interface SearchFieldProps {
  value?: string;
  /** The list lies over what follows, and goes with the focus. */
  floating?: boolean;
  focused?: boolean;
}

/** The search of the channel: suggestions while one types, and the way to everything that matches. */
export function SearchField({ value = '', floating = false, focused = false }: SearchFieldProps) {
  const { t } = useLingui();
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [asked, setAsked] = useState(value);
  const [given, setGiven] = useState(value);
  // The address may change without the field: by the back button, or by the search of the header.
  if (given !== value) {
    setGiven(value);
    setTyped(value);
    setAsked(value);
  }
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  // What the page shows already needs no suggestions.
  const { text, list, settled } = useSuggestions(typed === asked ? '' : typed);
  const all = searchHref(text);
  const open = (index: number) => void router.navigate({ href: list[index]?.href ?? all });
  const box = useCombobox({
    count: text && (settled || list.length > 0) ? list.length + 1 : 0,
    optionsKey: text,
    onOpen: open,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = searchText(typed);
    if (!wanted) return field.current?.focus();
    setAsked(typed);
    box.close();
    void router.navigate({ href: searchHref(wanted) });
  };
  const follow = (index: number) => (event: MouseEvent) => {
    const href = list[index]?.href ?? all;
    if (event.metaKey || event.ctrlKey || event.shiftKey) return void window.open(href, '_blank', 'noopener');
    open(index);
  };

  return (
    <search className={floating ? 'search search--floating' : 'search'}>
      <form onSubmit={submit}>
        <input
          ref={field}
          {...box.field}
          className="in"
          type="text"
          name="q"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-label={t`Team, school, sport or place`}
          placeholder={t`Team, school, sport or place`}
          maxLength={2 * longestSearch}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={floating ? box.close : undefined}
          onFocus={box.reopen}
          data-focus
        />
        <Button type="submit">
          <Trans>Search</Trans>
        </Button>
      </form>
      {box.open && (
        <div className="suggestions" id={box.listId} role="listbox" aria-label={t`Suggestions`}>
          {list.map((suggestion, index) => (
            <SuggestionOption
              key={suggestion.key}
              id={box.optionId(index)}
              suggestion={suggestion}
              active={box.active === index}
              onClick={follow(index)}
            />
          ))}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the keys and the focus */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- as above */}
          <div
            id={box.optionId(list.length)}
            className="suggestion suggestion--all"
            role="option"
            aria-selected={box.active === list.length}
            onMouseDown={(event) => event.preventDefault()}
            onClick={follow(list.length)}
          >
            <Search className="i" aria-hidden="true" />
            <span>{list.length > 0 ? t`All results for “${text}”` : t`Search for “${text}”`}</span>
          </div>
        </div>
      )}
    </search>
  );
}
