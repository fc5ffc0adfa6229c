import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import * as v from 'valibot';
import { email, filled, names, newPassword, phone, twice } from '#/lib/account/schemas';

export function detailsSchema(i18n: I18n) {
  return v.object({
    ...names(i18n),
    phone: phone(i18n),
    language: v.picklist(['en', 'fr']),
    mailing_consent: v.boolean(),
  });
}

export type Details = v.InferOutput<ReturnType<typeof detailsSchema>>;

/** For a user of this address. The address and the password may stay; the current password is needed unless the user is proven. */
export function credentialsSchema(i18n: I18n, present: string, proven: boolean) {
  const same = v.literal('');
  return v.pipe(
    v.intersect([
      v.object({ email: email(i18n), current_password: v.string() }),
      passwords(i18n, v.union([same, newPassword(i18n)], i18n._(msg`The password is too short`))),
    ]),
    v.forward(
      v.partialCheck(
        [['email'], ['password'], ['current_password']],
        (form) => proven || (form.password === '' && form.email === present) || form.current_password !== '',
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

/** Instead of a temporary password, which is needed where the form asks for it. */
export function replacementSchema(i18n: I18n, asks: boolean) {
  const current: v.GenericSchema<string> = asks ? filled(i18n) : v.string();
  return v.intersect([v.object({ current_password: current }), passwords(i18n, newPassword(i18n))]);
}

export type Replacement = v.InferOutput<ReturnType<typeof replacementSchema>>;

/** The address of a user who has no password; `code` is asked for where two-step login is on. */
export function addressSchema(i18n: I18n) {
  return v.object({ email: email(i18n), code: v.string() });
}

function passwords(i18n: I18n, password: v.GenericSchema<string>) {
  return twice(password, v.string(), i18n._(msg`PASSWORDS DON'T MATCH`));
}

/** Of a user who has none; `code` is asked for where two-step login is on. */
export function firstPasswordSchema(i18n: I18n) {
  return v.intersect([v.object({ code: v.string() }), passwords(i18n, newPassword(i18n))]);
}

export type FirstPasswordForm = v.InferOutput<ReturnType<typeof firstPasswordSchema>>;
