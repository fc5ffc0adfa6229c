import { describe, expect, it } from 'vitest';
import { withoutKind } from './route-kinds.ts';

describe('the routes of the built app', () => {
  it('have no kind and no skeleton, and all the rest of their data', () => {
    const source =
      "createFileRoute('/login')({\n  staticData: { kind: 'account', skeleton: 'split', auth: 'user', withoutTicker: true },\n";
    expect(withoutKind(source)).toContain("staticData: {auth: 'user', withoutTicker: true },");
  });

  it('have no data where they have nothing else', () => {
    expect(withoutKind("({ staticData: { kind: 'home', skeleton: 'home' },\n loader })")).toBe('({ \n loader })');
  });

  it('lose nothing that only looks like one', () => {
    const source = "search: { kind: 'account' }";
    expect(withoutKind(source)).toBe(source);
  });
});
