import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import * as v from 'valibot';

/** Bounds of a password, in characters. */
const shortestPassword = 8;
const longestPassword = 128;
const longestName = 100;

export function detailsSchema(i18n: I18n) {
  return v.object({
    first_name: name(i18n, i18n._(msg`Enter your first name`)),
    last_name: name(i18n, i18n._(msg`Enter your last name`)),
    phone: v.pipe(v.string(), v.trim(), v.check(isPhone, i18n._(msg`A valid phone number is required`))),
    language: v.picklist(['en', 'fr']),
    mailing_consent: v.boolean(),
  });
}

export type Details = v.InferOutput<ReturnType<typeof detailsSchema>>;

/** For a user of this address: it may stay, and a password that is left empty stays, too. */
export function credentialsSchema(i18n: I18n, email: string) {
  return v.pipe(
    v.object({
      email: v.pipe(
        v.string(),
        v.trim(),
        v.nonEmpty(i18n._(msg`Enter your Email`)),
        v.email(i18n._(msg`A valid email address is required`)),
      ),
      password: v.union([v.literal(''), newPassword(i18n)], i18n._(msg`The password is too short`)),
      password_confirmation: v.string(),
      current_password: v.string(),
    }),
    v.forward(v.partialCheck([['password'], ['password_confirmation']], isTwice, i18n._(msg`PASSWORDS DON'T MATCH`)), [
      'password_confirmation',
    ]),
    v.forward(
      v.partialCheck(
        [['email'], ['password'], ['current_password']],
        (form) => (form.password === '' && form.email === email) || form.current_password !== '',
        i18n._(msg`Field is required`),
      ),
      ['current_password'],
    ),
  );
}

export interface Credentials {
  email: string;
  password: string;
  password_confirmation: string;
  current_password: string;
}

/** Instead of a temporary password. */
export function replacementSchema(i18n: I18n) {
  return v.pipe(
    v.object({
      password: v.pipe(v.string(), v.nonEmpty(i18n._(msg`Field is required`)), newPassword(i18n)),
      password_confirmation: v.string(),
      current_password: v.pipe(v.string(), v.nonEmpty(i18n._(msg`Field is required`))),
    }),
    v.forward(v.partialCheck([['password'], ['password_confirmation']], isTwice, i18n._(msg`PASSWORDS DON'T MATCH`)), [
      'password_confirmation',
    ]),
  );
}

export type Replacement = v.InferOutput<ReturnType<typeof replacementSchema>>;

function newPassword(i18n: I18n) {
  return v.pipe(
    v.string(),
    v.minLength(shortestPassword, i18n._(msg`The password is too short`)),
    v.maxLength(longestPassword, tooLong(i18n, longestPassword)),
  );
}

function isTwice(form: { password: string; password_confirmation: string }): boolean {
  return form.password === form.password_confirmation;
}

function name(i18n: I18n, missing: string) {
  return v.pipe(v.string(), v.trim(), v.nonEmpty(missing), v.maxLength(longestName, tooLong(i18n, longestName)));
}

function tooLong(i18n: I18n, longest: number): string {
  const number = longest + 1;
  return i18n._(msg`Field length must be less than ${number}`);
}

/** Optional plus, 10 to 14 digits, separators between them; or none at all. */
function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return text === '' || (/^\+?[\d\s().-]+$/.test(text) && digits >= 10 && digits <= 14);
}

/** Of a user who has none; `code` is asked for where two-step login is on. */
export function firstPasswordSchema(i18n: I18n) {
  return v.pipe(
    v.object({ password: newPassword(i18n), password_confirmation: v.string(), code: v.string() }),
    v.forward(
      v.partialCheck(
        [['password'], ['password_confirmation']],
        (form) => form.password === form.password_confirmation,
        i18n._(msg`PASSWORDS DON'T MATCH`),
      ),
      ['password_confirmation'],
    ),
  );
}

export type FirstPasswordForm = v.InferOutput<ReturnType<typeof firstPasswordSchema>>;
