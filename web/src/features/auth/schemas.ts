import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import * as v from 'valibot';

/** Bounds of a password, in characters. */
const shortestPassword = 8;
const longestPassword = 128;
const longestName = 100;

/** A user may also log in by a number: digits and parentheses. */
const loginNumber = /^[\d()]+$/;

export function loginSchema(i18n: I18n) {
  const required = i18n._(msg`Field is required`);
  return v.object({
    login: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(i18n._(msg`Enter your Email`)),
      v.check((text) => loginNumber.test(text) || isEmail(text), i18n._(msg`A valid email address is required`)),
    ),
    password: v.pipe(v.string(), v.nonEmpty(required)),
  });
}

export function registrationSchema(i18n: I18n) {
  return v.pipe(
    v.object({
      first_name: name(i18n, i18n._(msg`Enter your first name`)),
      last_name: name(i18n, i18n._(msg`Enter your last name`)),
      email: email(i18n),
      password: newPassword(i18n),
      password_confirmation: v.pipe(v.string(), v.nonEmpty(i18n._(msg`Field is required`))),
      terms: v.literal(true, i18n._(msg`Please accept terms & conditions`)),
      mailing_consent: v.boolean(),
    }),
    v.forward(
      v.partialCheck(
        [['password'], ['password_confirmation']],
        (form) => form.password === form.password_confirmation,
        i18n._(msg`The password and password confirmation do not match`),
      ),
      ['password_confirmation'],
    ),
  );
}

export function resetRequestSchema(i18n: I18n) {
  return v.object({ email: email(i18n) });
}

export function newPasswordSchema(i18n: I18n) {
  return v.pipe(
    v.object({
      password: newPassword(i18n),
      password_confirmation: v.pipe(v.string(), v.nonEmpty(i18n._(msg`Field is required`))),
    }),
    v.forward(
      v.partialCheck(
        [['password'], ['password_confirmation']],
        (form) => form.password === form.password_confirmation,
        i18n._(msg`The password and password confirmation do not match`),
      ),
      ['password_confirmation'],
    ),
  );
}

export type ResetRequestForm = v.InferOutput<ReturnType<typeof resetRequestSchema>>;
export type NewPasswordForm = v.InferOutput<ReturnType<typeof newPasswordSchema>>;
/** What somebody who comes from a provider adds; only fields that are asked for have to be filled in. */
export function arrivalSchema(i18n: I18n, asked: readonly string[]) {
  const known = v.string();
  const first = i18n._(msg`Enter your first name`);
  const last = i18n._(msg`Enter your last name`);
  // The two names are asked for together, and each may then be corrected.
  return v.object({
    first_name: asked.includes('first_name') ? name(i18n, first) : known,
    last_name: asked.includes('last_name') ? name(i18n, last) : known,
    email: asked.includes('email') ? email(i18n) : known,
    terms: v.literal(true, i18n._(msg`Please accept terms & conditions`)),
    mailing_consent: v.boolean(),
  });
}

export type ArrivalForm = v.InferOutput<ReturnType<typeof arrivalSchema>>;
export type LoginForm = v.InferOutput<ReturnType<typeof loginSchema>>;
export type RegistrationForm = v.InferOutput<ReturnType<typeof registrationSchema>>;

function email(i18n: I18n) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(i18n._(msg`Enter your Email`)),
    v.check(isEmail, i18n._(msg`A valid email address is required`)),
  );
}

function newPassword(i18n: I18n) {
  return v.pipe(
    v.string(),
    v.nonEmpty(i18n._(msg`Field is required`)),
    v.minLength(shortestPassword, i18n._(msg`The password is too short`)),
    v.maxLength(longestPassword, tooLong(i18n, longestPassword)),
  );
}

function name(i18n: I18n, missing: string) {
  return v.pipe(v.string(), v.trim(), v.nonEmpty(missing), v.maxLength(longestName, tooLong(i18n, longestName)));
}

function tooLong(i18n: I18n, longest: number): string {
  const number = longest + 1;
  return i18n._(msg`Field length must be less than ${number}`);
}

function isEmail(text: string): boolean {
  return v.is(v.pipe(v.string(), v.email()), text);
}
