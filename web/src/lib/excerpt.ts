const longest = 32;

/** A text that somebody typed, short enough to be quoted in a button or a title. */
export function excerpt(text: string): string {
  const signs = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return signs.length <= longest
    ? text
    : `${signs
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
