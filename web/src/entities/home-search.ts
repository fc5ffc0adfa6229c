/** Query parameters that narrow the home; each carries an alias or a name. */
export interface HomeSearch {
  school?: string;
  team?: string;
  sport?: string;
}

/** Reads the home's parameters from the address. The most specific wins where several are given. */
export function homeSearch(raw: Record<string, unknown>): HomeSearch {
  for (const name of ['team', 'school', 'sport'] as const) {
    const value = raw[name];
    if (typeof value === 'string' && value.trim()) return { [name]: value.trim().slice(0, 200) };
  }
  return {};
}
