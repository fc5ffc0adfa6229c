import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('stands where the app will be, until it is there', () => {
  const text = readFileSync(`${import.meta.dirname}/../../index.html`, 'utf8');
  const page = new DOMParser().parseFromString(text, 'text/html');
  const loader = page.querySelector('#root > [role="status"]');
  expect(loader?.className).toBe('loader');
  expect(loader?.textContent).toBe('Loading… Chargement…');
});
