import { describe, expect, it } from 'vitest';
import { beside } from './preloads.ts';

function chunk(imports: string[], { isEntry = false, styles = [] as string[] } = {}) {
  return { type: 'chunk' as const, isEntry, imports, viteMetadata: { importedCss: new Set(styles) } };
}

const bundle = {
  'index.js': chunk(['app.js'], { isEntry: true }),
  'app.js': chunk(['base.js'], { styles: ['app.css'] }),
  'base.js': chunk([]),
  'footer.js': chunk(['app.js', 'base.js']),
  'faq.js': chunk(['app.js', 'base.js'], { styles: ['faq.css'] }),
  'dialog.js': chunk(['base.js']),
  'menu.js': chunk(['base.js', 'dialog.js']),
  'app.css': { type: 'asset' as const },
};

describe('what is asked for beside an imported chunk', () => {
  it('is nothing that every page has loaded', () => {
    expect(beside('menu.js', ['menu.js', 'base.js', 'dialog.js'], bundle)).toEqual(['menu.js', 'dialog.js']);
  });

  it('is nothing at all where the chunk alone is missing', () => {
    expect(beside('footer.js', ['footer.js', 'app.js', 'base.js'], bundle)).toEqual([]);
  });

  it('is the chunk itself where its styles are waited for', () => {
    expect(beside('faq.js', ['faq.js', 'app.js', 'base.js'], bundle)).toEqual(['faq.js']);
  });
});
