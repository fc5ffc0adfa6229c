import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import * as v from 'valibot';
import type { CustomForm, FormField } from '#/api/types';
import { identifier, isAddress } from '#/lib/account/address';
import { isPhone } from '#/lib/account/phone';

/** Answers by field name, as a browser's form holds them. */
export type Answers = Record<string, string | boolean>;

/** What is wrong with a form is said in the specification's sentences, as the server says it. */
export function formSchema(i18n: I18n, form: CustomForm) {
  return v.object(Object.fromEntries(form.fields.map((field) => [field.name, fieldSchema(i18n, field)])));
}

function fieldSchema(i18n: I18n, field: FormField) {
  const missing = i18n._(msg`Field is required`);
  if (field.type === 'checkbox')
    return v.pipe(
      v.boolean(),
      v.check((ticked) => ticked || !field.required, missing),
    );
  const [above, below] = [field.min_length - 1, field.max_length + 1];
  const read = field.type === 'email' || field.type === 'phone' ? identifier : (text: string) => text;
  return v.pipe(
    v.string(),
    v.trim(),
    v.transform(read),
    v.check((text) => text !== '' || !field.required, missing),
    v.check(
      (text) => text === '' || lengthOf(text) >= field.min_length,
      i18n._(msg`Field length must be greater than ${above}`),
    ),
    v.check((text) => lengthOf(text) <= field.max_length, i18n._(msg`Field length must be less than ${below}`)),
    v.check(
      (text) => text === '' || field.type !== 'email' || isAddress(text),
      i18n._(msg`A valid email address is required`),
    ),
    v.check(
      (text) => text === '' || field.type !== 'phone' || isPhone(text),
      i18n._(msg`A valid phone number is required`),
    ),
  );
}

/** In characters, as the server counts. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

export function emptyAnswers(form: CustomForm): Answers {
  return Object.fromEntries(form.fields.map((field) => [field.name, field.type === 'checkbox' ? false : '']));
}

/** Answers as the server takes them: a ticked box is "true", what was left out is not there. */
export function sentAnswers(answers: Answers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answers)
      .map(([name, answer]): [string, string] => [name, typeof answer === 'string' ? answer.trim() : `${answer || ''}`])
      .filter(([, answer]) => answer !== ''),
  );
}
