import { CaptchaBlockedText } from '#/ui/captcha-note';
import { FieldError } from '#/ui/field';

/** The type of an error at the form that says that nobody could be asked for a token. */
export const BLOCKED = 'captcha-blocked';

export interface FormProblem {
  type?: string | number | undefined;
  message?: string | undefined;
}

/** What is wrong with a whole form. */
export function FormError({ problem }: { problem: FormProblem | undefined }) {
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
