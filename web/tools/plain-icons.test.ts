import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plain } from './plain-icons.ts';

const folder = join(process.cwd(), 'node_modules/lucide-react/dist/esm/icons');
const files = readdirSync(folder).filter((name) => name.endsWith('.mjs') && name !== 'index.mjs');

describe('the icons of the built app', () => {
  it('are the lines of their paths and the other shapes, without keys and names', () => {
    const code = plain(readFileSync(join(folder, 'calendar.mjs'), 'utf8'));
    expect(code).toContain('"M8 2v3"');
    expect(code).toContain('["rect",{"x":"3","y":"3","width":"18","height":"18","rx":"2"}]');
    expect(code).not.toContain('key');
    expect(code).not.toContain('calendar"');
  });

  it('are all made: no file of the library is written in another way', () => {
    for (const name of files) expect(() => plain(readFileSync(join(folder, name), 'utf8')), name).not.toThrow();
  });

  it('fail the build where the library has changed', () => {
    expect(() => plain('export default createIcon("M8 2v3");')).toThrow('another way');
  });
});
