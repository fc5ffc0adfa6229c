import { readFileSync } from 'node:fs';
import { setupI18n } from '@lingui/core';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { identifier } from './address';
import { isPhone } from './phone';
import { phone } from './schemas';

/** The server is tested with the same numbers (internal/text/phone_test.go). */
const table = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../../internal/text/testdata/phones.json`, 'utf8'),
) as { accepted: string[]; refused: string[]; typed: { typed: string; read: string }[] };

describe('a phone number in a form', () => {
  it.each(table.accepted)('%s is accepted', (number) => {
    expect(isPhone(number)).toBe(true);
  });

  it.each(table.refused)('%j is refused', (number) => {
    expect(isPhone(number)).toBe(false);
  });

  it.each(table.typed)('$typed is accepted, since the server reads it as $read', ({ typed, read }) => {
    expect(identifier(typed)).toBe(read);
    expect(isPhone(typed)).toBe(true);
  });
});

it.each(['', '  ', '\u200b'])('a form of an account takes no number at all: %j', (typed) => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  expect(v.is(phone(i18n), typed)).toBe(true);
});
