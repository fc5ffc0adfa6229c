/** What a clip is called, and by what it is found. */
export interface Draft {
  name: string;
  tags: readonly string[];
}

export const LONGEST_NAME = 120;
export const LONGEST_TAG = 40;
export const MOST_TAGS = 10;

/** The draft that a new clip begins with. */
export function draftOf(proposed?: Draft): Draft {
  const name = signs(proposed?.name ?? '').slice(0, LONGEST_NAME);
  const tags = (proposed?.tags ?? []).map((tag) => tag.replaceAll(',', ' '));
  return { name: name.join(''), tags: withTags([], tags.join(',')) };
}

export type Flaw = 'required' | 'long';

/** What keeps a draft from being sent, by field. */
export interface Flaws {
  name?: Flaw;
  tags?: Flaw;
}

export function flawsOf({ name, tags }: Draft): Flaws {
  const length = signs(name.trim()).length;
  return {
    ...(length === 0 ? { name: 'required' } : length > LONGEST_NAME ? { name: 'long' } : {}),
    ...(tags.length === 0 && { tags: 'required' }),
  };
}

/** A tag as it is kept: without the spaces around and the sign that people put before it. */
export function cleanTag(typed: string): string {
  const bare = typed.replace(/\s+/g, ' ').trim().replace(/^#+/, '').trim();
  return signs(bare).slice(0, LONGEST_TAG).join('').trim();
}

/** The signs of a text as the server counts them. */
export function signs(text: string): string[] {
  return Array.from(text);
}

/** The tags with what was typed, where it is one, new and there is room. Several may be typed at once, with commas. */
export function withTags(tags: readonly string[], typed: string): string[] {
  const all = [...tags];
  for (const tag of typed.split(',').map(cleanTag)) {
    const known = all.some((other) => other.toLowerCase() === tag.toLowerCase());
    if (tag && !known && all.length < MOST_TAGS) all.push(tag);
  }
  return all;
}

/** The suggestions that are not taken yet. */
export function untaken(suggestions: readonly string[], tags: readonly string[]): string[] {
  if (tags.length >= MOST_TAGS) return [];
  const taken = new Set(tags.map((tag) => tag.toLowerCase()));
  return suggestions.filter((tag, index) => !taken.has(tag.toLowerCase()) && suggestions.indexOf(tag) === index);
}
