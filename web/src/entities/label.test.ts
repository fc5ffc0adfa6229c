import { expect, it } from 'vitest';
import { labelled } from './label';

it('spaces a colon as each language does, and writes none where a part is missing', () => {
  expect(labelled('en', 'Hockey pass', 'Lynx')).toBe('Hockey pass: Lynx');
  expect(labelled('fr', 'Forfait hockey', 'Lynx')).toBe('Forfait hockey\u00a0: Lynx');
  expect(labelled('fr', 'Northline', '')).toBe('Northline');
});
