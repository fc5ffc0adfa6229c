import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Every width that a style sheet gives the cards of rails. */
function widths(): string[] {
  const sheets = globSync('**/*.css', { cwd: `${import.meta.dirname}/..` });
  return sheets.flatMap((sheet) =>
    [...readFileSync(`${import.meta.dirname}/../${sheet}`, 'utf8').matchAll(/--rail-card:\s*([^;]+);/g)].map(
      ([, width = '']) => width,
    ),
  );
}

it('cards of rails are 280 to 380 pixels wide', () => {
  expect(widths().length).toBeGreaterThanOrEqual(3);
  const limits = widths().map((width) => {
    const [, low, high] = /^clamp\((\d+)px,.*, (\d+)px\)$/.exec(width) ?? /^(?=(\d+)px$)(\d+)px$/.exec(width) ?? [];
    return [Number(low), Number(high)];
  });
  for (const [low, high] of limits) {
    expect(low).toBe(280);
    expect(high).toBeLessThanOrEqual(380);
  }
  expect(Math.max(...limits.map(([, high]) => high ?? 0))).toBe(380);
});
