import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyLook, applyTheme, themeVariables } from './theme';

const tokens = readFileSync(`${import.meta.dirname}/../styles/tokens.css`, 'utf8');

const colors = {
  'footer-background': '#050d20',
  'body-background': '#0a1630',
  'body-text-color': '#eef3fc',
  'header-text-color': '#ffffff',
  accent: '#ffb81c',
};

describe('themeVariables', () => {
  const steps = {
    'footer-background': [20, 50, 70],
    'body-background': [10, 20, 50, 70],
    'body-text-color': [5, 10, 20, 50, 70, 95],
    'header-text-color': [50],
  } as const;

  it('gives every colour its own value, and every step of the specification that colour at its opacity', () => {
    const variables = themeVariables(colors);
    for (const name of ['footer-background', 'body-background', 'body-text-color', 'header-text-color'] as const) {
      expect(variables[`--ch-${name}`]).toBe(colors[name]);
      for (const percent of steps[name]) {
        expect(variables[`--ch-${name}-${percent}`]).toBe(
          `color-mix(in srgb,var(--ch-${name}) ${percent}%,transparent)`,
        );
      }
    }
    expect(variables['--ch-accent']).toBe(colors.accent);
    expect(Object.keys(variables)).toHaveLength(5 + 14);
  });

  it('mixes the same steps in the style sheet', () => {
    for (const [name, percents] of Object.entries(steps)) {
      for (const percent of percents) {
        expect(tokens).toContain(
          `--ch-${name}-${percent}: color-mix(in srgb, var(--ch-${name}) ${percent}%, transparent);`,
        );
      }
    }
  });

  it('prefers the steps of the server', () => {
    const variables = themeVariables({ ...colors, 'body-text-color-5': 'rgba(1, 2, 3, 0.05)' });
    expect(variables['--ch-body-text-color-5']).toBe('rgba(1, 2, 3, 0.05)');
  });

  it('gives derived colours their own names', () => {
    const variables = themeVariables({ ...colors, derived: { 'on-accent': '#14161b', scheme: 'dark' } });
    expect(variables['--on-accent']).toBe('#14161b');
    expect(variables['--scheme']).toBe('dark');
  });

  it.each([
    'red;background:url(//evil.example)',
    'url(//evil.example/x)',
    'expression(alert(1))',
    '#12}body{display:none',
    '',
    'var(--x)',
  ])('drops %j', (value) => {
    expect(themeVariables({ accent: value })).toEqual({});
  });

  it('makes no steps of a colour that is missing', () => {
    expect(themeVariables({ accent: '#fff' })).toEqual({ '--ch-accent': '#fff' });
  });
});

describe('applyTheme', () => {
  it('sets each variable and the colour of the browser chrome', () => {
    document.head.innerHTML = '<meta name="theme-color" content="#000">';
    const root = document.createElement('div');
    applyTheme(colors, root);
    for (const [name, value] of Object.entries(colors)) expect(root.style.getPropertyValue(`--ch-${name}`)).toBe(value);
    expect(document.querySelector('meta')?.content).toBe('#050d20');
  });
});

describe('applyLook', () => {
  it('names the typeface and the corners for the style sheet', () => {
    const root = document.createElement('html');
    applyLook({ typeface: 'poster', corners: 'round' }, root);
    expect(root.matches('[data-typeface="poster"][data-corners="round"]')).toBe(true);
  });
});
