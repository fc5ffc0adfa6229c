import { expect, it } from 'vitest';
import { splitTaxes } from './taxes';

const quebec = [
  { name: 'TPS', rate: 5 },
  { name: 'TVQ', rate: 9.975 },
];

it.each([
  [0, [0, 0]],
  [1, [0, 1]],
  [115, [38, 77]],
  [150, [50, 100]],
  [299, [100, 199]],
  [1498, [500, 998]],
])('splits taxes of %i cents as the server does', (amount, parts) => {
  expect(splitTaxes(amount, quebec).map((part) => part.amount)).toEqual(parts);
});

it('splits nothing where taxes have no names', () => {
  expect(splitTaxes(115, [])).toEqual([]);
});
