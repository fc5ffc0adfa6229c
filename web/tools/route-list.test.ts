import { describe, expect, it } from 'vitest';
import { catalogues, describe as describeRoute } from './build-output.ts';
import { readRoute } from './route-list.ts';

describe('readRoute', () => {
  it('reads path, kind, skeleton and auth', () => {
    const source = `
      import { createFileRoute } from '@tanstack/react-router';
      export const Route = createFileRoute('/profile/')({
        staticData: { kind: 'account', skeleton: 'account', auth: 'user' },
        component: () => <p>hello</p>,
      });`;
    expect(readRoute(source, 'profile.index.tsx')).toEqual({
      path: '/profile',
      kind: 'account',
      skeleton: 'account',
      auth: 'user',
      file: 'profile.index.tsx',
    });
  });

  it('keeps the root path', () => {
    expect(
      readRoute("createFileRoute('/')({ staticData: { kind: 'home', skeleton: 'home' } })", 'index.tsx').path,
    ).toBe('/');
  });

  it('refuses a route that does not say what it is', () => {
    expect(() => readRoute("createFileRoute('/x')({})", 'x.tsx')).toThrow('x.tsx: staticData.kind is missing');
    expect(() => readRoute("createFileRoute('/x')({ staticData: { kind: 'page' } })", 'x.tsx')).toThrow(
      'x.tsx: staticData.skeleton is missing',
    );
    expect(() => readRoute('export const x = 1;', 'y.tsx')).toThrow('y.tsx: no createFileRoute');
  });
});

describe('a route in routes.json', () => {
  it('lists what the page starts with beyond the entry script', () => {
    const manifest = {
      'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_react.js'], css: ['assets/index.css'] },
      '_react.js': { file: 'assets/react.js' },
      '_form.js': { file: 'assets/form.js', imports: ['index.html'], css: ['assets/form.css'] },
      'src/app/routes/login.tsx?tsr-split=component': { file: 'assets/login.js', imports: ['_form.js'] },
    };
    const route = { path: '/login', kind: 'account', skeleton: 'split', auth: '', file: 'login.tsx' };
    expect(describeRoute(route, manifest)).toEqual({
      path: '/login',
      kind: 'account',
      skeleton: 'split',
      auth: '',
      chunks: ['/assets/react.js', '/assets/login.js', '/assets/form.js'],
      styles: ['/assets/form.css'],
    });
  });
});

it('names the catalogue of each language', () => {
  const manifest = {
    'index.html': { file: 'assets/index.js', isEntry: true },
    'src/locales/fr/index.ts': { file: 'assets/fr.js', isDynamicEntry: true },
  };
  expect(catalogues(manifest)).toEqual({ fr: '/assets/fr.js' });
});
