import { expect, it } from 'vitest';
import { isParent } from './parents';

it.each([
  ['https://paper.example', ['https://paper.example'], true],
  ['https://paper.example:8443', ['https://paper.example'], false],
  ['http://paper.example', ['https://paper.example'], false],
  ['https://sport.paper.example', ['https://*.paper.example'], true],
  ['https://paper.example', ['https://*.paper.example'], false],
  ['https://evilpaper.example', ['https://*.paper.example'], false],
  ['https://paper.example.evil.example', ['https://paper.example', 'https://*.paper.example'], false],
  ['http://league.localhost:8080', ['league.localhost:*'], true],
  ['https://league.localhost', ['league.localhost:*'], true],
  ['http://127.0.0.1:3000', ['http://localhost:*', 'http://127.0.0.1:*'], true],
  ['https://127.0.0.1:3000', ['http://127.0.0.1:*'], false],
  ['https://anything.example', ['*'], true],
  ['null', ['*'], false],
  ['', ['*'], false],
  ['file://', ['*'], false],
  ['https://paper.example/path', ['*'], false],
  ['chrome-extension://abcdef', ['*'], false],
  ['https://paper.example', [], false],
  ['https://paper.example', ['', 'https://', '://paper.example', 'paper'], false],
])('takes %s for a parent by %j: %s', (origin, sources, is) => {
  expect(isParent(origin, sources)).toBe(is);
});
