import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { withoutLogs } from './lean-hls.ts';

const lean = (code: string) => withoutLogs(code, parseAst(code, { lang: 'ts' }));

it.each([
  ['this.log(`found ${name}`);', ';'],
  ["if (late) this.warn('late');\nelse go();", 'if (late) ;\nelse go();'],
  ["this.hls?.logger.debug('level', level as number);", ';'],
  ['go(); logger.error("é", error); stay();', 'go(); ; stay();'],
])('leaves out what only logs: %s', (code, expected) => {
  expect(lean(code)).toBe(expected);
});

it.each([
  'this.log(`${count++}`);',
  'this.log = other;',
  'const said = this.log("x");',
  'this.logs.push("x");',
  'catalog.log("x");',
])('leaves what does more: %s', (code) => {
  expect(lean(code)).toBe(code);
});
