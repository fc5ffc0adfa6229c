import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import * as v from 'valibot';
import { identifier, isAddress } from './address';
import { isPhone } from './phone';

/** What every form of an account asks of the fields that more than one of them has. */

/** Bounds of a password, in characters. */
const shortestPassword = 8;
const longestPassword = 128;
const longestName = 100;

export function names(i18n: I18n) {
  return {
    first_name: name(i18n, i18n._(msg`Enter your first name`)),
    last_name: name(i18n, i18n._(msg`Enter your last name`)),
  };
}

function name(i18n: I18n, missing: string) {
  return v.pipe(v.string(), v.trim(), v.nonEmpty(missing), v.maxLength(longestName, tooLong(i18n, longestName)));
}

export function email(i18n: I18n) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(i18n._(msg`Enter your Email`)),
    v.check(isAddress, i18n._(msg`A valid email address is required`)),
  );
}

/** A number, or none. */
export function phone(i18n: I18n) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => identifier(text) === '' || isPhone(text), i18n._(msg`A valid phone number is required`)),
  );
}

export function filled(i18n: I18n) {
  return v.pipe(v.string(), v.nonEmpty(i18n._(msg`Field is required`)));
}

export function newPassword(i18n: I18n) {
  return v.pipe(
    filled(i18n),
    v.minLength(shortestPassword, i18n._(msg`The password is too short`)),
    v.maxLength(longestPassword, tooLong(i18n, longestPassword)),
  );
}

function tooLong(i18n: I18n, longest: number): string {
  const number = longest + 1;
  return i18n._(msg`Field length must be less than ${number}`);
}

/** A password and the same again; `problem` stands at the second where it is another. */
export function twice(password: v.GenericSchema<string>, second: v.GenericSchema<string>, problem: string) {
  return v.pipe(
    v.object({ password, password_confirmation: second }),
    v.forward(
      v.partialCheck(
        [['password'], ['password_confirmation']],
        (form) => form.password === form.password_confirmation,
        problem,
      ),
      ['password_confirmation'],
    ),
  );
}
