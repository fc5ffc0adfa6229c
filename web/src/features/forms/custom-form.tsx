import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CustomForm as Form } from '#/api/types';
import { Button } from '#/ui/button';
import { CaptchaBlockedText, CaptchaNote } from '#/ui/captcha-note';
import { FieldError } from '#/ui/field';
import { FormFieldInput } from './fields';
import { type Answers, emptyAnswers, formSchema } from './schema';
import { BLOCKED, useSend } from './use-send';
import './forms.css';

/** A form of the channel's own: its fields, what is wrong with them, and the thanks once it is sent. */
export function CustomForm({ form }: { form: Form }) {
  const [sent, setSent] = useState(false);
  if (sent) return <Thanks form={form} onAgain={() => setSent(false)} />;
  return <Fields form={form} onSent={() => setSent(true)} />;
}

function Fields({ form, onSent }: { form: Form; onSent: () => void }) {
  const { t, i18n } = useLingui();
  const state = useForm<Answers>({
    resolver: valibotResolver(formSchema(i18n, form)),
    defaultValues: emptyAnswers(form),
  });
  const trap = useRef<HTMLInputElement>(null);
  const submit = useSend(form, state, () => trap.current?.value ?? '', onSent);
  const { errors, isSubmitting } = state.formState;
  const blocked = errors.root?.type === BLOCKED;
  return (
    <form className="stack cform" noValidate method="post" onSubmit={submit}>
      <div role="alert">
        {blocked && <CaptchaBlockedText />}
        {errors.root?.message && <FieldError>{errors.root.message}</FieldError>}
      </div>
      {form.fields.map((field, index) => (
        <FormFieldInput
          key={field.name}
          field={field}
          error={errors[field.name]?.message}
          input={state.register(field.name)}
          first={index === 0}
        />
      ))}
      {/* People neither see nor reach it; robots fill it in. */}
      <div className="vh" aria-hidden="true">
        <label>
          Website
          <input ref={trap} type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {form.captcha && <CaptchaNote captcha={form.captcha} told={blocked} />}
      <Button type="submit" size="lg" busy={isSubmitting}>
        {form.submit || t`Send`}
      </Button>
    </form>
  );
}

function Thanks({ form, onAgain }: { form: Form; onAgain: () => void }) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone: the news takes it.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="panel cform__ok">
      <CircleCheck className="i" aria-hidden="true" />
      <h2 ref={heading} tabIndex={-1}>
        <Trans>Your message is sent</Trans>
      </h2>
      <p>{form.success || t`Thank you. We have received it.`}</p>
      <Button look="line" onClick={onAgain}>
        <Trans>Send another message</Trans>
      </Button>
    </div>
  );
}
