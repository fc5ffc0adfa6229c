import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { identifier, isAddress } from './address';

/** The server is tested with the same addresses (internal/mail/address_test.go). */
const table = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../../internal/mail/testdata/addresses.json`, 'utf8'),
) as { accepted: string[]; refused: string[]; typed: { typed: string; read: string }[] };

describe('an email address in a form', () => {
  it.each(table.accepted)('%s is accepted', (address) => {
    expect(isAddress(address)).toBe(true);
  });

  it.each(table.refused)('%j is refused', (address) => {
    expect(isAddress(address)).toBe(false);
  });

  it.each(table.typed)('$typed is accepted, since the server reads it as $read', ({ typed }) => {
    expect(isAddress(typed)).toBe(true);
  });
});

it('the length of an address counts its domain in ASCII form', () => {
  expect(isAddress(`a@${`${'例'.repeat(40)}.`.repeat(3)}ca`)).toBe(true);
  expect(isAddress(`a@${'é.'.repeat(32)}ca`)).toBe(false);
  expect(isAddress(`a@${'é'.repeat(31)}${'例'.repeat(29)}.ca`)).toBe(false);
});

it('a code is read as it is seen', () => {
  expect(identifier(' \u202eＦＡＬＬ\u200b２５\u202c\n')).toBe('FALL25');
});
