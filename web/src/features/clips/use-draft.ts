import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { failureOf } from '#/api/failure';
import type { Clip, EventDetail } from '#/api/types';
import type { ProposedClip } from '#/entities/proposed-clip';
import { restoreSession } from '#/lib/session';
import { useFailureText } from '#/ui/failure-text';
import { coverKey, createClip } from './api';
import { type Draft, draftOf, type Flaw, flawsOf, LONGEST_NAME } from './logic/draft';
import { lengthOf, type Trim } from './logic/trim';

interface DraftOptions {
  event: Pick<EventDetail, 'id'>;
  mediaId: number;
  trim: Trim;
  proposed: ProposedClip | undefined;
  onMade: (clip: Clip) => void;
  /** The server refuses where the clip begins or ends. */
  onTrimRefused: () => void;
}

interface Problems {
  name?: string | undefined;
  tags?: string | undefined;
  trim?: string | undefined;
  /** The stretch that the server refused. */
  refused?: Trim | undefined;
  /** What concerns no field. */
  whole?: string | undefined;
}

/** The form of a new clip: what is entered, what is wrong with it, and sending it. */
export function useDraft({ event, mediaId, trim, proposed, onMade, onTrimRefused }: DraftOptions) {
  const texts = useTexts();
  const failureText = useFailureText();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => draftOf(proposed));
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  const refuse = (error: unknown) => {
    const failure = failureOf(error);
    const fields = failure?.kind === 'problem' ? failure.fields : [];
    const of = (...names: string[]) => fields.find(({ field }) => names.includes(field))?.message;
    const told = { name: of('name'), tags: of('tags'), trim: of('start_time', 'duration') };
    const named = Object.values(told).some(Boolean);
    setProblems(named ? { ...told, refused: trim } : { whole: failureText(error) });
    if (!told.trim) return;
    onTrimRefused();
    // Another device may have made a clip of this game.
    void client.invalidateQueries({ queryKey: coverKey(event.id) });
  };
  const submit = async (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    if (busy) return;
    const found = texts(flawsOf(draft));
    setProblems(found);
    if (found.name || found.tags) {
      focusFirst(submitted.currentTarget, found);
      return;
    }
    setBusy(true);
    try {
      const clip = await createClip({
        event_id: event.id,
        event_media_id: mediaId,
        name: draft.name.trim(),
        start_time: trim.start,
        duration: lengthOf(trim),
        tags: [...draft.tags],
      });
      // How many are used now.
      void restoreSession();
      onMade(clip);
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    draft,
    problems,
    busy,
    trimProblem: problems.refused === trim ? problems.trim : undefined,
    setName: (name: string) => {
      setDraft((before) => ({ ...before, name }));
      setProblems((before) => ({ ...before, name: undefined }));
    },
    setTags: (tags: string[]) => {
      setDraft((before) => ({ ...before, tags }));
      setProblems((before) => ({ ...before, tags: undefined }));
    },
    submit: (submitted: FormEvent<HTMLFormElement>) => void submit(submitted),
  };
}

export type DraftForm = ReturnType<typeof useDraft>;

function focusFirst(form: HTMLFormElement, { name }: Problems): void {
  form.querySelector<HTMLInputElement>(name ? 'input[name=name]' : 'input[name=tags]')?.focus();
}

/** What is wrong, in the words of the catalogue. */
function useTexts(): (flaws: ReturnType<typeof flawsOf>) => Problems {
  const { t } = useLingui();
  const number = LONGEST_NAME + 1;
  const names: Record<Flaw, string> = {
    required: t`Field is required`,
    long: t`Field length must be less than ${number}`,
  };
  return ({ name, tags }) => ({ name: name && names[name], tags: tags && t`Please select tag` });
}
