import { Suspense } from 'react';
import { useStore } from 'zustand';
import { loadTexts } from '#/lib/i18n';
import { lazy } from '#/lib/lazy';
import { stepUp } from '#/lib/step-up';

const StepUpDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('#/features/auth/step-up-dialog'), loadTexts('account')]);
  return { default: dialog.StepUpDialog };
});

/** The question for a code, over any page, while a call waits for it. */
export function StepUpHost() {
  const answer = useStore(stepUp, (state) => state.answer);
  return (
    answer && (
      <Suspense>
        <StepUpDialog onAnswer={answer} />
      </Suspense>
    )
  );
}
