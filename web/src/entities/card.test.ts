import { describe, expect, it } from 'vitest';
import {
  brandName,
  brandOf,
  expiryOf,
  expiryText,
  isCardNumber,
  isExpired,
  isSecurityCode,
  securityCodeLength,
  spaced,
} from './card';

describe('a card number', () => {
  it.each([
    ['4242', 'visa'],
    ['5555', 'mastercard'],
    ['2223', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', 'unknown'],
    ['3782', 'amex'],
    ['6011', 'discover'],
    ['3056', 'diners'],
    ['3566', 'jcb'],
    ['6200', 'unionpay'],
    ['', 'unknown'],
  ])('%s is told to be %s', (number, brand) => {
    expect(brandOf(number)).toBe(brand);
  });

  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['4242 42', '4242 42'],
    ['42424242424242424242424', '4242 4242 4242 4242 424'],
    ['5555555555554444999', '5555 5555 5555 4444'],
  ])('%s is spaced as %s', (number, text) => {
    expect(spaced(number)).toBe(text);
  });

  it.each(['4242 4242 4242 4242', '4000000000000002', '4000 0027 6000 3184', '378282246310005', '5555555555554444'])(
    '%s can be one',
    (number) => expect(isCardNumber(number)).toBe(true),
  );

  it.each(['', '4242 4242 4242 4241', '4242', '37828224631000', '5555 5555 5555 4444 4'])('%s cannot', (number) =>
    expect(isCardNumber(number)).toBe(false),
  );
});

describe('an expiry date', () => {
  it.each([
    ['1', '', '1'],
    ['12', '1', '12 / '],
    ['12 / 2', '12 / ', '12 / 2'],
    ['1228', '', '12 / 28'],
    ['7', '', '07 / '],
    ['12/2028', '', '12 / 28'],
    ['12 /', '12 / ', '12 /'],
  ])('typed as %j after %j reads %j', (text, before, shown) => {
    expect(expiryText(text, before)).toBe(shown);
  });

  it('is a month and a year', () => {
    expect(expiryOf('12 / 28')).toEqual({ month: 12, year: 2028 });
    expect(expiryOf('1/2030')).toEqual({ month: 1, year: 2030 });
    expect(expiryOf('13 / 28')).toBeNull();
    expect(expiryOf('12 / ')).toBeNull();
  });

  it('lasts until its month is over', () => {
    const inNovember = new Date(2026, 10, 22).getTime();
    expect(isExpired({ month: 11, year: 2026 }, inNovember)).toBe(false);
    expect(isExpired({ month: 10, year: 2026 }, inNovember)).toBe(true);
  });
});

it('has a security code as long as its brand has it', () => {
  expect(isSecurityCode('123', '4242')).toBe(true);
  expect(isSecurityCode('1234', '4242')).toBe(false);
  expect(isSecurityCode('1234', '3782')).toBe(true);
  expect(securityCodeLength('3782')).toBe(4);
  expect(securityCodeLength('4242')).toBe(3);
});

it('keeps the name of a brand nobody here knows', () => {
  expect(brandName('amex')).toBe('American Express');
  expect(brandName('eftpos_au')).toBe('eftpos_au');
});
