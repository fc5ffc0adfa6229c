import { expect, it } from 'vitest';
import { daysText } from './days-text';

it('writes days from the earlier to the later, in whichever order', () => {
  expect(daysText('2026-11-23', '2026-11-18', 'en')).toMatch(/^November 18\s*–\s*23$/);
  expect(daysText('2026-11-18', '2026-11-23', 'fr')).toMatch(/^18\s*–\s*23\snovembre$/);
});
