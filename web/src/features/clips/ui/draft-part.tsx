import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Scissors } from 'lucide-react';
import type { EventDetail } from '#/api/types';
import { Button } from '#/ui/button';
import { FieldError, TextField } from '#/ui/field';
import { LONGEST_NAME, signs } from '../logic/draft';
import { useSuggestions } from '../suggestions';
import type { DraftForm } from '../use-draft';
import { useClipsUsed } from '../use-feature';
import { TagsField } from './tags-field';

interface DraftPartProps {
  id: string;
  event: EventDetail;
  draft: DraftForm;
  /** The clip would show more of the game than its maker's clips may. */
  over: boolean;
}

/** The name and the tags of a clip, and the button that makes it. */
export function DraftPart({ id, event, draft, over }: DraftPartProps) {
  const { t } = useLingui();
  const { name, tags } = draft.draft;
  const [written, most] = [signs(name).length, LONGEST_NAME];
  const suggestions = useSuggestions(event);
  return (
    <form id={id} className="panel stack clip-form" noValidate onSubmit={draft.submit}>
      <TextField
        label={t`Name`}
        name="name"
        value={name}
        error={draft.problems.name}
        hint={t`${written} of ${most} characters`}
        autoComplete="off"
        onChange={({ currentTarget }) => draft.setName(currentTarget.value)}
      />
      <TagsField tags={tags} suggestions={suggestions} error={draft.problems.tags} onChange={draft.setTags} />
      <Used event={event} />
      <div role="alert">{draft.problems.whole && <FieldError>{draft.problems.whole}</FieldError>}</div>
      <Button type="submit" size="lg" block busy={draft.busy} disabled={over}>
        <Scissors className="i" aria-hidden="true" />
        <Trans>Create clip</Trans>
      </Button>
    </form>
  );
}

/** How much of what the pass includes is used. */
function Used({ event }: { event: EventDetail }) {
  const count = useClipsUsed(event);
  if (!count) return null;
  const { used, limit } = count;
  return (
    <p className="muted">
      <Trans>
        {used} of <Plural value={limit} one="# clip" other="# clips" /> used
      </Trans>
    </p>
  );
}
