import { CaptchaBlockedText } from '#/ui/captcha-note';
import { FieldError } from '#/ui/field';

/** The type of an error at the form that says that nobody could be asked for a token. */
export const BLOCKED = 'captcha-blocked';

/** The type of what stands at the form while it waits for its turn, which is no error. */
export const IN_LINE = 'in-line';

/** The type of what a form says once it was sent, which is no error: it goes on by letter. */
export const TOLD = 'told';

export interface FormProblem {
  type?: string | number | undefined;
  message?: string | undefined;
}

/** What is wrong with a whole form, or what it waits for. */
export function FormError({ problem }: { problem: FormProblem | undefined }) {
  if (problem?.type === IN_LINE || problem?.type === TOLD) return <p role="status">{problem.message}</p>;
  return (
    <div role="alert">
      {problem?.type === BLOCKED ? (
        <CaptchaBlockedText />
      ) : (
        problem?.message && <FieldError>{problem.message}</FieldError>
      )}
    </div>
  );
}
