import type { ColorSettings, Settings } from '#/api/types';

/** A value that may stand in a style declaration: colours and keywords only, so nothing can leave the declaration. */
const safe = /^(#[\da-f]{3,8}|[a-z]+|(rgb|rgba|hsl|hsla|color-mix|oklch)\([\d\s.,%/a-z#()-]*\))$/i;

/** Steps of opacity the specification names, per colour. */
const steps: Record<string, readonly number[]> = {
  'footer-background': [20, 50, 70],
  'body-background': [10, 20, 50, 70],
  'body-text-color': [5, 10, 20, 50, 70, 95],
  'header-text-color': [50],
};

/** CSS variables of a channel, of the colours that are given: `--ch-<name>`, `--ch-<name>-<step>` and the derived colours under their own names. */
export function themeVariables(colors: Partial<ColorSettings>): Record<string, string> {
  const variables: Record<string, string> = {};
  const set = (name: string, value: unknown) => {
    if (typeof value === 'string' && safe.test(value.trim())) variables[name] = value.trim();
  };
  for (const [name, value] of Object.entries(colors)) set(`--ch-${name}`, value);
  for (const [name, percents] of Object.entries(steps)) {
    if (!variables[`--ch-${name}`]) continue;
    for (const percent of percents) {
      variables[`--ch-${name}-${percent}`] ??= `color-mix(in srgb,var(--ch-${name}) ${percent}%,transparent)`;
    }
  }
  for (const [name, value] of Object.entries(colors.derived ?? {})) set(`--${name}`, value);
  return variables;
}

/** Chooses the channel's typeface and corners, which the style sheet knows by these names. */
export function applyLook({ typeface, corners }: Settings['look'], root: HTMLElement = document.documentElement): void {
  root.dataset['typeface'] = typeface;
  root.dataset['corners'] = corners;
}

/** Paints the app in the channel's colours. */
export function applyTheme(colors: Partial<ColorSettings>, root: HTMLElement = document.documentElement): void {
  for (const [name, value] of Object.entries(themeVariables(colors))) root.style.setProperty(name, value);
  const shell = colors['footer-background'];
  if (typeof shell === 'string') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', shell);
}
