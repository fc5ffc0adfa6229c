import { setupI18n } from '@lingui/core';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { CustomForm, FormField } from '#/api/types';
import { emptyAnswers, formSchema, sentAnswers } from './schema';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

const field = (over: Partial<FormField>): FormField => ({
  name: 'it',
  type: 'text',
  label: 'It',
  required: false,
  min_length: 0,
  max_length: 200,
  options: [],
  ...over,
});

const form = (...fields: FormField[]): CustomForm => ({
  alias: 'contacts',
  title: 'Contact us',
  intro: '',
  submit: '',
  success: '',
  opened: '1.x',
  captcha: null,
  fields,
});

function problem(of: FormField, answer: string | boolean): string | undefined {
  const result = v.safeParse(formSchema(i18n, form(of)), { [of.name]: answer });
  return result.issues?.[0]?.message;
}

describe('a field', () => {
  test.each<[Partial<FormField>, string | boolean, string | undefined]>([
    [{ required: true }, '  ', 'Field is required'],
    [{}, '', undefined],
    [{ min_length: 5 }, '', undefined],
    [{ min_length: 5 }, 'Hey', 'Field length must be greater than 4'],
    [{ max_length: 3 }, 'four', 'Field length must be less than 4'],
    [{ max_length: 3 }, '☃☃😀', undefined],
    [{ type: 'email' }, 'zoe', 'A valid email address is required'],
    [{ type: 'email' }, 'zoe@example.com', undefined],
    [{ type: 'email' }, '', undefined],
    [{ type: 'phone' }, '+1 (514) 555-0123', undefined],
    [{ type: 'phone' }, '555-0123', 'A valid phone number is required'],
    [{ type: 'checkbox', required: true }, false, 'Field is required'],
    [{ type: 'checkbox', required: true }, true, undefined],
    [{ type: 'checkbox' }, false, undefined],
  ])('%j with %j says %j', (over, answer, message) => {
    expect(problem(field(over), answer)).toBe(message);
  });
});

test('answers are sent as the server takes them', () => {
  const asked = form(field({ name: 'a' }), field({ name: 'b', type: 'checkbox' }));
  expect(emptyAnswers(asked)).toEqual({ a: '', b: false });
  expect(sentAnswers({ a: ' x ', b: true, c: '', d: false })).toEqual({ a: 'x', b: 'true' });
});
