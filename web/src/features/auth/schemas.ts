import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import * as v from 'valibot';
import { identifier, isAddress } from '#/lib/account/address';
import { email, filled, names, newPassword, phone, twice } from '#/lib/account/schemas';

/** A user may also log in by a number: digits and parentheses. */
const loginNumber = /^[\d()]+$/;

export function loginSchema(i18n: I18n) {
  return v.object({
    login: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(i18n._(msg`Enter your Email`)),
      v.check(
        (text) => loginNumber.test(identifier(text)) || isAddress(text),
        i18n._(msg`A valid email address is required`),
      ),
    ),
    password: filled(i18n),
  });
}

export function registrationSchema(i18n: I18n) {
  return v.intersect([
    v.object({ ...names(i18n), email: email(i18n), phone: phone(i18n), ...consents(i18n) }),
    newPasswordSchema(i18n),
  ]);
}

export function resetRequestSchema(i18n: I18n) {
  return v.object({ email: email(i18n) });
}

export function guestSchema(i18n: I18n) {
  return v.object({ email: email(i18n), mailing_consent: v.boolean() });
}

export function newPasswordSchema(i18n: I18n) {
  return twice(newPassword(i18n), filled(i18n), i18n._(msg`The password and password confirmation do not match`));
}

/** A new password. `named`: with names and the consent to news, for an account that does not keep its own. */
export function passwordResetSchema(i18n: I18n, named: boolean) {
  const hidden = { first_name: v.string(), last_name: v.string() };
  return v.intersect([
    v.object({ ...(named ? names(i18n) : hidden), mailing_consent: v.boolean() }),
    newPasswordSchema(i18n),
  ]);
}

/** What somebody who comes from a provider adds; only fields that are asked for have to be filled in. */
export function arrivalSchema(i18n: I18n, asked: readonly string[]) {
  const known = v.string();
  const { first_name, last_name } = names(i18n);
  // The two names are asked for together, and each may then be corrected.
  return v.object({
    first_name: asked.includes('first_name') ? first_name : known,
    last_name: asked.includes('last_name') ? last_name : known,
    email: asked.includes('email') ? email(i18n) : known,
    ...consents(i18n),
  });
}

export type ArrivalForm = v.InferOutput<ReturnType<typeof arrivalSchema>>;
export type GuestForm = v.InferOutput<ReturnType<typeof guestSchema>>;
export type LoginForm = v.InferOutput<ReturnType<typeof loginSchema>>;
export type NewPasswordForm = v.InferOutput<ReturnType<typeof newPasswordSchema>>;
export type PasswordResetForm = v.InferOutput<ReturnType<typeof passwordResetSchema>>;
export type RegistrationForm = v.InferOutput<ReturnType<typeof registrationSchema>>;
export type ResetRequestForm = v.InferOutput<ReturnType<typeof resetRequestSchema>>;

function consents(i18n: I18n) {
  return {
    terms: v.literal(true, i18n._(msg`Please accept terms & conditions`)),
    mailing_consent: v.boolean(),
  };
}
