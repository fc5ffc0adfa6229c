import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { failureOf } from '#/api/failure';
import type { Clip, EventDetail } from '#/api/types';
import { restoreSession } from '#/lib/session';
import { useFailureText } from '#/ui/failure-text';
import { createClip } from './api';
import { type Draft, type Flaw, flawsOf, LONGEST_NAME } from './logic/draft';
import { lengthOf, type Trim } from './logic/trim';

interface DraftOptions {
  event: Pick<EventDetail, 'id'>;
  mediaId: number;
  trim: Trim;
  onMade: (clip: Clip) => void;
  /** The server refuses where the clip begins or ends. */
  onTrimRefused: () => void;
}

interface Problems {
  name?: string | undefined;
  tags?: string | undefined;
  trim?: string | undefined;
  /** What concerns no field. */
  whole?: string | undefined;
}

/** The form of a new clip: what is entered, what is wrong with it, and sending it. */
export function useDraft({ event, mediaId, trim, onMade, onTrimRefused }: DraftOptions) {
  const texts = useTexts();
  const failureText = useFailureText();
  const [draft, setDraft] = useState<Draft>({ name: '', tags: [] });
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  const refuse = (error: unknown) => {
    const failure = failureOf(error);
    const fields = failure?.kind === 'problem' ? failure.fields : [];
    const of = (...names: string[]) => fields.find(({ field }) => names.includes(field))?.message;
    const told = { name: of('name'), tags: of('tags'), trim: of('start_time', 'duration') };
    const named = Object.values(told).some(Boolean);
    setProblems(named ? told : { whole: failureText(error) });
    if (told.trim) onTrimRefused();
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
    trimProblem: problems.trim,
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
