import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { announce } from '#/ui/announcer';
import { FieldError } from '#/ui/field';
import { LONGEST_TAG, MOST_TAGS, untaken, withTags } from '../logic/draft';

interface TagsProps {
  tags: readonly string[];
  suggestions: readonly string[];
  error?: string | undefined;
  onChange: (tags: string[]) => void;
}

/** Tags as chips with a field behind them: Enter or a comma adds what is typed, Backspace takes the last one back. */
export function TagsField({ tags, suggestions, error, onChange }: TagsProps) {
  const { t } = useLingui();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const full = tags.length >= MOST_TAGS;
  const offered = untaken(suggestions, tags);

  const add = (text: string) => {
    const next = withTags(tags, text);
    if (next.length > tags.length) {
      onChange(next);
      const added = next.slice(tags.length).join(', ');
      announce(t`Tag added: ${added}`);
    }
    setTyped('');
  };
  const remove = (tag: string) => {
    onChange(tags.filter((other) => other !== tag));
    announce(t`Tag removed: ${tag}`);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === ',' || (event.key === 'Enter' && typed.trim() !== '')) {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '') {
      const last = tags.at(-1);
      if (last !== undefined) remove(last);
    }
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        <Trans>Tags</Trans>
      </label>
      <div className="tagin">
        {tags.map((tag) => (
          <span className="chip" key={tag}>
            {tag}
            <button type="button" aria-label={t`Remove tag ${tag}`} onClick={() => remove(tag)}>
              <X className="i i-16" aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          ref={field}
          id={id}
          name="tags"
          value={typed}
          maxLength={LONGEST_TAG * 2}
          readOnly={full}
          placeholder={full ? '' : t`Add a tag`}
          enterKeyHint="done"
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => add(typed)}
        />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <small id={`${id}-hint`}>
        <Trans>One to ten. Press Enter or a comma to add one.</Trans>
      </small>
      {offered.length > 0 && (
        <fieldset className="chips" aria-label={t`Suggested tags`}>
          {offered.map((tag) => (
            <button key={tag} type="button" className="chip" onClick={() => add(tag)}>
              <Plus className="i i-16" aria-hidden="true" />
              {tag}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
