/** What an image paints behind itself until it is there: the few colours of its placeholder, stretched to a blur. */
export const blur = (placeholder: string) =>
  placeholder ? { background: `url(${placeholder}) 0 / 100% 100%` } : undefined;
